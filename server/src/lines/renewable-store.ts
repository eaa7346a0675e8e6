import { sql } from 'kysely';
import type { Query, Tx } from '../db/database.ts';
import type { Owner } from '../http/who.ts';
import { type KnownPeriod, periodsOfLine } from './period-store.ts';
import type { LineRow } from './store.ts';

/** What a renewal is about. */
const columns = [
  'id',
  'tenant_id',
  'customer_id',
  'status',
  'mdn',
  'plan_id',
  'plan_name',
  'plan_flag',
  'zip_code',
  'service_address',
  'address_customer_id',
  'paid_until',
  'handed_over_at',
  'separated_at',
  'taken_over_at',
  'own_since',
  'user_since',
  'carrier_key',
] as const satisfies readonly (keyof LineRow)[];

export type RenewableRow = Pick<LineRow, (typeof columns)[number]>;

const linesById = (db: Query, id: string) =>
  db
    .withTables<{ lines: LineRow }>()
    .selectFrom('lines')
    .select(columns)
    .where('lines.id', '=', id);

/** Anybody's, without its periods. */
export const anyLineAlone = (db: Query, id: string): Promise<RenewableRow | undefined> =>
  linesById(db, id).executeTakeFirst();

type WithPeriods = RenewableRow & { readonly periods: KnownPeriod[] };

/** Anybody's, with its periods in one statement. */
export async function anyLineWithPeriods(db: Query, id: string): Promise<WithPeriods | undefined> {
  const row = await linesById(db, id).select(periodsOfLine.as('periods')).executeTakeFirst();
  return row && { ...row, periods: row.periods ?? [] };
}

export async function lineWithPeriodsOf(
  db: Query,
  { tenant, customerId }: Owner,
  id: string,
): Promise<WithPeriods | undefined> {
  const row = await linesById(db, id)
    .where('tenant_id', '=', tenant)
    .where('customer_id', '=', customerId)
    .select(periodsOfLine.as('periods'))
    .executeTakeFirst();
  return row && { ...row, periods: row.periods ?? [] };
}

/** Taken before what points to the line: whoever changes the line takes it first, too. */
export async function holdLine(tx: Tx, id: string): Promise<void> {
  await sql`select from lines where id = ${id} for key share`.execute(tx);
}

/** Something can be planned for what comes after its first period; or it is over. */
export const hasBegun = (lineId: string) =>
  sql<boolean>`exists (
    select from lines where lines.id = ${sql.ref(lineId)}
      and (paid_until is not null or status = 'ended')
  )`;

/** Ids of a customer's lines. */
export const linesOfHolder = ({ tenant, customerId }: Owner) =>
  sql`select id from lines where tenant_id = ${tenant} and customer_id = ${customerId}`;

/** Works, is not about to end, and its number stays. */
export const goingOn = sql`
  select id, tenant_id, paid_until from lines
  where status = 'active' and paid_until is not null
    and not exists (select from line_endings where line_id = lines.id)
    and not exists (
      select from line_work where line_work.line_id = lines.id and 'port_out' in (what, next)
    )`;

/** Each with the moment since when it is from another account, if it is. */
export const takenOver = sql`
  select id, mdn, coalesce(taken_over_at, own_since) as taken_over_at from lines`;

/** Lines that have not ended, with the price that each last paid for its plan. */
export const linesAndPrices = sql`
  select lines.id, lines.tenant_id, lines.plan_id, lines.plan_name, last.plan_id as last_plan_id,
    last.price_cents
  from lines
  left join lateral (
    select plan_id, price_cents from line_periods
    where line_id = lines.id and taken_back_at is null order by number desc limit 1
  ) as last on true
  where lines.status <> 'ended'`;
