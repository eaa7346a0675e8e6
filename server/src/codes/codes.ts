import type { App } from '../app.ts';
import { later, minutes, seconds } from '../clock.ts';
import type { Query, Tx } from '../db/database.ts';
import { No, refused, type Refused } from '../http/no.ts';
import * as store from './store.ts';

/** Digits (J02). */
const digits = {
  login: 6,
  verify_email: 6,
  email_change: 5,
  step_up: 6,
  reset_link: 0,
  caller: 6,
  separation: 6,
  separation_line: 6,
} as const;
export type CodePurpose = keyof typeof digits;
export type TicketPurpose =
  | 'reset_link'
  | 'left_passkeys'
  | 'second_step'
  | 'not_me'
  | 'passkey'
  | 'new_passkey'
  | 'crm'
  | 'staff_login'
  | 'staff_passkey'
  | 'new_staff_passkey'
  | 'staff_invitation';

const CODE_LIVES = minutes(10);
const RESEND_LOCK = seconds(30);
const TRIES = 5;

/** `subject` is the customer's id, or the address while the customer is unknown. */
export interface CodeKey {
  tenant: number;
  purpose: CodePurpose;
  subject: string;
}

export type CodeRefused = Refused<'code_wrong' | 'code_expired' | 'code_locked'>;

/**
 * A code requested without a token belongs to the browser: others can neither replace it nor use up
 * its tries.
 */
export const subjectOf = (email: string, who: { browserId?: string | undefined }): string =>
  who.browserId === undefined ? email : `${email} ${who.browserId}`;

const row = ({ tenant, purpose, subject }: CodeKey) => ({ tenant_id: tenant, purpose, subject });

/**
 * Only notes that a code is wanted; {@link makeCode} makes it. In two steps, so that an unknown
 * address is as much work as a known one. Replaces the code before. @throws No `too_often` within
 * 30 seconds
 */
export async function askCode(
  app: App,
  tx: Tx,
  key: CodeKey & { address: string },
  now = app.clock.now(),
): Promise<string> {
  const id = app.random.id('cod');
  const asked = await store.replaceCode(
    tx,
    {
      ...row(key),
      address: key.address,
      id,
      hash: null,
      tries: 0,
      asked_at: now,
      expires_at: later(now, CODE_LIVES),
      used_at: null,
    },
    later(now, -RESEND_LOCK),
  );
  if (asked) return id;
  const last = await store.codeOf(tx, row(key));
  const freeAt = later(last?.asked_at ?? now, RESEND_LOCK).getTime();
  const wait = Math.max(1, Math.ceil((freeAt - now.getTime()) / 1000));
  throw new No('too_often', { retryAfter: wait });
}

/** The digits, once. Undefined when a newer code was requested, or it expired. */
export async function makeCode(
  app: App,
  tx: Tx,
  key: CodeKey & { id: string },
  now = app.clock.now(),
): Promise<string | undefined> {
  const code = app.random.digits(digits[key.purpose]);
  const hash = hashOf(app, key.id, code);
  const filled = await store.fillCode(tx, { ...row(key), id: key.id }, hash, now);
  return filled ? code : undefined;
}

export async function issueCode(
  app: App,
  tx: Tx,
  key: CodeKey & { address: string },
): Promise<string> {
  // Of one moment: time may jump in between.
  const now = app.clock.now();
  const id = await askCode(app, tx, key, now);
  const code = await makeCode(app, tx, { ...key, id }, now);
  if (code === undefined) throw new Error('A code that was just asked for is gone');
  return code;
}

export async function pendingAddress(
  app: App,
  db: Query,
  key: CodeKey,
): Promise<string | undefined> {
  return (await pending(app, db, key))?.address;
}

/** Until when the last one is good; undefined when it is used or over. */
export async function pendingUntil(app: App, db: Query, key: CodeKey): Promise<Date | undefined> {
  return (await pending(app, db, key))?.expires_at;
}

