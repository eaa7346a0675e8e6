import type { App } from '../app.ts';

/** Something an operator asks for on the command line; answers with text. */
export interface Verb {
  readonly usage: string;
  readonly about: string;
  run(app: App, args: string[]): Promise<string>;
}

/** What was asked cannot be done as it was asked; the message says how. */
export class UsageError extends Error {}

/** The brand that `--brand` names, or the first one. */
export function brandOf(app: App, args: string[]) {
  const at = args.indexOf('--brand');
  const id = at >= 0 ? args[at + 1] : app.brands.all[0]?.id;
  const brand = id ? app.brands.byId(id) : undefined;
  if (!brand) throw new UsageError(`There is no brand ${id ?? ''}.`);
  return brand;
}
