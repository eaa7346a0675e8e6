import { type ColumnType, type RawBuilder, sql } from 'kysely';
import type { Query, Tx } from '../db/database.ts';
import { prepared } from '../db/prepared.ts';
import type { Owner } from '../http/who.ts';
import type { Amounts, Totals } from './amounts.ts';
import type { ChargeOwner } from './owner.ts';
import type { Seller } from './parties.ts';
import { inAll } from './payment-parts.ts';
import type { ChargedRow, ChargeRow, TransactionRow } from './rows.ts';
import { inTheirOrder } from './together-store.ts';

type Json<T, Written = string> = ColumnType<T, Written, Written>;
const written = (value: object | null) => value && JSON.stringify(value);

interface TransactionTable extends Omit<TransactionRow, 'amounts' | 'customer' | 'seller'> {
  customer: Json<string[]>;
  seller: Json<Seller | null, string | null>;
  amounts: Json<Amounts>;
}

const tables = (db: Query) =>
  db.withTables<{
    transactions: TransactionTable;
    charges: Pick<ChargeRow, 'id' | 'status' | 'returned_cents' | 'payer_id'>;
  }>();

export async function insertTransaction(db: Query, row: TransactionRow): Promise<void> {
  await tables(db)
    .insertInto('transactions')
    .values({
      ...row,
      amounts: JSON.stringify(row.amounts),
      customer: JSON.stringify(row.customer),
      seller: written(row.seller),
    })
    .execute();
}

export async function freezeCustomer(db: Query, id: string, customer: string[]): Promise<void> {
  await tables(db)
    .updateTable('transactions')
    .set({ customer: JSON.stringify(customer) })
    .where('id', '=', id)
    .where(sql<boolean>`customer = '[]'::jsonb`)
    .execute();
}

export async function freezeSeller(
  db: Query,
  tenant: number,
  seller: Seller,
  limit: number,
): Promise<number> {
  const frozen = await tables(db)
    .updateTable('transactions')
    .set({ seller: JSON.stringify(seller) })
    .where('id', 'in', (select) =>
      select
        .selectFrom('transactions')
        .select('id')
        .where('tenant_id', '=', tenant)
        .where('seller', 'is', null)
        .limit(limit),
    )
    .executeTakeFirst();
  return Number(frozen.numUpdatedRows);
}

const goingBackOf = (charge: RawBuilder<unknown>) => sql<number | null>`(
    select sum(amount_cents)::int from refunds
    where refunds.charge_id = ${charge} and refunds.status in ('requested', 'pending')
  )`;
const returnedToOf = (charge: RawBuilder<unknown>) => sql<ChargedRow['returned_to']>`(
    select array_agg(distinct case
      when refunds.status = 'refunded' then 'card' when note = 'credit' then 'credit' else 'other'
    end) from refunds
    where refunds.charge_id = ${charge} and refunds.status in ('refunded', 'by_hand')
  )`;
const creditedOf = (charge: RawBuilder<unknown>) => sql<ChargedRow['credited']>`(
    select json_agg(json_build_object('cents', amount_cents, 'at', settled_at) order by settled_at)
    from refunds
    where refunds.charge_id = ${charge} and refunds.status = 'by_hand' and note = 'credit'
  )`;

const its = sql`transactions.charge_id`;
const [goingBack, returnedTo, credited] = [goingBackOf(its), returnedToOf(its), creditedOf(its)];

/** Null where it paid for one line. Asked with `exists`, PostgreSQL would read all charges once. */
const partsOfIt = sql<ChargedRow['parts']>`(
    case when (select true from charges as further where further.paid_with = ${its} limit 1) then (
      select json_agg(json_build_object(
        'item', part.item, 'cents', part.amount_cents, 'order_id', part.owner_id,
        'status', part.status, 'returned_cents', part.returned_cents,
        'going_back_cents', ${goingBackOf(sql`part.id`)},
        'returned_to', ${returnedToOf(sql`part.id`)}, 'credited', ${creditedOf(sql`part.id`)}
      ) order by ${inTheirOrder('part')})
      from charges as part where part.id = ${its} or part.paid_with = ${its}
    ) end
  )`;

/** Named, so that it is planned once on a connection. */
const columns = [
  'id',
  'tenant_id',
  'customer_id',
  'charge_id',
  'owner_kind',
  'owner_id',
  'kind',
  'item',
  'transaction_time',
  'successful',
  'amounts',
  'final_cents',
  'customer',
  'seller',
  'network',
  'last4_digits',
] as const satisfies readonly (keyof TransactionRow)[];

const charged = (db: Query) =>
  tables(db)
    .selectFrom('transactions')
    .select(columns)
    .select((the) =>
      the
        .selectFrom('charges')
        .select('status')
        .whereRef('charges.id', '=', 'transactions.charge_id')
        .as('charge_status'),
    )
    .select((of) =>
      of
        .selectFrom('charges')
        .select('returned_cents')
        .whereRef('charges.id', '=', 'transactions.charge_id')
        .as('returned_cents'),
    )
    .select((of) =>
      of
        .selectFrom('charges')
        .select('payer_id')
        .whereRef('charges.id', '=', 'transactions.charge_id')
        .as('payer_id'),
    )
    .select([
      goingBack.as('going_back_cents'),
      returnedTo.as('returned_to'),
      credited.as('credited'),
      partsOfIt.as('parts'),
    ]);

/** Of those that pay for several lines, what is of all of them. */
const firstOf = async (rows: Promise<ChargedRow | undefined>): Promise<ChargedRow | undefined> => {
  const row = await rows;
  return row && inAll(row);
};

