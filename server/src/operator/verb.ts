import type { App } from '../app.ts';

export interface Verb {
  readonly usage: string;
  readonly about: string;
  readonly options?: readonly Exclude<keyof Options, 'json'>[];
  /** `words` are the arguments that are not options. */
  readonly flags?: readonly 'json'[];
  run(app: App, words: string[], options: Options): Promise<string | Answer>;
}

export interface Answer {
  readonly text: string;
  /** Otherwise the command fails. */
  readonly fine: boolean;
}

/** `--brand <id>` and so on, anywhere on the line. */
export interface Options {
  readonly brand?: string;
  readonly by?: string;
  readonly days?: string;
  readonly json?: boolean;
  readonly reason?: string;
  readonly role?: string;
  readonly amount?: string;
}

export class UsageError extends Error {}

export function brandOf(app: App, options: Options) {
  const id = options.brand ?? app.brands.all[0]?.id;
  const brand = id ? app.brands.byId(id) : undefined;
  if (!brand) throw new UsageError(`There is no brand ${id ?? ''}.`);
  return brand;
}
