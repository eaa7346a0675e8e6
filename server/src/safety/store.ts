import type { PauseWhy, Stopped } from '@portside/contract/safety';
import { sql, type ColumnType } from 'kysely';
import type { Query, Tx } from '../db/database.ts';
import type { Owner } from '../http/who.ts';

export interface PauseRow {
  customer_id: string;
  tenant_id: number;
  /** Of the first event; later ones only extend it. */
  began_at: Date;
  until: Date;
  /** The latest event. */
  why: PauseWhy;
  /** Early, by its owner. */
  ended_at: Date | null;
  stopped: ColumnType<Stopped[], string, string>;
  /** How much of what was stopped the owner was told of; null: nothing yet. */
  told: number | null;
}

const tables = (db: Query) => db.withTables<{ safety_pauses: PauseRow }>();

interface Begun {
  owner: Owner;
  now: Date;
  until: Date;
  why: PauseWhy;
}

/** Extends one that still runs. */
export async function beginPause(tx: Tx, { owner, now, until, why }: Begun): Promise<void> {
  const { tenant, customerId } = owner;
  await sql`
    insert into safety_pauses (customer_id, tenant_id, began_at, until, why)
    values (${customerId}, ${tenant}, ${now}, ${until}, ${why})
    on conflict (customer_id) do update set
      until = greatest(safety_pauses.until, excluded.until), why = excluded.why, ended_at = null,
      began_at = case when ${runs(now)} then safety_pauses.began_at else excluded.began_at end,
      stopped = case when ${runs(now)} then safety_pauses.stopped else '[]'::jsonb end,
      told = case when ${runs(now)} then safety_pauses.told end`.execute(tx);
}

const runs = (now: Date) =>
  sql<boolean>`(safety_pauses.ended_at is null and safety_pauses.until > ${now})`;

const running = (db: Query, { tenant, customerId }: Owner, now: Date) =>
  tables(db)
    .selectFrom('safety_pauses')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('customer_id', '=', customerId)
    .where('ended_at', 'is', null)
    .where('until', '>', now);

export const pauseOf = (db: Query, owner: Owner, now: Date) =>
  running(db, owner, now).executeTakeFirst();

/** Running or over. */
export const lastOf = (db: Query, { tenant, customerId }: Owner) =>
  tables(db)
    .selectFrom('safety_pauses')
    .select(['began_at', 'why'])
    .where('tenant_id', '=', tenant)
    .where('customer_id', '=', customerId)
    .executeTakeFirst();

export const lockPause = (tx: Tx, owner: Owner, now: Date) =>
  running(tx, owner, now).forUpdate().executeTakeFirst();

export async function addStopped(tx: Tx, owner: Owner, more: readonly Stopped[]): Promise<void> {
  await sql`update safety_pauses set stopped = stopped || ${JSON.stringify(more)}::jsonb
    where tenant_id = ${owner.tenant} and customer_id = ${owner.customerId}`.execute(tx);
}

export async function setPause(
  tx: Tx,
  owner: Owner,
  values: Partial<Pick<PauseRow, 'ended_at' | 'told'>>,
): Promise<void> {
  await tables(tx)
    .updateTable('safety_pauses')
    .set(values)
    .where('tenant_id', '=', owner.tenant)
    .where('customer_id', '=', owner.customerId)
    .execute();
}

/** When accounts become one, its owner's stays paused as long as the other was. */
export async function movePause(tx: Tx, from: Owner, to: Owner, now: Date): Promise<void> {
  await sql`
    insert into safety_pauses (customer_id, tenant_id, began_at, until, why, ended_at, stopped, told)
    select ${to.customerId}, tenant_id, began_at, until, why, ended_at, stopped, told
    from safety_pauses where tenant_id = ${from.tenant} and customer_id = ${from.customerId}
      and ended_at is null and until > ${now}
    on conflict (customer_id) do update set
      until = greatest(safety_pauses.until, excluded.until), ended_at = null,
      why = case when ${runs(now)} then safety_pauses.why else excluded.why end,
      began_at = case when ${runs(now)} then least(safety_pauses.began_at, excluded.began_at)
        else excluded.began_at end,
      stopped = case when ${runs(now)} then safety_pauses.stopped || excluded.stopped
        else excluded.stopped end,
      told = case when ${runs(now)} then safety_pauses.told else excluded.told end`.execute(tx);
  await tables(tx)
    .deleteFrom('safety_pauses')
    .where('tenant_id', '=', from.tenant)
    .where('customer_id', '=', from.customerId)
    .execute();
}
