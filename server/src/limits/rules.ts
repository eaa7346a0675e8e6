/** Whom a call counts for. `place` is the network, or the browser that the account knows. */
export type Part = 'place' | 'network' | 'browser' | 'email' | 'account';

/** So many calls in so many minutes. The model behind the numbers: docs/decisions/0180. */
export interface Rule {
  /** Rules of one name share a counter; the endpoint's name unless told. */
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
  readonly warnAt?: number;
}

/** Guessing what an address opens, by anybody. */
const guesses = (name: 'login' | 'enterLoginCode'): readonly Rule[] => [
  { name, by: ['email', 'place'], points: 10, minutes: 15, counts: 'refusals', warnAt: 5 },
  { name, by: ['place'], points: 60, minutes: 15 },
  {
    name,
    by: ['email'],
    points: 100,
    minutes: 60,
    counts: 'refusals',
    strangers: true,
    warnAt: 25,
  },
];
export const guessedPasswords = guesses('login');
export const guessedCodes = guesses('enterLoginCode');

/** What sends emails to an address that anybody can name. Codes and links count together. */
export const emailed: readonly Rule[] = [
  { name: 'emails', by: ['email', 'place'], points: 12, minutes: 60, counts: 'emails' },
  { by: ['place'], points: 30, minutes: 60 },
  { name: 'emails', by: ['email'], points: 24, minutes: 60, counts: 'emails', strangers: true },
];

/** What a new password forgets. */
export const triesAtAddress: readonly Rule[] = [...guessedPasswords, ...guessedCodes, ...emailed];

/** Guessing in an open session. */
export const guessedInAccount: Rule = {
  by: ['account'],
  points: 10,
  minutes: 15,
  counts: 'refusals',
  warnAt: 5,
};
export const guessedInside: readonly Rule[] = [
  guessedInAccount,
  { by: ['network'], points: 60, minutes: 15 },
];
/**
 * A code that confirms an address leads to the account that has it, and several accounts may ask for
 * one: all of them together have as many tries and emails.
 */
export const guessedConfirmations: readonly Rule[] = [
  ...guessedInside,
  { by: ['email'], points: 30, minutes: 60, counts: 'refusals', warnAt: 10 },
];

export const emailedInside: readonly Rule[] = [
  { by: ['account'], points: 12, minutes: 60 },
  { by: ['network'], points: 30, minutes: 60 },
];

export const confirmationsInside: readonly Rule[] = [
  ...emailedInside,
  { name: 'confirmations', by: ['email'], points: 12, minutes: 60 },
];

/** What anybody may ask and the carrier answers: a browser asks a few times, a list asks for hours. */
export const askedOfCarrier: readonly Rule[] = [
  { by: ['browser'], points: 60, minutes: 15 },
  { by: ['network'], points: 120, minutes: 15 },
];

/** So many calls by a network. */
export const perNetwork = (points: number, minutes: number): Rule => ({
  by: ['network'],
  points,
  minutes,
});
/** So many calls by a customer. */
export const perAccount = (points: number, minutes: number): Rule => ({
  by: ['account'],
  points,
  minutes,
});

/** Emails to the brand's own desk, by whatever way they are made: people read them. */
export const supportEmails = { name: 'desk', points: 10, minutes: 60 };
