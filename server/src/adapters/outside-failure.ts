/**
 * An outside service did not answer properly. `outcome` tells whether it may have acted: then
 * repeat with the same key, or ask.
 */
export class OutsideFailure extends Error {
  readonly service: string;
  readonly outcome: 'not_done' | 'unknown';

  constructor(service: string, outcome: 'not_done' | 'unknown', cause?: unknown) {
    super(`${service} did not answer (${outcome})`, { cause });
    this.service = service;
    this.outcome = outcome;
  }
}
