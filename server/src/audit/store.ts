import { sql } from 'kysely';
import type { Query, Tx } from '../db/database.ts';

export interface AuditRow {
  id: string;
  tenant_id: number;
  at: Date;
  /** Null for the command line. */
  staff_id: string | null;
  staff: string;
  role: string;
  call: string;
  customer_id: string | null;
  about: string | null;
  outcome: string;
  /** JSON, kept as it was written: its text is what the stamp is of. */
  detail: string;
  network: string;
  user_agent: string;
  request_id: string;
  stamp: string;
  seq: number | null;
  hash: string | null;
}

interface ChainRow {
  tenant_id: number;
  last_seq: number;
  last_hash: string;
  stamp: string;
}

const tables = (db: Query) => db.withTables<{ audit_entries: AuditRow; audit_chains: ChainRow }>();

export async function insertEntry(db: Query, row: AuditRow): Promise<void> {
  await tables(db).insertInto('audit_entries').values(row).execute();
}

export interface Asked {
  tenant: number;
  customerIds?: readonly string[] | undefined;
  staffId?: string | undefined;
  call?: string | undefined;
  outcome?: string | undefined;
  before?: string | undefined;
  since?: string | undefined;
  until?: string | undefined;
  /** Calls that are left out. */
  besides?: readonly string[];
  limit: number;
}

/** Ids sort by time. */
export function entriesOf(db: Query, asked: Asked): Promise<AuditRow[]> {
  let found = tables(db)
    .selectFrom('audit_entries')
    .selectAll()
    .where('tenant_id', '=', asked.tenant);
  // No customer has the empty id: a list of nobody finds nothing.
  if (asked.customerIds) found = found.where('customer_id', 'in', [...asked.customerIds, '']);
  if (asked.staffId) found = found.where('staff_id', '=', asked.staffId);
  if (asked.call) found = found.where('call', '=', asked.call);
  if (asked.outcome) found = found.where('outcome', '=', asked.outcome);
  if (asked.besides?.length) found = found.where('call', 'not in', asked.besides);
  if (asked.before) found = found.where('id', '<', asked.before);
  if (asked.since) found = found.where('id', '>=', asked.since);
  if (asked.until) found = found.where('id', '<', asked.until);
  return found.orderBy('id', 'desc').limit(asked.limit).execute();
}

export async function lockChain(tx: Tx, tenant: number): Promise<ChainRow> {
  await tables(tx)
    .insertInto('audit_chains')
    .values({ tenant_id: tenant, last_seq: 0, last_hash: '', stamp: '' })
    .onConflict((on) => on.doNothing())
    .execute();
  return tables(tx)
    .selectFrom('audit_chains')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function chainOf(db: Query, tenant: number): Promise<ChainRow | undefined> {
  return tables(db)
    .selectFrom('audit_chains')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .executeTakeFirst();
}

export function unsealed(db: Query, tenant: number, limit: number): Promise<AuditRow[]> {
  return tables(db)
    .selectFrom('audit_entries')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('seq', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function seal(
  tx: Tx,
  sealed: readonly { id: string; seq: number; hash: string }[],
  chain: ChainRow,
): Promise<void> {
  const rows = sealed.map(({ id, seq, hash }) => sql`(${id}, ${seq}::int, ${hash})`);
  await sql`update audit_entries e set seq = v.seq, hash = v.hash
    from (values ${sql.join(rows)}) as v (id, seq, hash) where e.id = v.id`.execute(tx);
  await tables(tx)
    .updateTable('audit_chains')
    .set({ last_seq: chain.last_seq, last_hash: chain.last_hash, stamp: chain.stamp })
    .where('tenant_id', '=', chain.tenant_id)
    .execute();
}

export function sealedAfter(
  db: Query,
  tenant: number,
  seq: number,
  limit: number,
): Promise<AuditRow[]> {
  return tables(db)
    .selectFrom('audit_entries')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(limit)
    .execute();
}
