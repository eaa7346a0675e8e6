import { sql, type Kysely } from 'kysely';

/**
 * Owner: audit. Rows are only added; a job seals them into a chain (docs/decisions/0881). The database
 * itself refuses to change or delete one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table audit_entries (
      id text primary key,
      tenant_id integer not null,
      at timestamptz not null,
      staff_id text,
      staff text not null,
      role text not null,
      call text not null,
      customer_id text,
      about text,
      outcome text not null,
      detail text not null,
      network text not null,
      user_agent text not null,
      request_id text not null,
      stamp text not null,
      seq integer,
      hash text
    )`.execute(db);
  await sql`create index audit_entries_of_tenant on audit_entries (tenant_id, id)`.execute(db);
  await sql`create index audit_entries_of_customer
    on audit_entries (tenant_id, customer_id, id)`.execute(db);
  await sql`create index audit_entries_of_staff
    on audit_entries (tenant_id, staff_id, id)`.execute(db);
  await sql`create index audit_entries_unsealed on audit_entries (tenant_id, id)
    where seq is null`.execute(db);
  await sql`create unique index audit_entries_in_chain on audit_entries (tenant_id, seq)`.execute(
    db,
  );
  await sql`
    create table audit_chains (
      tenant_id integer primary key,
      last_seq integer not null,
      last_hash text not null,
      stamp text not null
    )`.execute(db);
  await sql`
    create function audit_entries_stay() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and old.seq is null and new.seq is not null
        and (old.id, old.tenant_id, old.at, old.staff, old.role, old.call, old.outcome, old.detail,
          old.network, old.user_agent, old.request_id, old.stamp)
          = (new.id, new.tenant_id, new.at, new.staff, new.role, new.call, new.outcome, new.detail,
          new.network, new.user_agent, new.request_id, new.stamp)
        and old.staff_id is not distinct from new.staff_id
        and old.customer_id is not distinct from new.customer_id
        and old.about is not distinct from new.about
      then return new;
      end if;
      raise exception 'the audit is only added to';
    end $$`.execute(db);
  await sql`create trigger audit_entries_stay before update or delete on audit_entries
    for each row execute function audit_entries_stay()`.execute(db);
}
