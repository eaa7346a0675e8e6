import { placeOrder } from '@portside/contract/checkout';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hours, minutes } from '../clock.ts';
import { defineJob } from '../jobs/jobs.ts';
import { runVerb } from '../operator/socket.ts';
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
afterAll(() => app.close());

const verb = (...args: string[]) => runVerb(app.app, args);
const books = async (...args: string[]) => (await verb('reconcile', ...args)).text;
const gauge = async () => {
  const text = await (await app.fetch('/metrics')).text();
  return Number(/portside_books\{kind="differences"\} (\d+)/.exec(text)?.[1]);
};

async function buy(card: string = cards.visa) {
  const customer = await newcomer(app);
  const order = orderOf(await fillCart(app), { paymentToken: await paymentToken(app, card) });
  const { orderId } = await customer.call(placeOrder, order);
  const { rows } = await sql<{ ref: string }>`
    select ref from sandbox_pay_charges where owner_id = ${orderId}`.execute(app.app.db.query);
  return { customer, orderId, ref: rows[0]?.ref ?? '' };
}

test('books that agree have no difference: paid, declined, given back, and what happens right now', async () => {
  const paid = await buy();
  await buy(cards.declined);
  await orderWhen(app, paid.customer, paid.orderId, 'active');
  await verb('order', 'refund', paid.orderId);
  await orderWhen(app, paid.customer, paid.orderId, 'refunded');
  await buy(cards.confirms);
  expect(await books()).toMatch(/^\d charges and 1 refunds of 3 days compared: no difference\.$/);
  app.clock.move(minutes(20));
  expect(await books()).toMatch(/^\d charges and 1 refunds of 3 days compared: no difference\.$/);
  expect((await verb('doctor')).text).toMatch(/ok {4}books: compared \d s ago, no difference/);
});

test('each difference is named; what a look can put right is put right', async () => {
  const db = app.app.db.query;
  const [gone, cheaper, returned, unknown] = [await buy(), await buy(), await buy(), await buy()];
  for (const one of [gone, cheaper, returned, unknown]) {
    await orderWhen(app, one.customer, one.orderId, 'active');
  }
  await sql`delete from sandbox_pay_charges where ref = ${gone.ref}`.execute(db);
  await sql`update sandbox_pay_charges set amount_cents = 100 where ref = ${cheaper.ref}`.execute(
    db,
  );
  // Given back by the provider's people, and the notice of it got lost.
  await sql`insert into sandbox_pay_refunds
    (ref, key, made_for, charge_ref, amount_cents, status, created_at)
    select 're_lost', 'sandbox:lost', 'sandbox:lost', ref, amount_cents, 'refunded', created_at
    from sandbox_pay_charges where ref = ${returned.ref}`.execute(db);
  await sql`update charges set payment_ref = 'pi_other' where owner_id = ${unknown.orderId}`.execute(
    db,
  );
  expect(await books()).toContain('no difference');
  app.clock.move(minutes(20));
  const text = await books();
  expect(text).toContain('5 differences');
  const named = (...words: string[]) => new RegExp(words.join('.*'));
  expect(text).toMatch(
    named('charge  not in the provider’s books', gone.ref, gone.orderId, 'theirs: nothing'),
  );
  expect(text).toMatch(named('another amount', cheaper.ref, cheaper.orderId, 'theirs: paid \\$1'));
  expect(text).toMatch(named('refund  not in our books', 're_lost', 'ours: nothing'));
  expect(text).toMatch(named('charge  not in our books', unknown.ref, unknown.orderId));
  expect(text).toMatch(named('not in the provider’s books', 'pi_other', unknown.orderId));
  expect(await gauge()).toBe(5);
  expect((await verb('doctor')).text).toMatch(/LOOK {2}books: compared \d s ago, 5 different/);
  await orderWhen(app, returned.customer, returned.orderId, 'refunded');
  expect(await books()).toContain('4 differences');
});

test('the books are compared every day by themselves, and doctor tells when they were not', async () => {
  app.clock.move(hours(49));
  expect((await verb('doctor')).text).toMatch(/LOOK {2}books: compared 2 days ago/);
  const { rows } = await sql<{ cron: string }>`
    select cron from pgboss.schedule where name = 'reconcile-books'`.execute(app.app.db.query);
  expect(rows).toEqual([{ cron: '53 4 * * *' }]);
  const daily = defineJob('reconcile-books');
  await app.app.db.transaction((tx) => app.app.jobs.enqueue(tx, daily, {}));
  await app.eventually(async () => {
    const { text } = await verb('doctor');
    return /books: compared \d+ s ago/.test(text) ? true : undefined;
  });
});

test('a provider that does not answer compares nothing; a wrong call says how it is meant', async () => {
  const press = (mode: string) =>
    app.fetch('/sandbox/pay/break', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ mode }),
    });
  await press('down');
  const { fine, text } = await verb('reconcile');
  await press('none');
  expect({ fine, text }).toEqual({
    fine: false,
    text: expect.stringMatching(/Nothing was compared/),
  });
  for (const args of [['--days'], ['--days', '0'], ['--days', '400'], ['yesterday']]) {
    expect((await verb('reconcile', ...args)).fine).toBe(false);
  }
  expect(await books('--days', '30')).toContain('of 30 days compared');
});
