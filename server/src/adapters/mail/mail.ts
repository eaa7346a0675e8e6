import type { Checkable } from '../health.ts';

export interface Email {
  /** The same id is delivered once. */
  id: string;
  to: string;
  from: string;
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
  code?: string;
  link?: string;
  /** Somebody waits for it: it overtakes others. */
  urgent?: boolean;
}

/** The server's own words: `550 5.1.1 no such user`. */
export interface MailRefused {
  readonly refused: string;
}

/** What came back of an email that a server had taken. */
export interface MailReturn {
  /** The same notice has the same id. */
  readonly id: string;
  readonly to: string;
  readonly kind: 'bounced' | 'delayed' | 'complained';
  /** `550 5.1.1 no such user`, or what is known of it. */
  readonly reason: string;
}

/** A refusal is final (a wrong address); trouble is an OutsideFailure, and tried again. */
export interface MailPort extends Checkable {
  readonly name: string;
  send(mail: Email): Promise<'accepted' | MailRefused>;
  /** Undefined when the signature does not hold, or the body says nothing. */
  readReturn?(
    headers: Readonly<Record<string, string | undefined>>,
    body: string,
    now: Date,
  ): MailReturn | undefined;
  close?(): void;
}
