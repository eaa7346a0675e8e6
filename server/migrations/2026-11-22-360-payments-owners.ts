import { sql, type Kysely } from 'kysely';

/**
 * Owner: payments. A charge pays for an order today, and for other things later: it keeps the kind
 * and the id of what it pays for. Refunds and disputes know it by their charge.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table charges rename column order_id to owner_id`.execute(db);
  // Old rows are orders; a new one says what it is, so nothing is taken for granted afterwards.
  await sql`alter table charges
    add column owner_kind text not null default 'order',
    add column present boolean not null default true`.execute(db);
  await sql`alter table charges
    alter column owner_kind drop default, alter column present drop default,
    drop constraint charges_order_id_attempt_key,
    drop constraint charges_order_id_idempotency_key_key,
    add constraint charges_attempt unique (owner_kind, owner_id, attempt),
    add constraint charges_idempotency_key unique (owner_kind, owner_id, idempotency_key)`.execute(
    db,
  );

  await sql`alter table transactions rename column order_id to owner_id`.execute(db);
  await sql`alter table transactions add column owner_kind text`.execute(db);
  await sql`update transactions set owner_kind = 'order' where owner_id is not null`.execute(db);
  await sql`alter table transactions
    add constraint transactions_owner check ((owner_kind is null) = (owner_id is null))`.execute(
    db,
  );
  await sql`drop index transactions_of_order`.execute(db);
  await sql`create index transactions_of_owner on transactions (owner_kind, owner_id)`.execute(db);

  await sql`alter table refunds drop column order_id`.execute(db);
  await sql`alter table disputes drop column order_id`.execute(db);
  await sql`create index disputes_of_charge on disputes (charge_id)`.execute(db);
}
