import type { viewCredit as viewCreditCall } from '@portside/contract/credit';
import type { OutputOf } from '@portside/contract/endpoint';
import type { App } from '../app.ts';
import type { Query, Tx } from '../db/database.ts';
import { ownerOfRow, type Customer, type Owner } from '../http/who.ts';
import { dollars } from '../money.ts';
import { say } from '../words/say.ts';
import * as store from './store.ts';

const reasons: Readonly<Record<store.EntryRow['reason'], string>> = {
  refund: 'Refund',
  unused_days: 'Unused days of a plan',
  goodwill: 'From us: {note}',
  used: 'Used for a payment',
  returned: 'Refund of a payment',
  corrected: 'Removed, because the payment behind it was refunded',
  referral: 'For a friend who joined',
};

/** So begin the causes of credit that came of a referral; the friend's side is named behind. */
const OF_REFERRAL = 'ref_';

/** K21. */
export async function viewCredit(
  app: App,
  who: Customer,
): Promise<OutputOf<typeof viewCreditCall>> {
  const entries = await store.entriesOf(app.db.query, who);
  return {
    balance: dollars(entries.reduce((sum, one) => sum + one.cents, 0)),
    entries: entries.map((one) => ({
      on: one.created_at.toISOString(),
      amount: dollars(one.cents),
      reason: say(who.language, reasonOf(one), { note: one.note }),
    })),
  };
}

function reasonOf({ reason, cause, note }: store.EntryRow): string {
  if (reason === 'goodwill' && !note) return 'From us';
  if (reason === 'corrected' && cause.startsWith(OF_REFERRAL)) {
    return 'Removed, because a friend’s code no longer counts';
  }
  if (reason === 'referral' && cause.endsWith(' friend')) return 'For joining through a friend';
  return reasons[reason];
}

export const creditOf = (db: Query, owner: Owner): Promise<number> => store.balanceOf(db, owner);

/**
 * Once for each reason and cause. @returns false when it is there already @throws Error when it would
 * leave less than nothing: see `correctCredit`
 */
export async function addCredit(
  app: App,
  tx: Tx,
  owner: Owner,
  entry: Pick<store.EntryRow, 'cents' | 'reason' | 'cause'> & { note?: string },
): Promise<boolean> {
  if (entry.cents === 0) return false;
  await holdCredit(app, tx, owner);
  return writeEntry(app, tx, owner, entry);
}

async function writeEntry(
  app: App,
  tx: Tx,
  owner: Owner,
  entry: Pick<store.EntryRow, 'cents' | 'reason' | 'cause'> & { note?: string },
): Promise<boolean> {
  return store.insertEntry(tx, {
    note: '',
    ...entry,
    id: app.random.id('cre'),
    tenant_id: owner.tenant,
    customer_id: owner.customerId,
    created_at: app.clock.now(),
    balance_cents: (await store.balanceOf(tx, owner)) + entry.cents,
  });
}

/** Until the transaction ends nobody else adds or takes. What an earlier version owes is owed. */
export async function holdCredit(app: App, tx: Tx, owner: Owner): Promise<void> {
  await store.lockCredit(tx, owner.customerId);
  const missing = -(await store.balanceOf(tx, owner));
  if (missing <= 0) return;
  const cause = `below zero ${owner.customerId}`;
  const before = await store.correctionOf(tx, cause);
  const version = (before?.version ?? 0) + 1;
  const lift = { cents: missing, reason: 'corrected', cause: `${cause} ${version}` } as const;
  await writeEntry(app, tx, owner, lift);
  const owed_cents = (before?.owed_cents ?? 0) + missing;
  await saveCorrection(app, tx, owner, { cause, corrected_cents: 0, owed_cents, version });
}

/**
 * Brings what a cause gave and took in all to `cents`, below zero when it took. What was spent is
 * owed, and a later gain of the same cause settles that first. @param heldCents promised to open
 * orders @returns what the customer's credit changed by
 */
export async function correctCredit(
  app: App,
  tx: Tx,
  owner: Owner,
  wanted: { cause: string; cents: number; heldCents: number },
): Promise<number> {
  const { cause, cents, heldCents } = wanted;
  await holdCredit(app, tx, owner);
  const before = await store.correctionOf(tx, cause);
  const [corrected, owed] = [before?.corrected_cents ?? 0, before?.owed_cents ?? 0];
  const change = cents - (corrected - owed);
  if (change === 0) return 0;
  const free = Math.max(0, (await store.balanceOf(tx, owner)) - heldCents);
  const moved = change > 0 ? Math.max(0, change - owed) : -Math.min(-change, free);
  const version = (before?.version ?? 0) + 1;
  const reason = moved > 0 ? 'unused_days' : 'corrected';
  if (moved !== 0) {
    await writeEntry(app, tx, owner, { cents: moved, reason, cause: `${cause} ${version}` });
  }
  await saveCorrection(app, tx, owner, {
    cause,
    corrected_cents: corrected + moved,
    owed_cents: owed - (change - moved),
    version,
  });
  return moved;
}

