import { sql } from 'kysely';
import type { Query } from '../db/database.ts';
import type { Owner } from '../http/who.ts';
import type { LineRow } from './store.ts';

/** As the index has it: a number that was given up may be somebody else's. */
const hasNumber = sql<boolean>`mdn <> '' and status <> 'ended'`;

const tables = (db: Query) => db.withTables<{ lines: LineRow }>();

export function findLines(
  db: Query,
  tenant: number,
  by: { id: string } | { mdn: string } | { iccid: string },
  limit: number,
) {
  const found = tables(db)
    .selectFrom('lines')
    .select(['id', 'tenant_id', 'customer_id', 'mdn'])
    .where('tenant_id', '=', tenant)
    .orderBy('created_at', 'desc')
    .limit(limit);
  if ('id' in by) return found.where('id', '=', by.id).execute();
  if ('mdn' in by) return found.where(hasNumber).where('mdn', '=', by.mdn).execute();
  return found.where('iccid', '=', by.iccid).execute();
}

export async function numbersOf(db: Query, tenant: number, customers: readonly string[]) {
  if (customers.length === 0) return [];
  return tables(db)
    .selectFrom('lines')
    .select(['customer_id', 'mdn'])
    .where('tenant_id', '=', tenant)
    .where('customer_id', 'in', customers)
    .where(hasNumber)
    .orderBy('created_at')
    .execute();
}

/** Somebody else reads what is sent there (P04). */
const isGiven = sql<boolean>`exists (
  select from line_members where line_id = lines.id and state = 'accepted'
)`;

export function linesInUse(db: Query, owner: Owner) {
  return tables(db)
    .selectFrom('lines')
    .select(['id', 'mdn', 'activated_at'])
    .where('tenant_id', '=', owner.tenant)
    .where('customer_id', '=', owner.customerId)
    .where('status', '=', 'active')
    .where('mdn', '<>', '')
    .where(isGiven, '=', false)
    .orderBy('activated_at')
    .limit(20)
    .execute();
}

/**
 * Of lines that went to other accounts, and of those that the customer had of others (P04), where they
 * have no line with that number now.
 */
export async function handedNumbers(
  db: Query,
  { tenant, customerId }: Owner,
): Promise<readonly string[]> {
  const { rows } = await sql<{ mdn: string }>`
    select distinct mdn from lines
    where tenant_id = ${tenant} and mdn <> ''
      and (
        (customer_id = ${customerId} and coalesce(handed_over_at, separated_at) is not null)
        or (
          id = any(array(
            select line_id from line_members where tenant_id = ${tenant}
              and member_customer_id = ${customerId} and accepted_at is not null
          ))
          and (status <> 'ended' or coalesce(handed_over_at, separated_at) is not null)
        )
      )
      and not exists (
        select from line_members join lines as theirs on theirs.id = line_id
        where line_members.tenant_id = ${tenant} and member_customer_id = ${customerId}
          and state = 'accepted' and theirs.mdn = lines.mdn and theirs.status <> 'ended'
      )
      and not exists (
        select from lines as own where own.tenant_id = ${tenant}
          and own.customer_id = ${customerId} and own.mdn = lines.mdn and own.status <> 'ended'
      )`.execute(db);
  return rows.map(({ mdn }) => mdn);
}

/** Of whatever brand, also by a number that comes. */
export function livingLineNamed(db: Query, number: string): Promise<LineRow | undefined> {
  return tables(db)
    .selectFrom('lines')
    .selectAll()
    .where((or) => or.or([or('mdn', '=', number), or('incoming_mdn', '=', number)]))
    .where('status', '!=', 'ended')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}
