import { editUser, viewUser } from '@portside/contract/account';
import { sendChatMessage } from '@portside/contract/chat';
import { listAudit } from '@portside/contract/console/audit';
import { viewEvidence } from '@portside/contract/console/disputes';
import { addNote, eraseCustomer, viewCustomer } from '@portside/contract/console/customers';
import { staffStepUp } from '@portside/contract/console/staff';
import { searchConsole } from '@portside/contract/console/search';
import { startVerification } from '@portside/contract/console/verification';
import { placeOrder } from '@portside/contract/checkout';
import { consentVersion } from '@portside/contract/autopay';
import { askErasure, exportOwn, keepAccount, viewPrivacy } from '@portside/contract/privacy';
import { listActivity } from '@portside/contract/sessions';
import { denyChange, login, stepUp } from '@portside/contract/sign-in';
import { contactUs } from '@portside/contract/support';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { days, hours } from '../clock.ts';
import { runVerb } from '../operator/socket.ts';
import { type Caller, callerAt, harbor } from '../testing/caller.ts';
import { columnsOfCustomers } from '../testing/customer-columns.ts';
import {
  cards,
  emailWhen,
  fillCart,
  newcomer,
  orderOf,
  orderWhen,
  paymentToken,
} from '../testing/shopping.ts';
import { demoCodes, staffAt } from '../testing/staff-caller.ts';
import { inTime } from '../testing/passing-time.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { eraseDue } from './asking.ts';
import { alsoGone, byAddress, left, ofNoBrand } from './erased-columns.ts';
import { given } from './given-columns.ts';

let app: TestApp;
let admin: Caller;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
  admin = await staffAt(app.address, 'admin');
});
afterAll(() => app.close());

const db = () => app.app.db.query;

async function proveAdmin() {
  const { code = '' } = (await demoCodes(app.address)).find((one) => one.role === 'admin') ?? {};
  await admin.call(staffStepUp, { code });
}

/** What stands nowhere but in this person's rows. */
const marks = {
  street: 'Quillfeather Lane',
  firstName: 'Zebulon',
  lastName: 'Winterbourne',
  contact: '6175550133',
  words: 'My cormorant ate the SIM card',
  note: 'Keeps a cormorant',
  browser: 'Cormorant/7.1',
};

/** Has bought, chatted, written, saved a card; staff noted something of them. */
async function somebody() {
  // Time has moved on, and sessions of staff are short.
  admin = await staffAt(app.address, 'admin');
  const customer = await newcomer(app);
  const { id } = await customer.call(viewUser, {});
  await customer.call(editUser, { firstName: marks.firstName, lastName: marks.lastName });
  await customer.call(stepUp, { password: 'Anchor7!' });
  await customer.call(editUser, { phoneNumber: `+1${marks.contact}` });
  const order = orderOf(await fillCart(app), {
    paymentToken: await paymentToken(app, cards.visa),
    saveCard: true,
    firstName: marks.firstName,
    lastName: marks.lastName,
    streetName: marks.street,
    autopay: { consent: consentVersion },
  });
  const browser = callerAt(app.address, customer.token, () => ({ 'user-agent': marks.browser }));
  const { orderId } = await browser.call(placeOrder, order);
  await orderWhen(app, customer, orderId, 'active');
  await customer.call(sendChatMessage, { clientId: `erase-${id}`, text: marks.words });
  await app.anyone.call(contactUs, {
    name: `${marks.firstName} ${marks.lastName}`,
    email: customer.email,
    message: marks.words,
  });
  await admin.call(startVerification, { id, how: 'ticket', reference: 'HELP-77' });
  await admin.call(addNote, { id, text: marks.note });
  return { customer, id, orderId, email: customer.email };
}

/** As a carrier ends it; nothing is left to wait for. */
async function endLines(id: string) {
  await sql`update lines set status = 'ended', ended_at = ${app.clock.now()},
    released_at = ${app.clock.now()} where customer_id = ${id}`.execute(db());
}

