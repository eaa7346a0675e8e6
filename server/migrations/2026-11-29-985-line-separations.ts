import { sql, type Kysely } from 'kysely';

/**
 * Owner: line-separation; `trained_at` is staff's. Somebody asks for lines to be moved away from the
 * account of who harms them (docs/decisions/0983). All that names a person or a number is sealed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table staff add column trained_at timestamptz`.execute(db);
  await sql`
    create table line_separations (
      id text primary key,
      tenant_id integer not null,
      reference text not null,
      state text not null
        check (state in ('open', 'done', 'refused', 'withdrawn', 'lapsed')),
      language text not null,
      sealed text,
      token_mac text,
      received_at timestamptz not null,
      whole_at timestamptz,
      answer_by timestamptz,
      asked_at timestamptz,
      decided_at timestamptz,
      reason text,
      had_document boolean not null default false,
      staff_told_at timestamptz,
      staff_reminded_at timestamptz,
      staff_warned_at timestamptz,
      disposed_at timestamptz,
      check ((state = 'open') = (decided_at is null)),
      check ((whole_at is null) = (answer_by is null)),
      check ((state = 'refused') = (reason is not null)),
      check (disposed_at is null or (sealed is null and token_mac is null and state <> 'open'))
    )`.execute(db);
  await sql`create unique index line_separations_reference
    on line_separations (tenant_id, reference)`.execute(db);
  await sql`create unique index line_separations_token on line_separations (token_mac)
    where token_mac is not null`.execute(db);
  await sql`create index line_separations_kept on line_separations (received_at)
    where disposed_at is null`.execute(db);
  await sql`create index line_separations_of_shop on line_separations (tenant_id, received_at)
    where disposed_at is null`.execute(db);
  await sql`create index line_separations_due on line_separations (answer_by)
    where state = 'open' and answer_by is not null`.execute(db);
  await sql`
    create table line_separation_lines (
      separation_id text not null references line_separations (id),
      position integer not null,
      tenant_id integer not null,
      who text not null check (who in ('own', 'in_care')),
      sealed text,
      proven_at timestamptz,
      proven_by text check (proven_by in ('text', 'staff')),
      proven_line_id text references lines (id),
      texted_line_id text references lines (id),
      kept_line_id text references lines (id),
      line_id text references lines (id),
      primary key (separation_id, position),
      check ((proven_at is null) = (proven_by is null))
    )`.execute(db);
  await sql`create index line_separation_lines_kept on line_separation_lines (kept_line_id)
    where kept_line_id is not null`.execute(db);
  await sql`
    create table line_separation_documents (
      id text primary key,
      separation_id text not null references line_separations (id),
      tenant_id integer not null,
      kind text not null check (kind in ('official', 'professional', 'care')),
      type text not null,
      bytes integer not null,
      mac text not null,
      sealed_name text not null,
      sealed text not null,
      at timestamptz not null,
      unique (separation_id, mac)
    )`.execute(db);
  await sql`
    create table line_separation_messages (
      id text primary key,
      separation_id text not null references line_separations (id),
      tenant_id integer not null,
      ours boolean not null,
      sealed text not null,
      at timestamptz not null
    )`.execute(db);
  await sql`create index line_separation_messages_of on line_separation_messages
    (separation_id, at)`.execute(db);
}
