import type { Checkable } from '../health.ts';

export interface TextMessage {
  /** E.164: `+12125550101`. */
  readonly to: string;
  readonly body: string;
  /** Where the service may tell what became of it. */
  readonly noticeUrl?: string;
}

/**
 * What became of a text that the service took. `dead_number`: nobody has it, or it takes no texts.
 * `unreachable`: the phone was off for too long. `filtered`: a network takes it for spam.
 * `unregistered`: the sender may not write to US numbers.
 */
export type TextDelivery =
  | 'under_way'
  | 'delivered'
  | 'unreachable'
  | 'dead_number'
  | 'stopped'
  | 'filtered'
  | 'unregistered'
  | 'failed';

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
  /** @throws OutsideFailure */
  look(ref: string): Promise<TextDelivery>;
  /** What to look at; undefined when the signature does not hold. @param url where it was sent to */
  readNotice?(notice: {
    url: string;
    headers: Readonly<Record<string, string | undefined>>;
    body: string;
  }): { ref: string; isFinal: boolean } | undefined;
}
