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

/** `refused` is final (a wrong address); trouble is an OutsideFailure. */
export interface MailPort extends Checkable {
  readonly name: string;
  send(mail: Email): Promise<'accepted' | 'refused'>;
  close?(): void;
}