async function isErased(id: string): Promise<boolean> {
  const { rows } = await sql`select from customers
    where id = ${id} and erased_at is not null`.execute(db());
  return rows.length > 0;
}

/** Every row of the product's own tables that has the text, as `table: row`. */
async function rowsWith(text: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select n.nspname || '.' || c.relname as name from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('public', 'pgboss')
      and c.relname not like 'sandbox\_%'`.execute(db());
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t
      where t::text ilike ${`%${text}%`}`.execute(db());
    found.push(...rows.map(({ row }) => `${name.replace('public.', '')}: ${row}`));
  }
  return found;
}

const tablesWith = async (text: string) => [
  ...new Set((await rowsWith(text)).map((one) => one.slice(0, one.indexOf(':')))),
];

/** Where somebody was, and with what. */
const whence = ['network', 'userAgent'];

/** Of all JSON in what is left of a customer, however deep. */
async function keysOf(id: string): Promise<string[]> {
  const found = new Set<string>();
  const look = (value: unknown) => {
    if (value === null || typeof value !== 'object') return;
    for (const [key, inner] of Object.entries(value)) {
      if (!Array.isArray(value)) found.add(key);
      look(inner);
    }
  };
  for (const table of Object.keys(left)) {
    const { rows } = await sql<Record<string, unknown>>`
      select t.* from ${sql.table(table)} t where t::text like ${`%${id}%`}`.execute(db());
    for (const row of rows) Object.values(row).forEach(look);
  }
  return [...found];
}

