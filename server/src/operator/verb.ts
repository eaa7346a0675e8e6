import type { App } from '../app.ts';

/** Something an operator asks for on the command line; answers with text. */
export interface Verb {
  readonly usage: string;
  readonly about: string;
  run(app: App, args: string[]): Promise<string>;
}

/** What was asked cannot be done as it was asked; the message says how. */
export class UsageError extends Error {}
