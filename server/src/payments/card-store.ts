import type { CardPageStatus } from '@portside/contract/payments';
import { sql } from 'kysely';
import type { CardFacts } from '../adapters/payment/payment.ts';
import { clearAway } from '../db/clearing.ts';
import type { Query, Tx } from '../db/database.ts';
import type { Owner } from '../http/who.ts';
import type { CardRow, PaymentCustomerRow, SetupRow } from './rows.ts';

const tables = (db: Query) =>
  db.withTables<{ payment_customers: PaymentCustomerRow; cards: CardRow; card_setups: SetupRow }>();

export async function customerRef(db: Query, owner: Owner) {
  const row = await tables(db)
    .selectFrom('payment_customers')
    .select('ref')
    .where('tenant_id', '=', owner.tenant)
    .where('customer_id', '=', owner.customerId)
    .executeTakeFirst();
  return row?.ref;
}

/** @returns the one that is known: of two that were made at once, the first */
export async function saveCustomerRef(db: Query, row: PaymentCustomerRow): Promise<string> {
  const { ref } = await tables(db)
    .insertInto('payment_customers')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('customer_id')
        .doUpdateSet((known) => ({ ref: known.ref('payment_customers.ref') })),
    )
    .returning('ref')
    .executeTakeFirstOrThrow();
  return ref;
}

export function cardsOf(db: Query, owner: Owner): Promise<CardRow[]> {
  return tables(db)
    .selectFrom('cards')
    .selectAll()
    .where('tenant_id', '=', owner.tenant)
    .where('customer_id', '=', owner.customerId)
    .orderBy('primary_card', 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export function cardOfTenants(
  db: Query,
  tenants: readonly number[],
  ref: string,
): Promise<CardRow | undefined> {
  return tables(db)
    .selectFrom('cards')
    .selectAll()
    .where('tenant_id', 'in', tenants)
    .where('ref', '=', ref)
    .executeTakeFirst();
}

export async function updateCard(tx: Tx, id: string, facts: CardFacts): Promise<void> {
  const { cardholderName, last4Digits, expiry, network } = facts;
  await tables(tx)
    .updateTable('cards')
    .set({ cardholder_name: cardholderName, last4_digits: last4Digits, expiry, network })
    .where('id', '=', id)
    .execute();
}

export async function lockCards(tx: Tx, { customerId }: Owner): Promise<void> {
  const key = `cards ${customerId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
}

export async function insertCard(db: Query, row: CardRow): Promise<void> {
  await tables(db).insertInto('cards').values(row).execute();
}

export async function deleteCard(db: Query, id: string): Promise<void> {
  await tables(db).deleteFrom('cards').where('id', '=', id).execute();
}

export async function makePrimary(tx: Tx, card: CardRow): Promise<void> {
  const cards = tables(tx).updateTable('cards').where('customer_id', '=', card.customer_id);
  await cards.set({ primary_card: false }).where('primary_card', '=', true).execute();
  await cards.set({ primary_card: true }).where('id', '=', card.id).execute();
}

export async function insertSetup(db: Query, row: SetupRow): Promise<void> {
  await tables(db).insertInto('card_setups').values(row).execute();
}

const setupsOf = (db: Query, sessionId: string) =>
  tables(db).selectFrom('card_setups').selectAll().where('session_id', '=', sessionId);

export function setupOf(db: Query, owner: Owner, sessionId: string): Promise<SetupRow | undefined> {
  return setupsOf(db, sessionId)
    .where('tenant_id', '=', owner.tenant)
    .where('customer_id', '=', owner.customerId)
    .executeTakeFirst();
}

export function setupOfTenants(
  db: Query,
  tenants: readonly number[],
  sessionId: string,
): Promise<SetupRow | undefined> {
  return setupsOf(db, sessionId).where('tenant_id', 'in', tenants).executeTakeFirst();
}

export function openSetups(
  db: Query,
  before: Date,
  since: Date = new Date(0),
): Promise<SetupRow[]> {
  return tables(db)
    .selectFrom('card_setups')
    .selectAll()
    .where('status', '=', 'open')
    .where('created_at', '<', before)
    .where('created_at', '>=', since)
    .orderBy(sql`random()`)
    .limit(500)
    .execute();
}

/** So many milliseconds after the oldest open one was made. */
export const oldestSetup = (after: number) => sql<Date | null>`(
  select min(created_at) + ${after}::float8 * interval '1 millisecond'
  from card_setups where status = 'open'
)`;

export async function dropSetups(db: Query, before: Date): Promise<void> {
  await clearAway(db, 'card_setups', sql`created_at < ${before} and status <> 'open'`);
}

export function lockAnySetup(tx: Tx, id: string): Promise<SetupRow> {
  return tables(tx)
    .selectFrom('card_setups')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export function closeSetup(
  tx: Tx,
  id: string,
  status: CardPageStatus,
  cardId: string | null,
): Promise<SetupRow> {
  return tables(tx)
    .updateTable('card_setups')
    .set({ status, card_id: cardId })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function dropCardsOf(tx: Tx, owner: Owner) {
  return tables(tx)
    .deleteFrom('cards')
    .where('tenant_id', '=', owner.tenant)
    .where('customer_id', '=', owner.customerId)
    .returning('ref')
    .execute();
}

export function cardsByLast4(db: Query, tenant: number, last4: string, limit: number) {
  return tables(db)
    .selectFrom('cards')
    .select(['id', 'customer_id'])
    .where('tenant_id', '=', tenant)
    .where('last4_digits', '=', last4)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
