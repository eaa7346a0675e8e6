import { sql, type Generated } from 'kysely';
import type { CardNetwork } from '@portside/contract/payments';
import type { Query, Tx } from '../../../db/database.ts';
import type { CardFacts, DeclineReason } from '../payment.ts';
import type { BillingAddress, CardBehaviour, SandboxCard } from './cards.ts';

interface CardColumns {
  network: CardNetwork | null;
  last4_digits: string;
  expiry: string;
  cardholder_name: string;
  behaviour: CardBehaviour;
  billing: BillingAddress | null;
}

interface TokenRow extends CardColumns {
  token: string;
  used_by: string | null;
  expires_at: Date;
}

export interface CardRow extends CardColumns {
  ref: string;
  customer_ref: string;
  created_at: Date;
  detached_at: Date | null;
}

export interface ChargeRow extends CardColumns {
  ref: string;
  /** Cleared when the provider forgets the key; `made_for` stays. */
  key: string;
  made_for: string;
  fingerprint: string;
  customer_ref: string;
  amount_cents: number;
  owner_kind: string;
  owner_id: string;
  description: string;
  return_url: string;
  status: 'processing' | 'confirm' | 'paid' | 'declined' | 'cancelled';
  reason: DeclineReason | null;
  save_card: boolean;
  saved_card_ref: string | null;
  settle_at: Date | null;
  created_at: Date;
}

export interface RefundRow {
  ref: string;
  key: string;
  made_for: string;
  charge_ref: string;
  amount_cents: number;
  status: 'pending' | 'refunded' | 'failed';
  reason: string | null;
  settle_at: Date | null;
  created_at: Date;
}

export interface DisputeRow {
  ref: string;
  charge_ref: string;
  amount_cents: number;
  reason: string;
  status: 'needs_response' | 'under_review' | 'won' | 'lost';
  created_at: Date;
  /** Null in one that the version before has made. */
  respond_by: Date | null;
  answered_by: string | null;
  /** What the bank was told, as JSON. */
  evidence: string | null;
}

export interface WarningRow {
  ref: string;
  charge_ref: string;
  reason: string;
  created_at: Date;
}

export interface SetupRow {
  id: string;
  key: string;
  customer_ref: string;
  success_url: string;
  failure_url: string;
  status: 'open' | 'complete' | 'failed';
  card_ref: string | null;
  expires_at: Date;
  created_at: Date;
}

export const payTables = (db: Query) =>
  db.withTables<{
    sandbox_pay_customers: {
      ref: string;
      key: string;
      email: string;
      name: string;
      created_at: Date;
    };
    sandbox_pay_tokens: TokenRow;
    sandbox_pay_cards: Omit<CardRow, 'detached_at'> & { detached_at: Generated<Date | null> };
    sandbox_pay_charges: ChargeRow;
    sandbox_pay_refunds: RefundRow;
    sandbox_pay_disputes: DisputeRow;
    sandbox_pay_warnings: WarningRow;
    sandbox_pay_setups: SetupRow;
  }>();

export const columnsOf = (card: SandboxCard): CardColumns => ({
  network: card.network,
  last4_digits: card.last4Digits,
  expiry: card.expiry,
  cardholder_name: card.cardholderName,
  behaviour: card.behaviour,
  billing: card.billing ?? null,
});

export const factsOf = (row: CardColumns): CardFacts => ({
  network: row.network,
  last4Digits: row.last4_digits,
  expiry: row.expiry,
  cardholderName: row.cardholder_name,
});

export const cardOf = (row: CardColumns): SandboxCard => ({
  ...factsOf(row),
  behaviour: row.behaviour,
  ...(row.billing && { billing: row.billing }),
});

export function chargeByKey(db: Query, key: string): Promise<ChargeRow | undefined> {
  return payTables(db)
    .selectFrom('sandbox_pay_charges')
    .selectAll()
    .where('key', '=', key)
    .executeTakeFirst();
}