export function transactionById(
  db: Query,
  owner: Owner,
  id: string,
): Promise<ChargedRow | undefined> {
  return firstOf(
    charged(db)
      .where('tenant_id', '=', owner.tenant)
      .where('customer_id', '=', owner.customerId)
      .where('id', '=', id)
      .executeTakeFirst(),
  );
}

const newestOf = (db: Query, owner: Owner, where: RawBuilder<boolean>) =>
  firstOf(
    charged(db)
      .where('tenant_id', '=', owner.tenant)
      .where('customer_id', '=', owner.customerId)
      .where(where)
      .orderBy('transaction_time', 'desc')
      .orderBy('id', 'desc')
      .executeTakeFirst(),
  );

/** The newest; of a further line of a purchase, that of the payment it is a part of. */
export async function transactionOf(
  db: Query,
  owner: Owner,
  { kind, id }: ChargeOwner,
): Promise<ChargedRow | undefined> {
  const own = sql<boolean>`owner_kind = ${kind} and owner_id = ${id}`;
  const shared = sql<boolean>`charge_id = any(array(
    select paid_with from charges where ${own} and paid_with is not null))`;
  return (await newestOf(db, owner, own)) ?? newestOf(db, owner, shared);
}

export function transactionOfCharge(
  db: Query,
  owner: Owner,
  chargeId: string,
): Promise<ChargedRow | undefined> {
  return firstOf(
    charged(db)
      .where('tenant_id', '=', owner.tenant)
      .where('customer_id', '=', owner.customerId)
      .where('charge_id', '=', chargeId)
      .where('successful', '=', true)
      .executeTakeFirst(),
  );
}

export interface TransactionFilter {
  from?: Date | undefined;
  before?: Date | undefined;
  search?: { text: string; amount?: { from: number; to: number } | undefined } | undefined;
  after?: { time: Date; id: string } | undefined;
  limit: number;
}

/** Without the lines of its bill, which only a receipt shows. */
export type HistoryRow = Pick<
  ChargedRow,
  | ('id' | 'kind' | 'item' | 'transaction_time' | 'successful' | 'final_cents')
  | ('network' | 'last4_digits' | 'charge_status' | 'returned_cents' | 'owner_id' | 'payer_id')
  | ('going_back_cents' | 'returned_to' | 'credited' | 'parts')
> & { amounts: Totals };

const shown = sql`id, kind, item, transaction_time, successful, amounts - 'lines' as amounts, final_cents, network, last4_digits, owner_id, (
    select status from charges where charges.id = transactions.charge_id
  ) as charge_status, (
    select returned_cents from charges where charges.id = transactions.charge_id
  ) as returned_cents, (
    select payer_id from charges where charges.id = transactions.charge_id
  ) as payer_id, ${goingBack} as going_back_cents, ${returnedTo} as returned_to,
  ${credited} as credited, ${partsOfIt} as parts`;

const part = (
  tenant: number,
  customerId: string,
  from: Date | string,
  olderThan: Date | string,
  olderThanId: string,
) => sql`tenant_id = ${tenant} and customer_id = ${customerId}
  and transaction_time >= ${from} and (transaction_time, id) < (${olderThan}, ${olderThanId})`;

const newest = (limit: number) => sql`order by transaction_time desc, id desc limit ${limit}`;

const newestOfPart = prepared((db, limit: number, ...of: Parameters<typeof part>) =>
  sql<HistoryRow>`
      select ${shown} from transactions where ${part(...of)} ${newest(limit)}`.compile(db),
);

/** By key, so that a late page costs no more than the first. */
export async function transactionsOf(
  db: Query,
  owner: Owner,
  { from, before, search, after, limit }: TransactionFilter,
): Promise<HistoryRow[]> {
  const older =
    after && !(before && before < after.time) ? after : { time: before ?? 'infinity', id: '' };
  const { tenant, customerId } = owner;
  const of = [tenant, customerId, from ?? '-infinity', older.time, older.id] as const;
  if (!search) return (await newestOfPart(db, limit, ...of)).map(inAll);
  const whose = sql`tenant_id = ${tenant} and customer_id = ${customerId}`;
  const wanted = part(...of);
  const like = `%${search.text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const amount = search.amount ?? { from: 1, to: 0 };
  // A million orders have few different items: jump from one to the next in the index, then take
  // the newest of each match.
  const found = await sql<HistoryRow>`
    with recursive items as (
      (select item from transactions where ${whose} order by item limit 1)
      union all
      select (
        select next.item from transactions as next
        where ${whose} and next.item > items.item order by next.item limit 1
      ) from items where items.item is not null
    ), hits as (
      select hit.* from items cross join lateral (
        select transaction_time, id from transactions
        where ${wanted} and item = items.item ${newest(limit)}
      ) as hit where items.item ilike ${like}
      union
      select hit.* from generate_series(${amount.from}::int, ${amount.to}::int) as cents
      cross join lateral (
        select transaction_time, id from transactions
        where ${wanted} and final_cents = cents ${newest(limit)}
      ) as hit
    ), page as (select id from hits ${newest(limit)})
    select ${shown} from transactions join page using (id)
    order by transaction_time desc, id desc`.execute(db);
  return found.rows.map(inAll);
}

export async function moveTransactions(tx: Tx, tenant: number, from: string, to: string) {
  await tables(tx)
    .updateTable('transactions')
    .set({ customer_id: to })
    .where('tenant_id', '=', tenant)
    .where('customer_id', '=', from)
    .execute();
}
