import { sql, type Kysely } from 'kysely';

/**
 * Owner: renewals. The cards that autopay of a line charges (docs/decisions/0954); none is the
 * primary one. A card that is gone since is looked up in vain, so nothing refers to it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table line_autopay
      add column card_id text,
      add column second_card_id text,
      add column trying_second boolean not null default false,
      add column never_cards text not null default ''`.execute(db);
}
