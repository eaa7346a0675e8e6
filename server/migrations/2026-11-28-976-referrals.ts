import { sql, type Kysely } from 'kysely';

/**
 * Owner: referrals. A customer's codes, and the order of each friend who gave one: `customer_id` is the
 * friend, and the code says whose credit it is (docs/decisions/0962).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table referral_codes (
      id text primary key,
      tenant_id integer not null,
      customer_id text not null,
      code text not null,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create unique index referral_codes_code on referral_codes (tenant_id, code)`.execute(
    db,
  );
  await sql`create index referral_codes_of_customer
    on referral_codes (tenant_id, customer_id)`.execute(db);
  await sql`
    create table referrals (
      id text primary key,
      tenant_id integer not null,
      customer_id text not null,
      code_id text not null,
      order_id text not null,
      line_id text,
      state text not null check (state in ('asked', 'joined', 'credited', 'not_counted')),
      why text check (why in ('same_person', 'not_new', 'other_friend', 'money_back')),
      referrer_cents integer not null check (referrer_cents >= 0),
      friend_cents integer not null check (friend_cents > 0),
      renewal_id text,
      asked_at timestamptz not null,
      joined_at timestamptz,
      decided_at timestamptz
    )`.execute(db);
  await sql`create unique index referrals_of_order on referrals (order_id)`.execute(db);
  await sql`create unique index referrals_of_renewal on referrals (renewal_id)
    where renewal_id is not null`.execute(db);
  await sql`create index referrals_of_line on referrals (line_id)
    where line_id is not null`.execute(db);
  await sql`create index referrals_of_customer on referrals (tenant_id, customer_id)`.execute(db);
  await sql`create index referrals_of_code on referrals (code_id, joined_at)`.execute(db);
}