/** Did this customer pay with such a card before? */
export async function hasPaid(
  db: Query,
  customerRef: string,
  card: { behaviour: CardBehaviour },
): Promise<boolean> {
  const found = await payTables(db)
    .selectFrom('sandbox_pay_charges')
    .select('ref')
    .where('customer_ref', '=', customerRef)
    .where('behaviour', '=', card.behaviour)
    .where('status', '=', 'paid')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** However old its key is; a paid one first. */
export function chargeMadeFor(db: Query, key: string): Promise<ChargeRow | undefined> {
  return payTables(db)
    .selectFrom('sandbox_pay_charges')
    .selectAll()
    .where('made_for', '=', key)
    .orderBy((by) => by.case().when('status', '=', 'paid').then(0).else(1).end())
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
}

export function chargeByRef(db: Query, ref: string): Promise<ChargeRow | undefined> {
  return payTables(db)
    .selectFrom('sandbox_pay_charges')
    .selectAll()
    .where('ref', '=', ref)
    .executeTakeFirst();
}

export function lockCharge(tx: Tx, ref: string): Promise<ChargeRow | undefined> {
  return payTables(tx)
    .selectFrom('sandbox_pay_charges')
    .selectAll()
    .where('ref', '=', ref)
    .forUpdate()
    .executeTakeFirst();
}

export function newestCharges(db: Query): Promise<ChargeRow[]> {
  return payTables(db)
    .selectFrom('sandbox_pay_charges')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('ref', 'desc')
    .limit(50)
    .execute();
}

export function newestDisputes(db: Query): Promise<DisputeRow[]> {
  return payTables(db)
    .selectFrom('sandbox_pay_disputes')
    .selectAll()
    .orderBy('created_at', 'desc')
    .limit(50)
    .execute();
}

/** With what became of its payment. */
export async function findWarning(db: Query, ref: string) {
  const { rows } = await sql<WarningRow & { is_over: boolean }>`
    select warning.*,
      exists (select from sandbox_pay_disputes where charge_ref = charge.ref)
      or charge.amount_cents <= (
        select coalesce(sum(amount_cents), 0) from sandbox_pay_refunds
        where charge_ref = charge.ref and status <> 'failed'
      ) as is_over
    from sandbox_pay_warnings as warning
    join sandbox_pay_charges as charge on charge.ref = warning.charge_ref
    where warning.ref = ${ref}`.execute(db);
  return rows[0];
}

export function newestRefunds(db: Query): Promise<RefundRow[]> {
  return payTables(db)
    .selectFrom('sandbox_pay_refunds')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('ref', 'desc')
    .limit(50)
    .execute();
}

export function savedCard(db: Query, ref: string): Promise<CardRow | undefined> {
  return payTables(db)
    .selectFrom('sandbox_pay_cards')
    .selectAll()
    .where('ref', '=', ref)
    .where('detached_at', 'is', null)
    .executeTakeFirst();
}

export async function saveCardRow(
  db: Query,
  customerRef: string,
  card: SandboxCard,
  fresh: { ref: string; now: Date },
): Promise<string> {
  const tables = payTables(db);
  const columns = columnsOf(card);
  const known = await tables
    .selectFrom('sandbox_pay_cards')
    .select('ref')
    .where('customer_ref', '=', customerRef)
    .where('detached_at', 'is', null)
    .where('last4_digits', '=', columns.last4_digits)
    .where('expiry', '=', columns.expiry)
    .where('cardholder_name', '=', columns.cardholder_name)
    .where('behaviour', '=', columns.behaviour)
    .where('network', 'is not distinct from', columns.network)
    .executeTakeFirst();
  if (known) return known.ref;
  await tables
    .insertInto('sandbox_pay_cards')
    .values({ ref: fresh.ref, customer_ref: customerRef, ...columns, created_at: fresh.now })
    .execute();
  return fresh.ref;
}
