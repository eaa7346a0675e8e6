import { sql, type Kysely } from 'kysely';

/** Owner: lines. A line is active only with a SIM. One without is set up anew, with its number. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update lines
    set status = 'pending', activation_ref = null, activated_at = null, paid_until = null
    where status = 'active' and iccid = ''`.execute(db);
  await sql`alter table lines add constraint lines_active_has_sim
    check (status <> 'active' or iccid <> '')`.execute(db);
}
