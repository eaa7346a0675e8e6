import type { Finding } from './finding.ts';
import type { PostgresServer } from './postgres-server.ts';
import type { Setting } from './setting.ts';
import type { Rounds } from './side-by-side.ts';

/** What a measurement is given. */
export interface Bench {
  readonly server: PostgresServer;
  /** The product and a bare server, opened once. */
  setting(): Promise<Setting>;
  /** The form for CI: fewer and shorter rounds, and only what they can tell. */
  readonly quick: boolean;
  readonly rounds: Rounds;
}

export interface Measurement {
  readonly name: string;
  readonly title: string;
  run(bench: Bench): Promise<readonly Finding[]>;
}

/** A whole run: what was found, where, and when. */
export interface Results {
  readonly date: string;
  readonly commit: string;
  readonly machine: string;
  readonly node: string;
  readonly postgres: string;
  readonly minutes: number;
  readonly parts: readonly Part[];
}

/** One measurement's findings, or why there are none. */
export interface Part {
  readonly name: string;
  readonly title: string;
  readonly seconds: number;
  readonly findings: readonly Finding[];
  readonly failure?: string;
}
