import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import { later } from '../clock.ts';
import type { Query, Tx } from '../db/database.ts';
import { type Written, writeEmail, pageAddress } from '../emails/email.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { beginWarning } from '../emails/warnings.ts';
import type { Owner } from '../http/who.ts';
import * as addresses from './address-store.ts';
import { DENIAL_LIVES, issueDenial } from './denials.ts';
import type { Person } from './person.ts';

export interface Former {
  readonly email: string;
  /** Whoever changed the address may have done what came after it. */
  readonly since: Date;
}

/** Of the last seven days, without the present one. */
export async function formerAddresses(
  app: App,
  db: Query,
  owner: Owner,
  present: string,
): Promise<Former[]> {
  const since = later(app.clock.now(), -DENIAL_LIVES);
  const rows = await addresses.addressesLeftSince(db, owner, since);
  return rows
    .filter(({ email }) => email !== present)
    .map(({ email, left_at }) => ({ email, since: left_at }));
}

/** An address that is given up. */
export async function leaveAddress(app: App, tx: Tx, owner: Owner, email: string): Promise<void> {
  const now = app.clock.now();
  await addresses.forgetAddresses(tx, owner, { before: later(now, -DENIAL_LIVES) });
  await addresses.noteLeft(tx, owner, email, now);
}

export const returnToAddress = (tx: Tx, owner: Owner, only: string) =>
  addresses.forgetAddresses(tx, owner, { only });

/** What somebody had in between is nobody's address, and gets no link (deny-change.ts). */
export const forgetAddressesSince = (tx: Tx, owner: Owner, since: Date) =>
  addresses.forgetAddresses(tx, owner, { since });

/**
 * About a SIM, a number, a lock or a transfer PIN: to the present address, and to each one of
 * the last seven days with a link that gives the account back. @param about what waits until the
 * first of them was taken (emails/warnings.ts)
 */
export async function warnOwner(
  app: App,
  tx: Tx,
  brand: Brand,
  person: Person,
  written: Written,
  about?: string,
): Promise<void> {
  const { tenant } = person.owner;
  const warning = about && (await beginWarning(app, tx, { tenant, about }));
  await queueEmail(app, tx, brand, person.email, written, warning);
  const { id, owner, language } = person;
  for (const { email, since } of await formerAddresses(app, tx, owner, person.email)) {
    const denial = await issueDenial(app, tx, owner.tenant, { id, email, since });
    const reader = { brand, language };
    const letter = writeEmail(reader, {
      subject: '{subject}',
      lines: [
        'Hi {firstName},',
        'This was your address at {product} until a few days ago. This has happened in the account since: {subject}.',
        'If that was you, there’s nothing to do. If it wasn’t, use the button below within 7 days: every browser is logged out, and the account is yours again. You can also call us: {phone}.',
      ],
      link: { label: 'This wasn’t me', url: pageAddress(reader, `/not-me?token=${denial}`) },
      urgent: true,
      // Whoever has the account now wrote the name.
      values: { firstName: '', subject: written.subject },
    });
    await queueEmail(app, tx, brand, email, letter, warning);
  }
}
