/**
 * An outside service did not answer, or answered nonsense. `outcome` tells whether the thing asked
 * for may have happened all the same: then the caller repeats with the same key, or asks.
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
