import { money } from '@portside/contract/formats';
import { findOwner } from '../account/person.ts';
import type { App } from '../app.ts';
import { addCredit, correctCredit, holdCredit } from '../credit/credit.ts';
import type { Tx } from '../db/database.ts';
import type { Written } from '../emails/email.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { type Owner, ownerOfRow } from '../http/who.ts';
import { hadLine } from '../lines/lines.ts';
import { dollars } from '../money.ts';
import { noteActivity } from '../sessions/activity.ts';
import { creditedEmail, notCountedEmail, removedEmail, type Side } from './emails.ts';
import { isSamePerson } from './same-person.ts';
import * as store from './store.ts';

/** In the ledger: one for each side of a referral. */
const causeOf = ({ id }: store.ReferralRow, side: Side) => `${id} ${side}`;

/** The friend's line is renewed: both get what they were promised, once. The caller holds order and line. */
export async function creditReferral(
  app: App,
  tx: Tx,
  { lineId, orderId }: { lineId: string; orderId: string },
): Promise<void> {
  const found = await store.joinedOnLine(tx, lineId);
  if (!found) return;
  await holdCredit(app, tx, ownerOfRow(found));
  const row = await store.lockAnyReferral(tx, found.id);
  if (row?.state !== 'joined') return;
  const decided = { renewal_id: orderId, decided_at: app.clock.now() };
  const referrer = await holdReferrer(app, tx, row);
  const why = await whyNot(tx, row, referrer);
  if (why) {
    await store.setReferral(tx, row.id, { ...decided, state: 'not_counted', why });
    return tellOfNone(app, tx, row, why);
  }
  await store.setReferral(tx, row.id, { ...decided, state: 'credited' });
  for (const { side, owner, cents } of sidesOf(row, referrer)) {
    const entry = { cents, reason: 'referral', cause: causeOf(row, side) } as const;
    if (!(await addCredit(app, tx, owner, entry))) continue;
    await note(app, tx, owner, cents, 'referral_credited');
    await tell(app, tx, owner, cents, (brand, person, amount) =>
      creditedEmail(brand, person, { amount, side }),
    );
  }
}

type HeldBy = (tx: Tx, owner: Owner) => Promise<number>;

interface SideOf {
  readonly side: Side;
  readonly owner: Owner;
  readonly cents: number;
}

/** Whose account is erased has no code. It may be joined to another one until its credit is held. */
async function holdReferrer(
  app: App,
  tx: Tx,
  { tenant_id, code_id }: store.ReferralRow,
): Promise<Owner | undefined> {
  for (let held: Owner | undefined; ;) {
    const code = await store.codeOfId(tx, tenant_id, code_id);
    if (!code) return undefined;
    const owner = ownerOfRow(code);
    if (held?.customerId === owner.customerId) return owner;
    await holdCredit(app, tx, owner);
    held = owner;
  }
}

function sidesOf(row: store.ReferralRow, referrer: Owner | undefined): SideOf[] {
  const friend: SideOf = { side: 'friend', owner: ownerOfRow(row), cents: row.friend_cents };
  if (!referrer || row.referrer_cents === 0) return [friend];
  return [friend, { side: 'referrer', owner: referrer, cents: row.referrer_cents }];
}

/** Accounts may have joined since, and cards were saved. */
async function whyNot(
  tx: Tx,
  row: store.ReferralRow,
  referrer: Owner | undefined,
): Promise<NonNullable<store.ReferralRow['why']> | undefined> {
  const friend = ownerOfRow(row);
  if (row.joined_at && (await hadLine(tx, friend, row.joined_at))) return 'not_new';
  if (referrer && (await isSamePerson(tx, friend, referrer))) return 'same_person';
  const all = await store.joinedThrough(tx, friend);
  return all.some(({ state }) => state === 'credited') ? 'other_friend' : undefined;
}

/**
 * The first payment, or the renewal, went back whole: it does not count any more, for good, and what was
 * given is taken; what is spent is owed. Harmless when repeated. @param heldBy cents promised to open
 * orders
 */
export async function undoReferral(
  app: App,
  tx: Tx,
  orderId: string,
  heldBy: HeldBy,
): Promise<void> {
  const found = await store.anyOfOrder(tx, orderId);
  if (!found) return;
  await holdCredit(app, tx, ownerOfRow(found));
  const row = await store.lockAnyReferral(tx, found.id);
  if (!row || row.state === 'asked' || row.state === 'not_counted') return;
  const decided = { why: 'money_back', decided_at: app.clock.now() } as const;
  await store.setReferral(tx, row.id, { ...decided, state: 'not_counted' });
  if (row.state === 'joined') return tellOfNone(app, tx, row, decided.why);
  const referrer = await holdReferrer(app, tx, row);
  for (const { side, owner, cents } of sidesOf(row, referrer)) {
    const heldCents = await heldBy(tx, owner);
    const wanted = { cause: causeOf(row, side), cents: -cents, heldCents };
    const removed = -(await correctCredit(app, tx, owner, wanted));
    await note(app, tx, owner, cents, 'referral_removed');
    await tell(app, tx, owner, cents, (brand, person, amount) => {
      const owed = cents > removed ? money(dollars(cents - removed), person.language) : '';
      return removedEmail(brand, person, { amount, owed, side });
    });
  }
}

/** The friend, to whom something was promised. */
export const tellOfNone = (
  app: App,
  tx: Tx,
  row: store.ReferralRow,
  why: NonNullable<store.ReferralRow['why']>,
): Promise<void> =>
  tell(app, tx, ownerOfRow(row), row.friend_cents, (brand, person, amount) =>
    notCountedEmail(brand, person, { amount, why }),
  );

type Telling = (
  brand: Parameters<typeof creditedEmail>[0],
  person: Parameters<typeof creditedEmail>[1],
  amount: string,
) => Written;

async function tell(app: App, tx: Tx, owner: Owner, cents: number, write: Telling): Promise<void> {
  const person = await findOwner(tx, owner);
  if (!person) return;
  const brand = app.brands.byTenant(owner.tenant);
  const written = write(brand, person, money(dollars(cents), person.language));
  await queueEmail(app, tx, brand, person.email, written);
}

function note(
  app: App,
  tx: Tx,
  { tenant, customerId }: Owner,
  cents: number,
  kind: 'referral_credited' | 'referral_removed',
): Promise<void> {
  const actor = { tenant, customerId, network: '', userAgent: '' };
  return noteActivity(app, tx, actor, kind, { amount: money(dollars(cents)) });
}
