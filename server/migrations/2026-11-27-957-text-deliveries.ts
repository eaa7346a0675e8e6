import { sql, type Kysely } from 'kysely';

/** Owner: texts. What became of a text that the service took; a number that takes none ends its consent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table texts
      add column delivery text check (delivery in (
        'delivered', 'unreachable', 'dead_number', 'stopped', 'filtered', 'unregistered', 'failed'
      )),
      add column delivery_at timestamptz`.execute(db);
  await sql`
    alter table text_consents
      drop constraint text_consents_ended_by_check,
      add constraint text_consents_ended_by_check
        check (ended_by in ('customer', 'stop', 'number', 'dead'))`.execute(db);
}
