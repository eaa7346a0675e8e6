import { sql, type Kysely } from 'kysely';

/** Owner: payments. Until when a bank takes an answer. Owner: disputes. The answers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table disputes add column respond_by timestamptz`.execute(db);
  await sql`
    create table dispute_answers (
      dispute_id text primary key references disputes (id),
      tenant_id integer not null,
      attempt integer not null,
      state text not null check (state in ('asked', 'sent', 'refused')),
      reason text,
      evidence jsonb,
      staff text not null,
      at timestamptz not null
    )`.execute(db);
  await sql`create index dispute_answers_kept on dispute_answers (at) where evidence is not null`.execute(
    db,
  );
}
