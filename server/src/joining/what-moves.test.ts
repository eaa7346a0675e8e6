import { confirmEmail, editUser, viewUser } from '@portside/contract/account';
import { sendChatMessage } from '@portside/contract/chat';
import { placeOrder } from '@portside/contract/checkout';
import { register, stepUp } from '@portside/contract/sign-in';
import { endOtherSessions } from '@portside/contract/sessions';
import { allowTexts, endTexts, viewTexts } from '@portside/contract/texts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { minutes } from '../clock.ts';
import { queueText } from '../emails/brief.ts';
import { runVerb } from '../operator/socket.ts';
import type { Caller } from '../testing/caller.ts';
import { addLine } from '../testing/line-life.ts';
import { nextCode, readAll } from '../testing/mailbox.ts';
import { bring } from '../testing/porting.ts';
import {
  cards,
  fillCart,
  newcomer,
  orderOf,
  orderWhen,
  paymentToken,
} from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

/** Tables whose rows are the other account's after it was joined, or are gone. */
const moved = [
  'approvals',
  'cards',
  'charges',
  'credit_corrections',
  'credit_entries',
  'customer_notes',
  'disputes',
  'line_address_wishes.member_customer_id',
  'line_handovers',
  'line_handovers.taker_customer_id',
  'line_members',
  'line_members.member_customer_id',
  'lines',
  'lines.address_customer_id',
  'orders',
  'orders.payer_customer_id',
  'port_in_submits',
  'port_ins',
  'promo_uses',
  'push_subscriptions',
  'referral_codes',
  'referrals',
  'safety_pauses',
  'stray_charges',
  'text_consents',
  'texts',
  'transactions',
];

const opens = 'it opens the closed account, which has no password any more, and must open no other';
const ofProvider = 'it is of the record that the payment provider has of the closed account';

/** Why the rows of other tables stay. */
const left: Record<string, string> = {
  activity: 'a record of what was done in the closed account',
  authenticator_apps: opens,
  audit_entries: 'a record of what staff saw or did then, which nothing may change',
  autopay_consents: 'a record of who agreed; whether autopay is on goes by the line, which moves',
  caller_verifications: 'a record of who was verified then, and how',
  card_setups: ofProvider,
  'charges.payer_id': ofProvider,
  chats: 'its messages move, and the row says where to',
  credentials: opens,
  erasures: 'a wish about the closed account; the owner’s goes with what is joined to it',
  former_addresses: 'addresses of the closed account, which no link gives back any more',
  former_contact_numbers: 'numbers of the closed account, which no link gives back any more',
  events: 'news for browsers that were open then',
  gigs_users: 'lines that Gigs activated for the closed account are this user’s there',
  known_browsers: opens,
  passkeys: opens,
  payment_customers: ofProvider,
  recovery_codes: opens,
  replaced_recovery_codes: opens,
  sessions: opens,
};

const own = 'Anchor7!';
const later = 'Seagull7!';
const contact = '6175550177';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

/** A customer with a contact number, and their own second account with the same one. */
async function twice() {
  const owner = await newcomer(app);
  const { email } = owner;
  await owner.call(confirmEmail, { otp: await nextCode(app, email, /Confirm/) });
  await readAll(app, email);
  const { token } = await app.anyone.call(register, {
    firstName: 'Noa',
    lastName: 'Again',
    email,
    regPassword: later,
    confirmRegPassword: later,
  });
  const again = app.with(token);
  const otp = await nextCode(app, email, /already have a Harbor account/);
  for (const one of [owner, again]) await one.call(editUser, { phoneNumber: `+1${contact}` });
  const join = async (): Promise<Caller> => {
    const joined = await again.call(confirmEmail, { otp });
    return app.with(joined.token ?? '');
  };
  return { owner, again, join };
}

async function textsTo(number: string): Promise<string[]> {
  const found = await app.fetch(`/sandbox/texts/messages?to=${number}`);
  return ((await found.json()) as { body: string }[]).map(({ body }) => body);
}

async function allow(who: Caller, number: string, password: string) {
  await who.call(stepUp, { password });
  const { consent } = await who.call(viewTexts, {});
  await who.call(allowTexts, { number, version: consent.version });
}

