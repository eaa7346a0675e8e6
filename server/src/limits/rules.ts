/** Whom a call counts for. `place` is the network, or the browser that the account knows. */
export type Part = 'place' | 'network' | 'browser' | 'email' | 'account';

/** So many calls in so many minutes. The model behind the numbers: docs/decisions/0180. */
export interface Rule {
  /** Rules of one name share a counter; the call's own name unless told. */
  readonly name?: string;
  readonly by: readonly Part[];
  readonly points: number;
  readonly minutes: number;
  /**
   * All calls, unless told. `refusals`: wrong tries; a success forgets those of its place. `emails`:
   * what made an email, or would have, if the address had an account.
   */
  readonly counts?: 'refusals' | 'emails';
  /** Not for a browser that the account knows: what strangers do must not lock its owner out. */
  readonly strangers?: true;
  /** The field without which an answer is no success yet: asking for a code forgets nothing. */
  readonly provenBy?: string;
  /** Tell the owner when there were so many. */
  readonly tellAt?: number;
}

/** A place for guessing what an address opens, by anybody. */
const guessed: readonly Rule[] = [
  { by: ['email', 'place'], points: 10, minutes: 15, counts: 'refusals', tellAt: 5 },
  { by: ['place'], points: 60, minutes: 15 },
  { by: ['email'], points: 100, minutes: 60, counts: 'refusals', strangers: true, tellAt: 25 },
];

/** What sends emails to an address that anybody can name. Codes and links count together. */
const emailed: readonly Rule[] = [
  { name: 'emails', by: ['email', 'place'], points: 12, minutes: 60, counts: 'emails' },
  { by: ['place'], points: 30, minutes: 60 },
  { name: 'emails', by: ['email'], points: 24, minutes: 60, counts: 'emails', strangers: true },
];

/** A place for guessing in an open session. */
const guessedInside: readonly Rule[] = [
  { by: ['account'], points: 10, minutes: 15, counts: 'refusals', tellAt: 5 },
  { by: ['network'], points: 60, minutes: 15 },
];
const emailedInside: readonly Rule[] = [
  { by: ['account'], points: 12, minutes: 60 },
  { by: ['network'], points: 30, minutes: 60 },
];

/** What anybody may ask and the carrier answers: a browser asks a few times, a list asks for hours. */
const asked: readonly Rule[] = [
  { by: ['browser'], points: 60, minutes: 15 },
  { by: ['network'], points: 120, minutes: 15 },
];

/** Emails to the brand's own desk, by whatever way they are made: people read them. */
export const deskEmails = { name: 'desk', points: 10, minutes: 60 };

/** Calls that an attacker would repeat, by the endpoint's name; the others have the server's limit. */
export const rules: Readonly<Record<string, readonly Rule[]>> = {
  register: [{ by: ['network'], points: 20, minutes: 60 }],
  login: guessed,
  askLoginCode: emailed,
  enterLoginCode: guessed,
  forgotPassword: emailed,
  resetPassword: [{ by: ['network'], points: 30, minutes: 15 }],
  denyChange: [{ by: ['network'], points: 30, minutes: 15 }],
  removePasskeyAfterReset: [{ by: ['network'], points: 30, minutes: 15 }],
  changePassword: guessedInside,
  stepUp: [
    {
      ...{ by: ['account'], points: 10, minutes: 15, counts: 'refusals', tellAt: 5 },
      provenBy: 'provenUntil',
    },
  ],
  editUser: [{ by: ['account'], points: 30, minutes: 60 }],
  resendCode: emailedInside,
  askEmailCode: emailedInside,
  confirmEmail: guessedInside,
  changeEmail: guessedInside,
  askPasskeyLogin: [{ by: ['network'], points: 120, minutes: 15 }],
  passkeyLogin: [{ by: ['network'], points: 60, minutes: 15 }],
  crmLogin: [{ by: ['network'], points: 30, minutes: 15 }],
  createCrmTicket: [{ by: ['network'], points: 600, minutes: 15 }],
  // Who is logged in hears whether a number is another customer's.
  checkPortIn: [...asked, { by: ['account'], points: 60, minutes: 60 }],
  checkSim: asked,
  checkDevice: asked,
  // Each asks the carrier and the tax service, and is written down.
  askQuote: [
    { by: ['browser'], points: 150, minutes: 15 },
    { by: ['network'], points: 300, minutes: 15 },
  ],
  // Card numbers are tried out where nobody counts.
  placeOrder: [
    { by: ['account'], points: 40, minutes: 15 },
    { by: ['network'], points: 120, minutes: 15 },
  ],
  openCardPage: [{ by: ['account'], points: 20, minutes: 60 }],
  // Each one posts an email to an address that nobody has confirmed.
  contactUs: [{ by: ['email'], points: 5, minutes: 60 }],
  // People write short lines; a person reads them.
  sendChatMessage: [
    { by: ['account'], points: 30, minutes: 10 },
    { by: ['browser'], points: 30, minutes: 10 },
    { by: ['network'], points: 60, minutes: 15 },
  ],
};