test('[L19] of each column that is left when a customer is erased is said why', async () => {
  const all = await columnsOfCustomers(app);
  const tables = new Set(all.map((name) => name.slice(0, name.indexOf('.'))));
  const gone = new Set(['customers', ...Object.keys(given), ...alsoGone.map(({ table }) => table)]);
  expect([...tables].filter((table) => !(table in left) && !gone.has(table))).toEqual(ofNoBrand);
  const ofLeft = all.filter((name) => name.slice(0, name.indexOf('.')) in left);
  const named = Object.entries(left).flatMap(([table, { columns, emptied = {} }]) =>
    [...columns.split(' '), ...Object.keys(emptied)].map((column) => `${table}.${column}`),
  );
  expect(named.toSorted()).toEqual([...new Set(ofLeft)].toSorted());
  expect(alsoGone.filter(({ table }) => table in left)).toEqual([]);
  for (const { because } of Object.values(left)) expect(because).not.toBe('');
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and table_name not like 'sandbox\_%'
      and column_name in ('email', 'address', 'to_address')`.execute(db());
  const elsewhere = ['customers.email', 'former_addresses.email', 'sim_shipments.address'];
  const ofNobody = ['staff.email', 'line_address_wishes.address'];
  expect(rows.map(({ name }) => name).toSorted()).toEqual(
    [
      ...byAddress.map(({ table, column }) => `${table}.${column}`),
      ...elsewhere,
      ...ofNobody,
    ].toSorted(),
  );
});

test('[L19] an admin erases a customer at once: only what is named stays, and the audit has the reason', async () => {
  const { customer, id, email } = await somebody();
  await emailWhen(app, email, /has your line|is ready|Welcome|order/i);
  const before = await tablesWith(email);
  expect(before).toEqual(expect.arrayContaining(['customers', 'sent_emails', 'contact_messages']));
  expect(await tablesWith(marks.words)).toEqual(expect.arrayContaining(['chat_messages']));
  const consents = ['autopay_consents', 'orders'];
  expect(await tablesWith(marks.browser)).toEqual(expect.arrayContaining(consents));
  expect(await keysOf(id)).toEqual(expect.arrayContaining(whence));

  await proveAdmin();
  const reason = 'Asked for it in a letter';
  const stands = await admin.refusal(eraseCustomer, { id, reason });
  expect(stands.problem.reason).toBe('line_live');
  expect(await tablesWith(email)).toEqual(before);

  await endLines(id);
  await admin.call(eraseCustomer, { id, reason });
  await emailWhen(app, email, /account is erased/);
  await sql`update pgboss.job set start_after = now() where name = 'erase-letters'`.execute(db());
  await app.eventually(async () => ((await tablesWith(email)).length === 0 ? true : undefined));

  const stays = (tables: string[]) => tables.filter((table) => !(table in left));
  for (const mark of Object.values(marks)) expect(stays(await tablesWith(mark))).toEqual([]);
  expect(await tablesWith(marks.words)).toEqual([]);
  expect(await tablesWith(marks.note)).toEqual([]);
  expect(await tablesWith(marks.contact)).toEqual([]);
  expect(await tablesWith(marks.browser)).toEqual([]);
  const keys = await keysOf(id);
  expect(keys).toContain('autopay');
  for (const key of whence) expect(keys).not.toContain(key);
  // The receipt says who bought and where they lived, as tax law asks.
  expect((await tablesWith(marks.street)).toSorted()).toEqual(['charges', 'transactions']);
  const { rows } = await sql<
    Record<string, unknown>
  >`select * from customers where id = ${id}`.execute(db());
  const full = Object.entries(rows[0] ?? {}).filter(
    ([, value]) => value !== '' && value !== null && value !== false,
  );
  expect(full.map(([column]) => column).toSorted()).toEqual(
    ['created_at', 'erased_at', 'id', 'language', 'tenant_id'].toSorted(),
  );

  expect((await customer.refusal(viewUser, {})).status).toBe(401);
  admin = await staffAt(app.address, 'admin');
  expect((await admin.refusal(viewCustomer, { id })).status).toBe(404);
  expect((await admin.call(searchConsole, { q: email })).results).toEqual([]);
  const { entries } = await admin.call(listAudit, { customerId: id });
  expect(entries).toContainEqual(
    expect.objectContaining({
      call: 'eraseCustomer',
      outcome: 'done',
      detail: expect.objectContaining({ reason }),
    }),
  );
});

test('[L19] a customer asks in their settings: seven days later they are erased, unless they keep the account', async () => {
  const customer = await newcomer(app);
  const { id } = await customer.call(viewUser, {});
  expect(await customer.call(viewPrivacy, {})).toMatchObject({ erasesAt: null, waits: 7 });
  const asked = await customer.call(askErasure, {});
  expect((await customer.call(viewPrivacy, {})).erasesAt).toBe(asked.erasesAt);
  const told = await emailWhen(app, customer.email, /will be erased on/);
  expect(told.link).toContain('/not-me');
  await customer.call(keepAccount, {});
  expect((await customer.call(viewPrivacy, {})).erasesAt).toBe(null);
  const { activity } = await customer.call(listActivity, {});
  expect(activity.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['erasure_asked', 'erasure_stopped']),
  );

  await customer.call(askErasure, {});
  app.clock.move(days(6));
  await eraseDue(app.app);
  expect((await tablesWith(customer.email)).length).toBeGreaterThan(0);
  app.clock.move(days(1) + hours(1));
  await eraseDue(app.app);
  expect(await isErased(id)).toBe(true);
  const body = { email: customer.email, password: 'Anchor7!' };
  expect((await app.anyone.refusal(login, body)).problem.reason).toBeDefined();
  admin = await staffAt(app.address, 'admin');
  const { entries } = await admin.call(listAudit, { customerId: id, call: 'eraseCustomer' });
  expect(entries).toMatchObject([{ staff: 'customer', role: 'customer' }]);
});

test('[L19] what stands in the way is told before, and again when it came since', async () => {
  const { customer, id, email } = await somebody();
  const { obstacles } = await customer.call(viewPrivacy, {});
  expect(obstacles).toMatchObject([{ reason: 'line_live', message: /still have a line/ }]);
  expect((await customer.refusal(askErasure, {})).problem.reason).toBe('line_live');
  await sql`update lines set status = 'ended' where customer_id = ${id}`.execute(db());
  await customer.call(askErasure, {});
  await sql`update lines set status = 'suspended' where customer_id = ${id}`.execute(db());
  app.clock.move(days(7) + hours(1));
  await eraseDue(app.app);
  const told = await emailWhen(app, email, /was not erased/);
  expect(told.text).toContain('You still have a line');
  expect(await isErased(id)).toBe(false);
});

test('[L19] a wish that its owner denied is not carried out', async () => {
  const customer = await newcomer(app);
  const { id } = await customer.call(viewUser, {});
  await customer.call(askErasure, {});
  const { link = '' } = await emailWhen(app, customer.email, /will be erased on/);
  const token = new URL(link).searchParams.get('token') ?? '';
  await app.anyone.call(denyChange, { token });
  app.clock.move(days(7) + hours(1));
  await eraseDue(app.app);
  expect(await isErased(id)).toBe(false);
  expect(await tablesWith(customer.email)).toContain('customers');
});

test('[L19] [L21] a payment that is disputed after its customer was erased can still be answered', async () => {
  const { id, orderId, email } = await somebody();
  await endLines(id);
  const erased = await runVerb(app.app, ['customer', 'erase', id, '--reason', 'Wrote to us']);
  expect(erased.text).toMatch(/is erased/);
  const { rows } = await sql<{ payment: string }>`
    select payment_ref as payment from charges where owner_id = ${orderId}`.execute(db());
  await app.fetch('/sandbox/pay/disputes', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ payment: rows[0]?.payment }),
  });
  const found = await inTime(app, async () => {
    const { rows: disputes } = await sql<{ id: string }>`
      select id from disputes where customer_id = ${id}`.execute(db());
    return disputes[0];
  });
  const billing = await staffAt(app.address, 'billing');
  const { parts, erased: isErased } = await billing.call(viewEvidence, { id: found.id });
  expect(isErased).toBe(true);
  const all = parts.map(({ text }) => text).join('\n');
  expect(all).toContain('Total paid: $');
  expect(all).toContain(marks.street);
  expect(all).not.toContain(email);
  expect(all).not.toContain('Logged in');
});

test('[L19] while a dispute is open its customer is not erased; the command line says why', async () => {
  const { id, orderId } = await somebody();
  await endLines(id);
  const { rows } = await sql<{ payment: string }>`
    select payment_ref as payment from charges where owner_id = ${orderId}`.execute(db());
  await app.fetch('/sandbox/pay/disputes', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ payment: rows[0]?.payment }),
  });
  await inTime(app, async () => {
    const found = await sql`select from disputes where customer_id = ${id}`.execute(db());
    return found.rows.length > 0 || undefined;
  });
  const refusal = await runVerb(app.app, ['customer', 'erase', id, '--reason', 'Wrote to us']);
  expect(refusal.text).toContain('disputed payment');
  expect((await runVerb(app.app, ['customer', 'erase', id])).text).toContain('--reason');
});

test('[L19] a customer saves a file of their own, and their activity tells it; nobody else’s is in it', async () => {
  const { customer, email } = await somebody();
  const other = await newcomer(app);
  const bare = app.with(other.token ?? '');
  app.clock.move(hours(1));
  expect((await bare.refusal(exportOwn, {})).problem.reason).toBe('proof_required');
  await customer.call(stepUp, { password: 'Anchor7!', action: 'exportOwn' });
  const answer = await app.fetch('/app/users/export', {
    method: 'POST',
    headers: {
      ...harbor,
      authorization: `Bearer ${customer.token}`,
      'content-type': 'application/json',
    },
    body: '{}',
  });
  expect(answer.status).toBe(200);
  const text = await answer.text();
  expect(text).toContain(email);
  expect(text).toContain(marks.words);
  expect(text).not.toContain(other.email);
  expect(text).not.toContain(marks.note.toUpperCase());
  const { activity } = await customer.call(listActivity, {});
  expect(activity.map(({ kind }) => kind)).toContain('exported');
});