/** As `table`, or `table.column` where the column is not named `customer_id`. */
async function tablesOfCustomers() {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.table_name as table, c.column_name as column from information_schema.columns c
    where c.table_schema = 'public' and c.table_name <> 'customers'
      and (c.column_name like '%customer_id' or exists (
        select from information_schema.key_column_usage k
        join information_schema.constraint_column_usage to_ using (constraint_name, constraint_schema)
        join information_schema.table_constraints t using (constraint_name, constraint_schema)
        where t.constraint_type = 'FOREIGN KEY' and to_.table_name = 'customers'
          and k.table_name = c.table_name and k.column_name = c.column_name))
`.execute(app.app.db.query);
  const nameOf = ({ table, column }: (typeof rows)[0]) =>
    column === 'customer_id' ? table : `${table}.${column}`;
  return rows.map((one) => ({ ...one, name: nameOf(one) }));
}

async function tablesWith(customerId: string): Promise<string[]> {
  const found: string[] = [];
  for (const { table, column, name } of await tablesOfCustomers()) {
    const { rows } = await sql`select 1 from ${sql.table(table)}
      where ${sql.ref(column)} = ${customerId} limit 1`.execute(app.app.db.query);
    if (rows.length > 0) found.push(name);
  }
  return found;
}

test('each table that names a customer is moved when two accounts join, or is named here with the reason why not', async () => {
  const known = [...moved, ...Object.keys(left)].toSorted();
  expect((await tablesOfCustomers()).map(({ name }) => name).toSorted()).toEqual(known);

  const { again, join } = await twice();
  const { id } = await again.call(viewUser, {});
  const order = orderOf(await fillCart(app, { promoCode: 'WELCOME10' }), {
    paymentToken: await paymentToken(app, cards.visa),
    saveCard: true,
  });
  const { orderId } = await again.call(placeOrder, order);
  await orderWhen(app, again, orderId, 'active');
  const { rows } = await sql<{ payment: string }>`
    select payment_ref as payment from charges where owner_id = ${orderId}`.execute(
    app.app.db.query,
  );
  await app.fetch('/sandbox/pay/disputes', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ payment: rows[0]?.payment }),
  });
  await bring(again, '2125550107');
  await again.call(sendChatMessage, { text: 'Is my line on?' });
  await runVerb(app.app, ['credit', 'add', id, '5', '--reason', 'A slow day']);
  await allow(again, contact, later);
  await again.call(endOtherSessions, {});
  const now = app.app.clock.now();
  await sql`insert into credit_corrections
    values (${orderId}, 6, ${id}, 0, 100, 1, ${now}, ${now})`.execute(app.app.db.query);
  await sql`insert into stray_charges (payment_ref, tenant_id, customer_id, owner_kind, owner_id,
      amount_cents, status, found_at)
    values ('pi_stray', 6, ${id}, 'order', ${orderId}, 100, 'failed', ${now})`.execute(
    app.app.db.query,
  );
  await sql`insert into approvals (id, tenant_id, customer_id, kind, item, amount_cents, pays_to,
      lines, reason, note, status, asked_by, asked_name, asked_email, asked_key, asked_at, decision)
    values ('apr_one', 6, ${id}, 'credit', '', 500, 'credit', '[]', 'goodwill', '', 'waiting',
      'stf_one', 'Aya', 'agent@harbor.example', 'key', ${now}, '')`.execute(app.app.db.query);
  await sql`insert into referral_codes values ('rfc_one', 6, ${id}, 'KTRM-4729', ${now})`.execute(
    app.app.db.query,
  );
  await sql`insert into referrals (id, tenant_id, customer_id, code_id, order_id, state,
      referrer_cents, friend_cents, asked_at)
    values ('ref_one', 6, ${id}, 'rfc_other', ${orderId}, 'asked', 1000, 1000, ${now})`.execute(
    app.app.db.query,
  );
  await sql`insert into push_subscriptions (id, tenant_id, customer_id, session_id, user_agent,
      endpoint_hash, sealed, kinds, created_at)
    values ('psh_one', 6, ${id}, 'ses_one', '', 'hash', 'sealed', 'usage', ${now})`.execute(
    app.app.db.query,
  );
  await sql`insert into line_handovers (id, tenant_id, line_id, customer_id, email, state,
      offered_at, until, ended_at, taker_customer_id)
    select 'han_' || way || id, 6, id, customer_id, 'somebody@example.com', 'declined', ${now}, ${now},
      ${now}, case when way = 'taken' then customer_id end
    from lines, unnest(array['given', 'taken']) as way where customer_id = ${id}`.execute(
    app.app.db.query,
  );
  await sql`insert into line_members (id, tenant_id, line_id, customer_id, email, role, state,
      invited_at, until, ended_at, member_customer_id)
    select 'mem_' || way || id, 6, id, customer_id, 'somebody@example.com', 'user', 'declined', ${now},
      ${now}, ${now}, case when way = 'taken' then customer_id end
    from lines, unnest(array['given', 'taken']) as way where customer_id = ${id}`.execute(
    app.app.db.query,
  );
  await sql`update lines set address_customer_id = customer_id where customer_id = ${id}`.execute(
    app.app.db.query,
  );
  await sql`insert into line_address_wishes (line_id, tenant_id, address, asked_at, member_customer_id)
    select id, 6, '{}', ${now}, ${id} from lines where customer_id = ${id}`.execute(
    app.app.db.query,
  );
  await sql`update orders set payer_customer_id = customer_id where customer_id = ${id}`.execute(
    app.app.db.query,
  );
  await sql`insert into customer_notes
    values ('not_one', 6, ${id}, 'Aya', 'Calls on Mondays', ${now})`.execute(app.app.db.query);
  await app.eventually(async () => {
    const full = await tablesWith(id);
    return moved.every((table) => full.includes(table)) || undefined;
  });

  await join();
  const behind = await tablesWith(id);
  expect(behind.filter((table) => moved.includes(table))).toEqual([]);
});

test('[M13] texts that were allowed in the second account go on in the first', async () => {
  const { again, join } = await twice();
  await allow(again, contact, later);
  const { since } = await again.call(viewTexts, {});
  const { id } = await again.call(viewUser, {});
  const home = await join();
  expect(await home.call(viewTexts, {})).toMatchObject({ number: contact, since, stopped: false });
  // Written for the closed account, and sent only now.
  const late = { customerId: id, about: 'security', body: 'Harbor: on its way' } as const;
  await app.app.db.transaction((tx) => queueText(app.app, tx, 6, late));
  await app.eventually(async () => (await textsTo(contact)).includes(late.body) || undefined);
});

test('[M13] a number that answered STOP in one account gets no texts from the other’s consent before it', async () => {
  const { owner, again, join } = await twice();
  await allow(owner, contact, own);
  app.clock.move(minutes(1));
  await allow(again, contact, later);
  await sql`update text_consents set ended_at = ${app.clock.now()}, ended_by = 'stop'
    where number = ${contact} and customer_id = ${(await again.call(viewUser, {})).id}`.execute(
    app.app.db.query,
  );
  const home = await join();
  expect(await home.call(viewTexts, {})).toMatchObject({ number: null, stopped: true });
});

test('[M13] texts turned off in the first account stay off, unless the second allowed them later', async () => {
  const off = await twice();
  await allow(off.again, contact, later);
  await allow(off.owner, contact, own);
  app.clock.move(minutes(1));
  await off.owner.call(endTexts, {});
  expect((await (await off.join()).call(viewTexts, {})).number).toBe(null);

  const on = await twice();
  await allow(on.owner, contact, own);
  await on.owner.call(endTexts, {});
  app.clock.move(minutes(1));
  await allow(on.again, contact, later);
  expect((await (await on.join()).call(viewTexts, {})).number).toBe(contact);
});

test('[M13] a contact number comes along where there was none; where there is one, its texts go on', async () => {
  const none = await twice();
  await sql`update customers set contact_number = ''
    where id = ${(await none.owner.call(viewUser, {})).id}`.execute(app.app.db.query);
  await allow(none.again, contact, later);
  expect((await (await none.join()).call(viewTexts, {})).number).toBe(contact);

  const other = await twice();
  await other.owner.call(editUser, { phoneNumber: '+16175550179' });
  await allow(other.owner, '6175550179', own);
  app.clock.move(minutes(1));
  await allow(other.again, contact, later);
  expect((await (await other.join()).call(viewTexts, {})).number).toBe('6175550179');
});

test('[M13] of two numbers that were allowed the later one gets texts, and the other is told', async () => {
  const { owner, again, join } = await twice();
  const second = contact;
  const { mdn: first } = await addLine(app, owner);
  await allow(owner, first, own);
  app.clock.move(minutes(1));
  await allow(again, second, later);
  const home = await join();
  expect((await home.call(viewTexts, {})).number).toBe(second);
  const { rows } = await sql`select number, ended_by from text_consents
    where number in (${first}, ${second})
    and customer_id = ${(await owner.call(viewUser, {})).id} order by given_at`.execute(
    app.app.db.query,
  );
  expect(rows).toEqual([
    { number: first, ended_by: 'number' },
    { number: second, ended_by: null },
  ]);
  const texts = await app.eventually(async () => {
    const all = await textsTo(first);
    return all.some((body) => body.includes('another number')) ? all : undefined;
  });
  expect(texts.filter((body) => body.includes('another number'))).toHaveLength(1);
});
