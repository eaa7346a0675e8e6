import { sql, type Kysely } from 'kysely';

/** Owner: adapters/mail. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sandbox_mail (
      seq bigint generated always as identity primary key,
      id text not null unique,
      to_address text not null,
      from_address text not null,
      subject text not null,
      text text not null,
      html text not null,
      code text,
      link text,
      sent_at timestamptz not null
    )`.execute(db);
  await sql`create index sandbox_mail_to on sandbox_mail (lower(to_address), seq)`.execute(db);
}
