export type Part = 'place' | 'network' | 'browser' | 'email' | 'account';

/** The numbers are explained in docs/decisions/0180. */
export interface Rule {
  /** Rules with one name share a counter; by default the endpoint's name. */
  readonly name?: string;
  readonly by: readonly Part[];
  readonly points: number;
  readonly minutes: number;
  /**
   * All calls by default. `refusals`: wrong tries; a success clears its place's. `emails`: whether
   * or not the address has an account.
   */
  readonly counts?: 'refusals' | 'emails';
  /** Not for known browsers, so that strangers cannot lock the owner out. */
  readonly strangers?: true;
  /** The field of a real success: requesting a code clears nothing. */
  readonly provenBy?: string;
  /** Warn the owner at this count. */
  readonly warnAt?: number;
}

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

export const guessedStaffPasswords: readonly Rule[] = [
  { name: 'staff-login', by: ['email', 'network'], points: 10, minutes: 15, counts: 'refusals' },
  { name: 'staff-login', by: ['network'], points: 60, minutes: 15 },
  { name: 'staff-login', by: ['email'], points: 50, minutes: 60, counts: 'refusals' },
];
/** Those at one member of staff are counted by the verb: a challenge does not say whose it is. */
export const guessedStaffCodes: readonly Rule[] = [
  { name: 'staff-code', by: ['network'], points: 60, minutes: 15 },
];

/** Emails to an address anybody can name; codes and links together. */
export const emailed: readonly Rule[] = [
  { name: 'emails', by: ['email', 'place'], points: 12, minutes: 60, counts: 'emails' },
  { by: ['place'], points: 30, minutes: 60 },
  { name: 'emails', by: ['email'], points: 24, minutes: 60, counts: 'emails', strangers: true },
];

export const triesAtAddress: readonly Rule[] = [...guessedPasswords, ...guessedCodes, ...emailed];

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
/** Such a code leads into the account that has the address, so all accounts asking share tries. */
export const guessedConfirmations: readonly Rule[] = [
  ...guessedInside,
  { by: ['email'], points: 30, minutes: 60, counts: 'refusals', warnAt: 10 },
];

export const emailedInside: readonly Rule[] = [
  { by: ['account'], points: 12, minutes: 60 },
  { by: ['network'], points: 30, minutes: 60 },
];

/** Generous for browsers, useless for lists. */
export const askedOfCarrier: readonly Rule[] = [
  { by: ['browser'], points: 60, minutes: 15 },
  { by: ['network'], points: 120, minutes: 15 },
];

export const perNetwork = (points: number, minutes: number): Rule => ({
  by: ['network'],
  points,
  minutes,
});
export const perAccount = (points: number, minutes: number): Rule => ({
  by: ['account'],
  points,
  minutes,
});

/** To an address that anybody can name as theirs: by whichever account and call. */
export const confirmingEmails = { name: 'confirmations:email', points: 12, minutes: 60 };

export const supportEmails = { name: 'desk', points: 10, minutes: 60 };
