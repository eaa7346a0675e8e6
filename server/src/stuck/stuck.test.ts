import { placeOrder } from '@portside/contract/checkout';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { hours, minutes } from '../clock.ts';
import { runVerb } from '../operator/socket.ts';
import { buyFor, portInWhen } from '../testing/porting.ts';
import {
  cards,
  fillCart,
  newcomer,
  orderOf,
  orderWhen,
  paymentToken,
} from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterEach(() => press('pay', 'none'));
afterAll(() => app.close());

const stuck = (...args: string[]) => runVerb(app.app, ['stuck', ...args]);
/** The rows that name this. */
const about = async (what: string, ...args: string[]) =>
  (await stuck(...args)).text.split('\n').filter((row) => row.includes(what));

async function press(what: string, mode: string) {
  const answer = await app.fetch(`/sandbox/${what}/break`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mode }),
  });
  expect(answer.ok).toBe(true);
}

async function buy(mode = 'none') {
  const customer = await newcomer(app);
  const order = orderOf(await fillCart(app), { paymentToken: await paymentToken(app, cards.visa) });
  await press('pay', mode);
  return { customer, ...(await customer.call(placeOrder, order)) };
}

test('[L06] a payment that nobody knows of is on the list with its reason, and asking again mends it', async () => {
  const { customer, orderId } = await buy('down');
  app.clock.move(minutes(11));
  const [row] = await about(orderId, 'payment');
  expect(row).toMatch(/^ *11 min {2}payment {2}Nobody knows yet whether the payment for .* went/);
  expect(row).toContain(`ask_again`);
  const id = `payment.${orderId}`;
  expect(await stuck('ask_again', id)).toEqual({
    fine: false,
    text: expect.stringContaining('payment did not answer'),
  });
  await press('pay', 'none');
  expect((await stuck('refund', id)).text).toContain('That does not mend it');
  expect(await stuck('ask_again', id)).toEqual({ fine: true, text: 'The order is paid now.' });
  await orderWhen(app, customer, orderId, 'active');
  expect(await about(orderId)).toEqual([]);
  expect((await stuck('ask_again', id)).text).toContain('does not hang any more');
});

test('[L06] a refused refund is tried again, or noted as paid back with how', async () => {
  const { customer, orderId } = await buy();
  await orderWhen(app, customer, orderId, 'active');
  await press('pay', 'no_refunds');
  await runVerb(app.app, ['order', 'refund', orderId]);
  await orderWhen(app, customer, orderId, 'refund_failed');
  const id = `refund.${orderId}`;
  expect(await about(id, 'refund')).toEqual([
    expect.stringMatching(
      /The bank refused the refund .* owed the money\. \$\d+\.\d\d\. +refund paid_back/,
    ),
  ]);
  expect((await stuck('paid_back', id)).text).toBe(
    'Please say how it was paid back, for example a check and its number',
  );
  expect((await stuck('refund', id)).text).toBe('The order is refunding now.');
  await orderWhen(app, customer, orderId, 'refund_failed');
  expect((await stuck('paid_back', id, 'check', '1041')).text).toBe('The order is refunded now.');
  await press('pay', 'none');
  expect(await about(orderId)).toEqual([]);
});

test('[L06] a rejected port-in is on the list with the old carrier’s words and its customer', async () => {
  const customer = await newcomer(app);
  const { portInId } = await buyFor(app, customer, '2125550190');
  await portInWhen(app, customer, portInId, 'action_needed');
  const [row] = await about(portInId, 'port_in');
  expect(row).toMatch(/The number ending 0190: .* refused it \(.*\)\. It said: “.+”\. +ask_again/);
  expect((await stuck('ask_again', `port_in.${portInId}`)).text).toMatch(/^Asked again/);
});

test('[L06] what a colleague has is taken knowingly only; it rests, and notes stay for the next shift', async () => {
  const { orderId, customer } = await buy();
  await orderWhen(app, customer, orderId, 'active');
  await press('pay', 'no_refunds');
  await runVerb(app.app, ['order', 'refund', orderId]);
  await orderWhen(app, customer, orderId, 'refund_failed');
  await press('pay', 'none');
  const id = `refund.${orderId}`;
  const both = await Promise.all(['Ana', 'Ben'].map((by) => stuck('take', id, '--by', by)));
  expect(both.map((one) => one.text).toSorted()).toEqual([
    'A colleague has it.',
    'It is yours now.',
  ]);
  expect((await stuck('note', id)).text).toBe('Please write a note');
  expect((await stuck('note', id, 'called', 'the', 'bank', '--by', 'Ana')).fine).toBe(true);
  expect((await stuck('snooze', id, '--by', 'Ana')).text).toBe('It rests until then.');
  const rows = (await stuck()).text.split('\n');
  expect(rows.findLast((row) => row.includes('refund'))).toMatch(/(Ana|Ben) +rests until 20/);
  app.clock.move(hours(25));
  expect(await about(id)).toEqual([expect.not.stringContaining('rests until')]);
  expect((await stuck('release', id, '--by', 'Ben')).fine).toBe(true);
  expect((await about(id))[0]).not.toMatch(/Ana|Ben/);
  await stuck('paid_back', id, 'by', 'hand');
});

test('[L06] emails that came back and jobs that were given up are on it; a job is tried again', async () => {
  const { query } = app.app.db;
  const { customer } = await buy();
  await sql`insert into email_returns (id, tenant_id, address, kind, blames_address, reason, at)
    values ('6:back', 6, ${customer.email}, 'bounced', true, ${'550 5.1.1\n\u001b[31mgone'}, ${app.clock.now()})`.execute(
    query,
  );
  await sql`insert into pgboss.job_common (name, data, policy, retry_limit, source_name,
    source_retry_count, source_output) values ('given-up', '{"tenant": 6}', 'standard', 0,
    'settle-order', 30, '{"message": "no answer"}'), ('given-up', '{"tenant": 7}', 'standard', 0,
    'settle-order', 30, '{"message": "of another brand"}')`.execute(query);
  expect(await about('email.6:back')).toEqual([
    expect.stringContaining('(bounced): “550 5.1.1 [31mgone”. Ask the customer for another'),
  ]);
  const jobs = await about('', 'job');
  expect(jobs).toEqual([
    expect.stringContaining('settle-order was given up after 31 tries: no answer.'),
  ]);
  const id = /job\.[\w-]+/.exec(jobs[0] ?? '')?.[0] ?? '';
  expect((await stuck('retry', id)).text).toBe('It is tried again.');
  expect((await stuck('job')).text).toBe('Nothing is stuck.');
  expect((await stuck('port_in', '--brand', 'mesa')).text).toBe('Nothing is stuck.');
  expect((await stuck('job', '--brand', 'mesa')).text).toContain('of another brand');
});
