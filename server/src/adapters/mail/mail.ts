/** An email as it leaves: both texts, and for the mailbox what a person would look for in it. */
export interface Email {
  /** Ours; the same id is delivered once. */
  id: string;
  to: string;
  from: string;
  /** Where an answer goes: to somebody who reads it. */
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
  /** The one-time code in it, if there is one. */
  code?: string;
  /** The one link that matters in it, if there is one. */
  link?: string;
  /** Somebody waits for it at the screen: it does not stand in line behind the others. */
  urgent?: boolean;
}

/** The mail port. `refused` is final (a wrong address); trouble is an OutsideFailure. */
export interface MailPort {
  readonly name: string;
  send(mail: Email): Promise<'accepted' | 'refused'>;
  /** Lets go of open connections, where there are any. */
  close?(): void;
}
