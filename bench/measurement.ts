import type { PostgresServer } from './postgres-server.ts';
import type { Setting } from './setting.ts';
import type { Comparison, Rounds } from './side-by-side.ts';
import { total } from './side-by-side.ts';

/** What a measurement is given. */
export interface Bench {
  readonly server: PostgresServer;
  /** The product beside a bare server, opened once for all that ask for it. */
  setting(): Promise<Setting>;
  /** The form for CI: fewer and shorter rounds, and only what they can tell. */
  readonly quick: boolean;
  readonly rounds: Rounds;
}

/** One line of the table. */
export interface Finding {
  readonly id: string;
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly least?: number;
  readonly most?: number;
  /** The rounds that `value` is the middle of. */
  readonly rounds?: readonly number[];
  /**
   * Compared with bench/baseline.json by the quick form: more is better, and it depends little on
   * the machine.
   */
  readonly ratio?: number;
  readonly note?: string;
}

export interface Measurement {
  readonly name: string;
  readonly title: string;
  run(bench: Bench): Promise<readonly Finding[]>;
}

/** Without a bar there is nothing to miss. */
export function isMet({ value, least, most }: Finding): boolean | undefined {
  if (least === undefined && most === undefined) return undefined;
  return value >= (least ?? -Infinity) && value <= (most ?? Infinity);
}

/** A comparison as a line: the ratio of CPU times, with what it is made of. */
export function asFinding(
  id: string,
  what: string,
  { ours, theirs, ratio, ratios }: Comparison,
  least?: number,
): Finding {
  const cpu = (cost: typeof ours) =>
    cost.database === 0
      ? `${total(cost).toFixed(3)} ms`
      : `${total(cost).toFixed(3)} ms (PostgreSQL ${cost.database.toFixed(3)})`;
  const rate = (cost: typeof ours) => `${Math.round(cost.perSecond)}/s`;
  return {
    ...{ id, what, value: ratio, ratio, unit: 'of bare', rounds: ratios },
    ...(least !== undefined && { least }),
    note: `${cpu(ours)} beside ${cpu(theirs)}; ${rate(ours)} beside ${rate(theirs)}`,
  };
}
