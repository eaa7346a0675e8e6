import { confirmEmail, viewUser } from '@portside/contract/account';
import { sendChatMessage } from '@portside/contract/chat';
import { listAudit } from '@portside/contract/console/audit';
import { exportCustomer } from '@portside/contract/console/customers';
import { startVerification } from '@portside/contract/console/verification';
import { askErasure } from '@portside/contract/privacy';
import { stepUp } from '@portside/contract/sign-in';
import { fillPath } from '@portside/contract/endpoint';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { minutes } from '../clock.ts';
import { type Caller, harbor } from '../testing/caller.ts';
import { columnsOfCustomers } from '../testing/customer-columns.ts';
import { bring } from '../testing/porting.ts';
import { nextCode } from '../testing/mailbox.ts';
import { emailWhen, newcomer } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { given } from './given-columns.ts';

const secret = 'it opens the account, or helps to guess what does';
const ofProvider = 'what a provider calls the same row; it says nothing of the customer';
const ofWork = 'how far the product is with its own work';
const ofSafety = 'it would tell who harms somebody of what that person does about it';
const ofStaff = 'names and keys of staff';
const ofBrowser = 'a number that the product gave a browser';

const because = (reason: string, columns: readonly string[]) =>
  Object.fromEntries(columns.map((column) => [column, reason]));

