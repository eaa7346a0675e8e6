import type { App } from '../app.ts';

/** Something an operator asks for on the command line; answers with text. */
export interface Verb {
  readonly usage: string;
  readonly about: string;
  /** Which options it takes. */
  readonly options?: readonly (keyof Options)[];
  /** `words` are the arguments that belong to no option. */
  run(app: App, words: string[], options: Options): Promise<string>;
}

/** `--brand <id>` and so on, wherever they stand among the words. */
export interface Options {
  readonly brand?: string;
  /** The name that goes into the activity. */
  readonly by?: string;
  readonly days?: string;
}

/** What was asked cannot be done as it was asked; the message says how. */
export class UsageError extends Error {}

/** The brand that `--brand` names, or the first one. */
export function brandOf(app: App, options: Options) {
  const id = options.brand ?? app.brands.all[0]?.id;
  const brand = id ? app.brands.byId(id) : undefined;
  if (!brand) throw new UsageError(`There is no brand ${id ?? ''}.`);
  return brand;
}