async function pending(app: App, db: Query, key: CodeKey) {
  const code = await store.codeOf(db, row(key));
  return !code || code.used_at || code.expires_at <= app.clock.now() ? undefined : code;
}

/**
 * Undefined: the code was right, and sent to `address` if one is given. Commit after a refusal too:
 * it counted the try.
 */
export async function enterCode(
  app: App,
  tx: Tx,
  key: CodeKey & { code: string; address?: string },
): Promise<CodeRefused | undefined> {
  const now = app.clock.now();
  const found = await store.countTry(tx, row(key), now);
  if (!found) return refused('code_expired');
  if (found.tries > TRIES) return refused('code_locked');
  const right =
    found.hash === hashOf(app, found.id, key.code) &&
    (key.address === undefined || key.address === found.address);
  if (!right) return refused(found.tries === TRIES ? 'code_locked' : 'code_wrong');
  return (await store.useCode(tx, { ...row(key), id: found.id }, now))
    ? undefined
    : refused('code_expired');
}

/** Ends pending codes. Waits for whoever is entering one right now. */
export async function cancelCodes(
  app: App,
  tx: Tx,
  of: { tenant: number; purpose: CodePurpose; address?: string; subject?: string },
): Promise<void> {
  const { tenant, ...rest } = of;
  await store.endCodes(tx, { tenant_id: tenant, ...rest }, app.clock.now());
}

const hashOf = (app: App, id: string, code: string) => app.secrets.mac(`${id}:${code}`, 'code');

/**
 * A link's or challenge's token: 256 bits, used once. Replaces earlier ones of the subject by
 * default.
 */
export async function issueTicket(
  app: App,
  tx: Tx,
  ticket: {
    tenant: number;
    purpose: TicketPurpose;
    subject: string;
    note?: string;
    /** Milliseconds. */
    lives: number;
    allowsOthers?: true;
  },
): Promise<{ token: string; expiresAt: Date }> {
  const { tenant, purpose, subject, note = '', lives } = ticket;
  const token = app.random.token();
  const expiresAt = later(app.clock.now(), lives);
  if (subject && !ticket.allowsOthers)
    await store.dropTickets(tx, { tenant_id: tenant, purpose, subject });
  await store.insertTicket(tx, {
    hash: app.secrets.mac(token, `ticket:${purpose}`),
    tenant_id: tenant,
    purpose,
    subject,
    note,
    expires_at: expiresAt,
    used_at: null,
  });
  return { token, expiresAt };
}

/** Checks without using it up. */
export function findTicket(
  app: App,
  db: Query,
  ticket: { tenant: number; purpose: TicketPurpose; token: string },
): Promise<{ subject: string; note: string } | undefined> {
  const { tenant, purpose, token } = ticket;
  const hashes = app.secrets.macs(token, `ticket:${purpose}`);
  return store.findTicket(db, { hashes, tenant_id: tenant, purpose }, app.clock.now());
}

/** Once, in time, for its purpose and tenant; else undefined. */
export function useTicket(
  app: App,
  db: Query,
  ticket: { tenant: number; purpose: TicketPurpose; token: string },
): Promise<{ subject: string; note: string } | undefined> {
  const { tenant, purpose, token } = ticket;
  const hashes = app.secrets.macs(token, `ticket:${purpose}`);
  return store.useTicket(db, { hashes, tenant_id: tenant, purpose }, app.clock.now());
}

export async function cancelTickets(
  tx: Tx,
  key: { tenant: number; purpose: TicketPurpose; subject: string },
  endingFrom?: Date,
): Promise<void> {
  const { tenant, ...rest } = key;
  await store.dropTickets(tx, { tenant_id: tenant, ...rest }, endingFrom);
}

export async function sweep(app: App): Promise<void> {
  await store.dropExpired(app.db.query, later(app.clock.now(), -minutes(60)));
}
