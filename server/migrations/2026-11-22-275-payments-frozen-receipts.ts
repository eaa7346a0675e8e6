import { sql, type Kysely } from 'kysely';

/**
 * Owner: payments. Who bought and who sold, as a receipt names them, kept with the payment. What
 * was paid before is frozen from what is known now: the customer here, the seller by a job, because
 * only the brand's settings know it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table charges
    add column customer jsonb not null default '[]', add column seller jsonb`.execute(db);
  await sql`alter table transactions
    add column customer jsonb not null default '[]', add column seller jsonb`.execute(db);
  const lines = sql`
    select id, tenant_id, (
      select jsonb_agg(line order by at) from (values
        (1, concat_ws(' ', first_name, last_name)),
        (2, concat_ws(' ', nullif(street_number, ''), nullif(street_direction, ''),
          nullif(street_name, ''))),
        (3, concat_ws(', ', nullif(city, ''),
          nullif(concat_ws(' ', nullif(state, ''), nullif(zip_code, '')), ''))),
        (4, email)
      ) as address (at, line) where line <> ''
    ) as lines from customers`;
  for (const table of ['charges', 'transactions']) {
    const rows = sql.table(table);
    await sql`
      update ${rows} as paid set customer = known.lines from (${lines}) as known
      where known.id = paid.customer_id and known.tenant_id = paid.tenant_id`.execute(db);
  }
  await sql`create index transactions_unfrozen on transactions (tenant_id)
    where seller is null`.execute(db);
}