/** What each cause gave and took in all; none of those that never did. Cents. */
export async function correctedBy(
  db: Query,
  causes: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const found = await store.correctionsOf(db, causes);
  return new Map(found.map((one) => [one.cause, one.corrected_cents - one.owed_cents]));
}

/** What came back to the customer settles what they owe, the oldest first. @returns cents taken */
export async function collectOwed(
  app: App,
  tx: Tx,
  owner: Owner,
  gainedCents: number,
): Promise<number> {
  let left = gainedCents;
  for (const one of await store.owedBy(tx, owner)) {
    const cents = Math.min(left, one.owed_cents);
    if (cents <= 0) break;
    left -= cents;
    await takeOwed(app, tx, owner, one, cents);
  }
  return gainedCents - left;
}

async function takeOwed(
  app: App,
  tx: Tx,
  owner: Owner,
  one: store.CorrectionRow,
  cents: number,
): Promise<void> {
  const version = one.version + 1;
  const cause = `${one.cause} ${version}`;
  await writeEntry(app, tx, owner, { cents: -cents, reason: 'corrected', cause });
  await saveCorrection(app, tx, owner, {
    cause: one.cause,
    corrected_cents: one.corrected_cents - cents,
    owed_cents: one.owed_cents - cents,
    version,
  });
}

function saveCorrection(
  app: App,
  tx: Tx,
  owner: Owner,
  row: Pick<store.CorrectionRow, 'cause' | 'corrected_cents' | 'owed_cents' | 'version'>,
): Promise<void> {
  const now = app.clock.now();
  const whose = { tenant_id: owner.tenant, customer_id: owner.customerId };
  return store.saveCorrection(tx, { ...row, ...whose, created_at: now, updated_at: now });
}

/** Of whole days of a brand. */
export const { creditByDay } = store;

/** Whose credit moved since then. */
export const customersOfCredit = store.customersSince;

/** Credit that no card paid for, or whose payment was noted as returned. Cents. */
export const givenBesides = store.givenBesides;

/** Nobody collects it any more: it stands as goodwill in the books. @returns cents */
export function forgiveOwed(app: App, cause: string): Promise<number> {
  return app.db.transaction(async (tx) => {
    const known = await store.correctionOf(tx, cause);
    if (!known) return 0;
    const owner = ownerOfRow(known);
    await holdCredit(app, tx, owner);
    const one = await store.correctionOf(tx, cause);
    if (!one || one.owed_cents === 0) return 0;
    const { owed_cents: cents, version } = one;
    const gift = { cents, reason: 'goodwill', cause: `${cause} forgiven ${version}` } as const;
    await writeEntry(app, tx, owner, gift);
    await takeOwed(app, tx, owner, one, cents);
    return cents;
  });
}

export interface OwedSum {
  tenant: number;
  customerId: string;
  /** The order whose money went back. */
  cause: string;
  cents: number;
  since: Date;
}

/** Money that went back although the credit of it was spent. */
export const listOwed = async (db: Query): Promise<OwedSum[]> =>
  (await store.allOwed(db)).map(owedSumOf);

export const owedBy = async (db: Query, owner: Owner): Promise<OwedSum[]> =>
  (await store.owedBy(db, owner)).map(owedSumOf);

const owedSumOf = (row: store.CorrectionRow): OwedSum => ({
  tenant: row.tenant_id,
  customerId: row.customer_id,
  cause: row.cause,
  cents: row.owed_cents,
  since: row.updated_at,
});

/** What came of each of the causes; none of those that are missing. Cents. */
export async function creditGivenBy(
  db: Query,
  reason: store.EntryRow['reason'],
  causes: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const entries = causes.length > 0 ? await store.entriesOfCauses(db, reason, causes) : [];
  return new Map(entries.map(({ cause, cents }) => [cause, cents]));
}

export async function moveCustomer(
  tx: Tx,
  { tenant, from, to }: { tenant: number; from: string; to: string },
): Promise<void> {
  for (const id of [from, to].toSorted()) await store.lockCredit(tx, id);
  await store.moveEntries(tx, tenant, from, to);
}