/** Why a table, or a column, is not in what a customer is given. */
const withheld: Record<string, string> = {
  audit_entries: 'what staff did, which is kept for those who look into staff',
  authenticator_apps: secret,
  card_setups: 'a page of the provider that was open once; the card is given',
  credentials: secret,
  dispute_answers: 'what the carrier tells the bank',
  events: 'news for browsers that were open',
  fraud_warnings: 'a bank’s report about the use of a card, against fraud',
  gigs_users: ofProvider,
  line_change_asks: ofWork,
  line_network_asks: ofWork,
  // Whoever sees a line’s account must not see that somebody asked to leave it.
  kept_lines: ofSafety,
  line_separation_lines: ofSafety,
  line_work: ofWork,
  moves_begun: ofWork,
  number_clashes: 'it is about another customer, too',
  pay_reminders: ofWork,
  payment_customers: ofProvider,
  recovery_codes: secret,
  replaced_recovery_codes: secret,
  usage_looks: ofWork,

  ...because('it is about another customer, the one whose code it was', [
    'referrals.code_id',
    'referrals.referrer_cents',
  ]),
  ...because('it is about another customer, the one whose line it was or became', [
    'line_add_ons.handed_to',
    'line_periods.handed_from',
    'line_address_wishes.member_customer_id',
    'lines.address_customer_id',
    'lines.user_since',
  ]),
  ...because(ofSafety, [
    'lines.own_since',
    'lines.separated_at',
    'lines.former_iccid',
    'lines.former_imei',
  ]),
  ...because(secret, [
    'cards.ref',
    'charges.method',
    'passkeys.id',
    'passkeys.counter',
    'passkeys.public_key',
    'passkeys.transports',
    'port_ins.sealed_details',
    'push_subscriptions.endpoint_hash',
    'push_subscriptions.sealed',
    'push_subscriptions.session_id',
    'sessions.id',
    'sessions.key_thumbprint',
    'sessions.opened_by',
    'sessions.proof_at',
    'sessions.proof_by',
    'sessions.proof_for',
    'sessions.proven_at',
    'transfer_pins.account_number',
    'transfer_pins.sealed_pin',
  ]),
  ...because(ofProvider, [
    'charges.idempotency_key',
    'charges.payment_ref',
    'charges.redirect_url',
    'disputes.dispute_ref',
    'lines.activation_ref',
    'port_ins.carrier_ref',
    'port_outs.ref',
    'refunds.key',
    'refunds.refund_ref',
    'sim_replacements.carrier_ref',
    'stray_charges.payment_ref',
    'stray_charges.refund_ref',
    'tax_documents.document',
    'texts.ref',
  ]),
  ...because(ofStaff, [
    'approvals.asked_by',
    'approvals.asked_email',
    'approvals.asked_key',
    'approvals.asked_name',
    'approvals.decided_by',
    'approvals.decided_name',
    'caller_verifications.staff_id',
    'chats.staff_id',
    'chats.staff_name',
    'customer_notes.staff',
    'refunds.operator',
    'sim_shipments.mailed_by',
  ]),
  ...because('what staff wrote to each other about money', [
    'approvals.decision',
    'approvals.note',
    'refunds.note',
  ]),
  ...because(ofBrowser, [
    'chats.browser_id',
    'known_browsers.browser_id',
    'orders.cart_id',
    'port_ins.browser_id',
    'push_subscriptions.browser_id',
    'sessions.browser_id',
  ]),
  ...because(ofWork, [
    'chat_messages.before_login',
    'chat_messages.client_id',
    'chat_messages.id',
    'chat_messages.mailed_at',
    'chat_messages.masked',
    'chat_messages.seq',
    'chats.joined_to',
    'chats.letter_at',
    'chats.waits_since',
    'charges.payer_id',
    'credit_corrections.version',
    'customers.holds_email',
    'line_add_ons.carrier_key',
    'line_add_ons.carrier_told_at',
    'line_add_ons.follows',
    'line_add_ons.megabytes_left',
    'line_add_ons.moves',
    'line_autopay.announce_at',
    'line_autopay.card_told_at',
    'line_autopay.first_tried_at',
    'line_autopay.never_cards',
    'line_autopay.trying_second',
    'line_handovers.new_line_id',
    'line_handovers.taker_customer_id',
    'line_holds.day_for_each',
    'line_holds.told_at',
    'line_locks.carrier_off',
    'line_members.due_at',
    'line_members.member_customer_id',
    'line_periods.cut_by',
    'line_suspensions.reminded_days',
    'lines.carrier_key',
    'lines.plan_flag',
    'lines.waits_for_card',
    'number_changes.asking',
    'orders.attempt',
    'orders.payer_customer_id',
    'plan_changes.from_plan_flag',
    'plan_changes.plan_flag',
    'port_in_steps.seq',
    'port_in_submits.seq',
    'port_ins.asking_until',
    'port_ins.cancel_asked_by',
    'port_ins.given_up_at',
    'port_ins.required',
    'port_ins.retried_since',
    'port_ins.told',
    'port_ins.told_at',
    'port_ins.version',
    'price_notices.rise_id',
    'promo_uses.promo_id',
    'push_subscriptions.counted',
    'push_subscriptions.counted_since',
    'push_subscriptions.id',
    'refunds.id',
    'refunds.origin',
    'refunds.part',
    'safety_pauses.told',
    'scheduled_plans.ended_by',
    'scheduled_plans.plan_flag',
    'sessions.unused_until',
    'sim_replacements.looked_at',
    'sim_replacements.stop_wanted_by',
    'sim_shipments.late_told_at',
    'sim_shipments.replacement_id',
    'sim_shipments.starts_at',
    'tax_documents.tries',
    'tax_documents.updated_at',
    'transfer_pins.id',
    'transfer_pins.told',
    'approvals.part',
  ]),
};

let app: TestApp;
let admin: Caller;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.staff('admin');
});
afterAll(() => app.close());

