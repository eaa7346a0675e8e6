import { setAutopay, viewAutopayConsent } from '@portside/contract/autopay';
import { placeOrder } from '@portside/contract/checkout';
import { openCardPage, viewCardPage } from '@portside/contract/payments';
import { phone } from '@portside/contract/phone';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addLine, passDays, passHours, withLine, type Noa } from '../testing/line-life.ts';
import { allEmailsSent, nextEmail, readAll } from '../testing/mailbox.ts';
import {
  cards,
  fillCart,
  newcomer,
  orderOf,
  orderWhen,
  paymentToken,
} from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { writeEmail } from './email.ts';
import { purchaseOf, queuePart, sendWaiting } from './queue-part.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

async function subjects({ email }: Noa, since = 0): Promise<string[]> {
  await allEmailsSent(app);
  const all = await app.emails(email, 0);
  return all
    .map((one) => one.subject)
    .toReversed()
    .slice(since);
}

const partsLeft = async () => {
  const { rows } = await sql`select from email_parts`.execute(app.app.db.query);
  return rows.length;
};

const carrier = (mode: 'down' | 'none') =>
  app.fetch('/sandbox/carrier/break', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mode }),
  });

async function turnOn(noa: Noa, id: string) {
  const { version } = await noa.call(viewAutopayConsent, {});
  return noa.call(setAutopay, { id, on: true, consent: version });
}

/** On the provider's page. */
async function saveCard(noa: Noa, number: string): Promise<void> {
  const { url, sessionId } = await noa.call(openCardPage, {});
  const typed = { number, expiry: '12/39', cvv: '123', cardholderName: 'Noa Newcomer' };
  await app.fetch(new URL(url).pathname, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(typed),
  });
  await noa.call(viewCardPage, { sessionId });
}

async function buy(noa: Noa, change: Parameters<typeof orderOf>[1] = {}) {
  const cart = await fillCart(app);
  const token = await paymentToken(app, cards.visa);
  return noa.call(placeOrder, orderOf(cart, { paymentToken: token, ...change }));
}

test('a purchase is one email: the line works, what was paid, and that autopay is on', async () => {
  const noa = await newcomer(app);
  const before = (await subjects(noa)).length;
  const { version } = await noa.call(viewAutopayConsent, {});
  const { orderId } = await buy(noa, { saveCard: true, autopay: { consent: version } });
  const { line } = await orderWhen(app, noa, orderId, 'active');
  const mail = await nextEmail(app, noa.email, /line is active/);
  // The saved card is a notice of safety: it waits for nothing.
  expect((await subjects(noa, before)).toSorted()).toEqual([
    'A card was saved in your Harbor account',
    expect.stringMatching(/^Your Harbor line is active\. Receipt: \$\d+\.\d\d$/),
  ]);
  expect(mail.link).toMatch(/setup=/);
  for (const words of [
    phone(line?.mdn ?? ''),
    'We received your payment of $',
    'Total: $',
    'Autopay is on for your new line',
    'You agreed to this: ',
  ])
    expect(mail.text).toContain(words);
  expect(mail.text).not.toContain('We’ll email you again');
  expect(mail.html.match(/class="button"/g)).toHaveLength(1);
  expect(mail.html.match(/<h1/g)).toHaveLength(1);
  expect(await partsLeft()).toBe(0);
  // What was asked to leave later finds nothing, and says nothing again.
  await passHours(app, 1);
  expect(await subjects(noa, before)).toHaveLength(2);
});

test('a receipt waits a minute for its line, not longer, and nothing is said twice', async () => {
  const noa = await newcomer(app);
  const before = (await subjects(noa)).length;
  await carrier('down');
  const { orderId } = await buy(noa);
  await orderWhen(app, noa, orderId, 'paid');
  expect(await app.eventually(async () => (await partsLeft()) === 1 || undefined)).toBe(true);
  expect(await subjects(noa, before)).toEqual([]);
  await passHours(app, 1);
  const { text } = await nextEmail(app, noa.email, /^Your Harbor receipt: \$/);
  expect(text).toContain('We’ll email you again when it’s active.');
  await carrier('none');
  await passHours(app, 1);
  await orderWhen(app, noa, orderId, 'active');
  await nextEmail(app, noa.email, /^Your Harbor line is active$/);
  expect(await subjects(noa, before)).toHaveLength(2);
});

