import { OutsideFailure } from './outside-failure.ts';

/** What a port may offer to `portside doctor`. */
export interface Checkable {
  /**
   * The cheapest call with our credentials that changes nothing, with a time-out. @throws
   * CheckFailed, or an OutsideFailure whose cause says what is wrong
   */
  check?(): Promise<void>;
}

/** The service answered, and something must be done before it can be used. */
export class CheckFailed extends OutsideFailure {
  /** "The secret key is refused. Take it from Developers → API keys." Never a secret. */
  readonly advice: string;

  constructor(service: string, advice: string, cause?: unknown) {
    super(service, 'not_done', cause);
    this.advice = advice;
  }
}