async function exported(id: string, staff = admin) {
  const { path } = fillPath(exportCustomer.wire, { id });
  return app.fetch(path, {
    method: 'POST',
    headers: { authorization: `Bearer ${staff.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ reason: 'Asked for it by email' }),
  });
}

test('[L19] each column of a customer’s rows is given to them, or named here with the reason why not', async () => {
  const isNamed = (name: string) => {
    const [table = '', column = ''] = name.split('.');
    if (column === 'tenant_id' || column === 'customer_id')
      return table in given || table in withheld;
    return (
      table in withheld || name in withheld || given[table]?.columns.split(' ').includes(column)
    );
  };
  const all = await columnsOfCustomers(app);
  expect(all.filter((name) => !isNamed(name))).toEqual([]);
  const there = new Set([
    ...all,
    ...all.map((name) => `${name.slice(0, name.indexOf('.'))}.customer_id`),
  ]);
  const named = [
    ...Object.entries(given).flatMap(([table, { columns }]) =>
      columns.split(' ').map((column) => `${table}.${column}`),
    ),
    ...Object.keys(withheld).map((name) => (name.includes('.') ? name : `${name}.customer_id`)),
  ];
  expect(named.filter((name) => !there.has(name))).toEqual([]);
});

test('[L19] an admin hands a verified customer a file of what is kept, without secrets; the audit has it', async () => {
  const person = await newcomer(app);
  await bring(person, '2125550177');
  await person.call(sendChatMessage, { clientId: 'export-1', text: 'What do you know of me?' });
  const other = await newcomer(app);
  await bring(other, '2125550176');
  const { id, email } = await person.call(viewUser, {});
  expect((await exported(id)).status).toBe(403);
  await admin.call(startVerification, { id, how: 'ticket', reference: 'HELP-2' });
  const answer = await exported(id);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    expect.stringContaining('application/json'),
  ]);
  expect(answer.headers.get('content-disposition')).toContain(`customer-${id}-`);
  const text = await answer.text();
  const { tables, ...about } = JSON.parse(text) as {
    tables: Record<string, Record<string, unknown>[]>;
  };
  expect(about).toMatchObject({ format: 'portside-customer', version: 1, emails: [] });
  expect(Object.keys(tables)).toEqual(Object.keys(given));
  expect(tables.customers).toMatchObject([{ id, email }]);
  expect(tables.lines).toHaveLength(1);
  expect(tables.port_ins).toMatchObject([{ msisdn: '2125550177' }]);
  expect(tables.port_in_steps?.length).toBeGreaterThan(0);
  expect(tables.transactions).toMatchObject([{ last4_digits: '4242' }]);
  expect(tables.chat_messages).toMatchObject([{ text: 'What do you know of me?' }]);
  for (const column of ['password_hash', 'sealed_', 'secret', 'ref"', 'key_thumbprint']) {
    expect(text).not.toContain(`"${column}`);
  }
  expect(text).not.toContain('LPA:1$');
  expect(text).not.toContain('2125550176');
  const { entries } = await admin.call(listAudit, { customerId: id });
  expect(entries).toContainEqual(
    expect.objectContaining({
      call: 'exportCustomer',
      detail: expect.objectContaining({ reason: 'Asked for it by email' }),
    }),
  );
});

test('[L19] nobody but an admin makes that file', async () => {
  const { id } = await (await newcomer(app)).call(viewUser, {});
  for (const role of ['viewer', 'agent', 'billing'] as const) {
    expect((await exported(id, await app.staff(role))).status).toBe(403);
  }
});

test('[L19] the emails that went to a confirmed address are in the file, without codes; those from before are not', async () => {
  const person = await newcomer(app);
  const { email } = person;
  const otp = await nextCode(app, email, /Confirm/);
  await person.call(confirmEmail, { otp });
  app.clock.move(minutes(1));
  await person.call(askErasure, {});
  await emailWhen(app, email, /will be erased on/);
  await person.call(stepUp, { password: 'Anchor7!' });
  const answer = await app.fetch('/app/users/export', {
    method: 'POST',
    headers: {
      ...harbor,
      authorization: `Bearer ${person.token ?? ''}`,
      'content-type': 'application/json',
    },
    body: '{}',
  });
  const text = await answer.text();
  const { emails } = JSON.parse(text) as { emails: { subject: string; text: string }[] };
  expect(emails).toMatchObject([
    { subject: expect.stringMatching(/will be erased on/), text: expect.stringContaining('Noa') },
  ]);
  expect(text).not.toContain(otp);
  expect(emails[0]?.text).not.toMatch(/https?:/);
});