test('two who take what waits at once write one email', async () => {
  const noa = await newcomer(app);
  const before = (await subjects(noa)).length;
  await carrier('down');
  const { orderId } = await buy(noa);
  await orderWhen(app, noa, orderId, 'paid');
  await app.eventually(async () => (await partsLeft()) === 1 || undefined);
  const waiting = { tenant: app.app.brands.first.client.mvnoId, event: purchaseOf(orderId) };
  await Promise.all([1, 2, 3].map(() => sendWaiting(app.app, waiting)));
  expect(await subjects(noa, before)).toHaveLength(1);
  await carrier('none');
  await orderWhen(app, noa, orderId, 'active');
});

test('emails of one event that nobody wrote a joint title for leave one by one', async () => {
  const noa = await newcomer(app);
  const before = (await subjects(noa)).length;
  const { first: brand } = app.app.brands;
  const of = (subject: string) =>
    writeEmail({ brand, language: 'en' }, { subject, lines: ['Hi {firstName},'], together: {} });
  await app.app.db.transaction(async (tx) => {
    for (const [subject, isLast] of [
      ['The one', false],
      ['The other', true],
    ] as const) {
      await queuePart(app.app, tx, brand, noa.email, of(subject), { event: noa.email, isLast });
    }
  });
  expect((await subjects(noa, before)).toSorted()).toEqual(['The one', 'The other']);
  expect(await partsLeft()).toBe(0);
});

test('purchases of two customers, or two of one, are never one email', async () => {
  const [noa, sam] = await Promise.all([newcomer(app), newcomer(app)]);
  const [first, other] = await Promise.all([buy(noa), buy(sam)]);
  await orderWhen(app, noa, first.orderId, 'active');
  await orderWhen(app, sam, other.orderId, 'active');
  const second = await buy(noa);
  await orderWhen(app, noa, second.orderId, 'active');
  const about = async (who: Noa) =>
    (await subjects(who)).filter((one) => /line is active\. Receipt/.test(one)).length;
  expect(await app.eventually(async () => (await about(noa)) === 2 || undefined)).toBe(true);
  expect(await about(sam)).toBe(1);
});

test('[K04] three lines that autopay pays on one day: one email before, one receipt', async () => {
  const { noa, line } = await withLine(app);
  const lines = [line, await addLine(app, noa), await addLine(app, noa)];
  for (const { id } of lines) await turnOn(noa, id);
  await passDays(app, 20);
  await readAll(app, noa.email);
  const before = (await subjects(noa)).length;
  await passDays(app, 10);
  expect(await subjects(noa, before)).toEqual([
    'Autopay charges 3 of your lines soon',
    'Your Harbor receipts for 3 lines',
  ]);
  for (const subject of [/^Autopay charges 3/, /receipts for 3/]) {
    const { text } = await nextEmail(app, noa.email, subject);
    for (const { mdn } of lines) expect(text).toContain(phone(mdn));
  }
  expect(await partsLeft()).toBe(0);
});

test('[K05] three lines that autopay could not pay on one day are one email', async () => {
  const { noa, line } = await withLine(app, { saveCard: false });
  const further = () => addLine(app, noa, { saveCard: false });
  const lines = [line, await further(), await further()];
  await saveCard(noa, cards.savedButDeclined);
  for (const { id } of lines) await turnOn(noa, id);
  await passDays(app, 26);
  await readAll(app, noa.email);
  const before = (await subjects(noa)).length;
  await passDays(app, 3);
  expect(await subjects(noa, before)).toEqual([
    'We couldn’t charge the next 30 days of 3 of your lines',
  ]);
});

test('[K26] reminders of lines that end on one day are one email, with an amount for each', async () => {
  const { noa, line } = await withLine(app);
  await passHours(app, 3);
  const other = await addLine(app, noa);
  await passDays(app, 20);
  await readAll(app, noa.email);
  const before = (await subjects(noa)).length;
  await passDays(app, 9);
  expect(await subjects(noa, before)).toEqual([
    'The paid time of 2 of your lines ends soon',
    'The paid time of 2 of your lines ends soon',
    'The paid time of 2 of your lines ends soon',
  ]);
  const { text } = await nextEmail(app, noa.email, /paid time of 2/);
  for (const { id, mdn } of [line, other]) {
    expect(text).toContain(`Your line ${phone(mdn)} is paid until`);
    expect(text).toContain(`/dashboard/lines/${id}/renew`);
  }
});
