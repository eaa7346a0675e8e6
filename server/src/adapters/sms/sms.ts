import type { Checkable } from '../health.ts';

export interface TextMessage {
  /** E.164: `+12125550101`. */
  readonly to: string;
  readonly body: string;
}

/** `stopped`: the recipient answered STOP, and must be asked no more. `refused`: never to arrive. */
export type TextAnswer =
  | { kind: 'sent'; ref: string }
  | { kind: 'stopped' }
  | { kind: 'refused'; reason: string };

/** Text messages. Services know no idempotency keys, so a lost answer is looked up first. */
export interface SmsPort extends Checkable {
  /** `off`: nothing is offered to customers. */
  readonly name: string;
  /** @throws OutsideFailure */
  send(message: TextMessage): Promise<TextAnswer>;
  /** The same message, if it was taken since then. @throws OutsideFailure */
  find(message: TextMessage, since: Date): Promise<{ ref: string } | undefined>;
}
