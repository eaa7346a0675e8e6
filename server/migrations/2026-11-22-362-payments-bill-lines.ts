import { sql, type Kysely, type RawBuilder } from 'kysely';

/**
 * Owner: payments, and checkout for its quotes and orders. Lines of bills were kept as English
 * sentences; now they keep what they are for. A sentence that is none of ours stays as it is.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update quotes set lines = ${converted(sql`lines`)}`.execute(db);
  for (const [table, column, path] of [
    ['orders', 'quote', '{amounts,lines}'],
    ['charges', 'amounts', '{lines}'],
    ['transactions', 'amounts', '{lines}'],
  ] as const) {
    const bill = sql.ref(column);
    const lines = sql`${bill} #> ${sql.lit(path)}`;
    await sql`update ${sql.table(table)}
      set ${bill} = jsonb_set(${bill}, ${sql.lit(path)}, ${converted(lines)})
      where jsonb_typeof(${lines}) = 'array'`.execute(db);
  }
}

const converted = (lines: RawBuilder<unknown>) => sql`(
  select coalesce(jsonb_agg(
    case
      when value is not null then jsonb_build_object('kind', kind, name, value)
      when kind = 'activation' and label = 'Activation fee' then jsonb_build_object('kind', kind)
      else jsonb_build_object('kind', 'other', 'of', kind, 'text', label)
    end || jsonb_build_object('cents', line -> 'cents') order by at
  ), '[]')
  from jsonb_array_elements(${lines}) with ordinality as old (line, at)
  cross join lateral (select line ->> 'kind' as kind, line ->> 'label' as label) as said
  cross join lateral (select
    case kind
      when 'plan' then 'name'
      when 'discount' then 'code'
      when 'company_fee' then 'company'
      else 'place'
    end as name,
    case kind
      when 'plan' then label
      when 'discount' then substring(label from '^Promo code (.+)$')
      when 'company_fee' then
        substring(label from '^Regulatory fee \\(charged by (.+), not a tax\\)$')
      when 'tax' then substring(label from '^(.+) sales tax$')
      when 'government_fee' then substring(label from '^(.+) 911 fee$')
    end as value) as known
)`;
