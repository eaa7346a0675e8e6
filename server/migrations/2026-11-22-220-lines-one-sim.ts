import { sql, type Kysely } from 'kysely';

/** Owner: lines. A SIM is on one living line at most. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The demo's lines were seeded with one and the same number.
  await sql`update lines set iccid = '8901410000' || mdn || '0'
    where order_id is null and iccid = '8901410000000000013' and length(mdn) = 10`.execute(db);
  // Of several lines the one that works with it, or the oldest, keeps it. A second active one
  // cannot work: it stops until somebody looks at it.
  await sql`
    with ranked as (
      select id, row_number() over (
        partition by tenant_id, iccid order by (status = 'active') desc, created_at, id
      ) as place
      from lines where iccid <> '' and status <> 'ended'
    )
    update lines set iccid = '', esim_state = null,
      status = case when status = 'active' then 'suspended' else status end
    where id in (select id from ranked where place > 1)`.execute(db);
  await sql`create unique index lines_one_sim on lines (tenant_id, iccid)
    where iccid <> '' and status <> 'ended'`.execute(db);
}
