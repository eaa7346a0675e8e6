import { sql, type Kysely } from 'kysely';

/** Owner: texts. What became of a text that the service took; a number that takes none ends its consent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table texts
      add column delivery text,
      add column delivery_at timestamptz`.execute(db);
  await sql`
    alter table texts add constraint texts_delivery_check
      check (delivery in (
        'delivered', 'unreachable', 'dead_number', 'stopped', 'filtered', 'unregistered', 'failed'
      )) not valid`.execute(db);
  await sql`alter table text_consents drop constraint text_consents_ended_by_check`.execute(db);
  await sql`
    alter table text_consents add constraint text_consents_ended_by_check
      check (ended_by in ('customer', 'stop', 'number', 'dead')) not valid`.execute(db);
}
