import { placeOrder } from '@portside/contract/checkout';
import { askLoginCode } from '@portside/contract/sign-in';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Adapters } from '../app.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { cards, fillCart, newcomer, orderOf, paymentToken } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

/** `MANY_ORDERS=150` is the longer form. */
const ORDERS = Number(process.env['MANY_ORDERS'] ?? 40);
const WITHIN_MS = 10_000;
/** Where paying alone takes longer than usual, the machine has more to do: this many times as long. */
const TIMES_PAYING = 4;
const CODE_MS = 2_000;
/** The 266 emails alone take more than a minute, one after the other. */
const TIMES_ALONE = 4;
/** The simulated carrier answers after two seconds. */
const CARRIER_MS = 2_000;

const slow = { mail: false };
/** A mail server that takes its time with everything but what somebody waits for. */
const slowMail = (adapters: Adapters): Adapters => ({
  ...adapters,
  mail: {
    ...adapters.mail,
    async send(mail) {
      if (slow.mail && !mail.code) await new Promise((resolve) => setTimeout(resolve, 1000));
      return adapters.mail.send(mail);
    },
  },
});

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ overrides: { adapters: slowMail } });
});
afterAll(() => app.close());

test(`${ORDERS} orders paid at once are active within ten seconds of the carrier’s answer`, async () => {
  const buyers = await Promise.all(Array.from({ length: ORDERS }, () => newcomer(app)));
  const orders = await Promise.all(
    Array.from({ length: ORDERS }, async () =>
      orderOf(await fillCart(app), { paymentToken: await paymentToken(app, cards.visa) }),
    ),
  );
  const began = Date.now();
  const answers = await Promise.all(
    orders.map(async (order, i) => buyers[i]?.call(placeOrder, order)),
  );
  const paid = Date.now();
  expect(answers.map((one) => one?.status)).toEqual(orders.map(() => 'paid'));
  await app.eventually(async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from lines where order_id is not null and status = 'active'`.execute(
      app.app.db.query,
    );
    return rows[0]?.n === ORDERS ? true : undefined;
  });
  const took = Date.now() - paid;
  console.info(`${ORDERS} orders: paid in ${paid - began} ms, active ${took} ms after the last`);
  expect(took).toBeLessThan(CARRIER_MS + Math.max(WITHIN_MS, TIMES_PAYING * (paid - began)));
});

test('[E06] a login code leaves within two seconds, whatever else waits', async () => {
  const codeAfter = async (email: string) => {
    const asked = Date.now();
    await app.anyone.call(askLoginCode, { email });
    await app.eventually(async () => {
      const emails = await app.emails(email, 0);
      return emails.find((one) => one.code && /code/i.test(one.subject)) ? true : undefined;
    });
    return Date.now() - asked;
  };
  const [one, other] = [await newcomer(app), await newcomer(app)];
  const alone = await codeAfter(one.email);
  expect(alone).toBeLessThan(WITHIN_MS);
  slow.mail = true;
  await app.app.db.transaction(async (tx) => {
    const brand = app.app.brands.byTenant(6);
    for (let i = 0; i < 266; i += 1) {
      const written = { subject: 'News', text: 'News', html: '<p>News</p>' };
      await queueEmail(app.app, tx, brand, `crowd${i}@example.com`, written);
    }
  });
  const took = await codeAfter(other.email);
  slow.mail = false;
  console.info(`a login code left after ${alone} ms, beside 266 emails after ${took} ms`);
  expect(took).toBeLessThan(Math.max(CODE_MS, TIMES_ALONE * alone));
});
