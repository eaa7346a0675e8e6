import { setAutopay, viewAutopayConsent, viewPlannedCharge } from '@portside/contract/autopay';
import { dateAlone } from '@portside/contract/formats';
import { viewLine } from '@portside/contract/line-detail';
import { listTransactions } from '@portside/contract/payments';
import { listPlans } from '@portside/contract/plans';
import { quoteRenewal } from '@portside/contract/renewals';
import { sql } from 'kysely';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importPlans } from '../plans/plans.ts';
import { passDays, passHours, renew, withLine } from '../testing/line-life.ts';
import type { Noa } from '../testing/line-life.ts';
import { cards, emailWhen, fillCart, newcomer, paymentToken } from '../testing/shopping.ts';
import { orderOf, orderWhen } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { placeOrder } from '@portside/contract/checkout';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

interface PlanInFile {
  id: string;
  retailPrice: number;
}

const file = new URL('../../../brands/harbor/plans.json', import.meta.url);

/** `portside plans import`, with this price for Sloop; without one it is not in the file. */
async function importAt(price: number | undefined): Promise<void> {
  const sold = JSON.parse(await readFile(file, 'utf8')) as { plans: PlanInFile[] };
  const plans = sold.plans.flatMap((plan) => {
    if (plan.id !== 'sloop-12') return [plan];
    return price === undefined ? [] : [{ ...plan, retailPrice: price, prepay: [] }];
  });
  await importPlans(app.app, 6, { ...sold, plans });
}

const due = async (noa: Noa, id: string) => (await noa.call(quoteRenewal, { id })).orderTotal;
const told = async (noa: Noa) =>
  (await app.emails(noa.email, 0)).filter((mail) => /price of .* goes up/.test(mail.subject));
const renewalsOf = async (noa: Noa) => {
  const { transactions } = await noa.call(listTransactions, {});
  return transactions.filter((one) => one.kind === 'renewal');
};

test('[K07] a price that rises is told once, and charged 30 days after that', async () => {
  await importAt(25);
  const { noa, line } = await withLine(app);
  const { id } = line;
  await passDays(app, 21);
  expect((await noa.call(viewLine, { id })).priceRise).toBeUndefined();
  await importAt(28);
  await passHours(app, 1);
  const email = await emailWhen(app, noa.email, /price of Sloop 12 GB goes up/);
  expect(email.text).toContain('$28.00');
  expect(email.text).toContain('$25.00');
  expect(email.link).toContain(`/dashboard/lines/${id}`);
  // The line's page says the same, with the email's day.
  const rise = (await noa.call(viewLine, { id })).priceRise;
  expect(rise).toMatchObject({ plan: 'Sloop 12 GB', price: 28 });
  expect(email.subject).toContain(dateAlone(rise?.from ?? '', 'America/New_York', 'en'));
  // Told eight days ago.
  await passDays(app, 8);
  expect(await due(noa, id)).toBe(25);
  expect((await noa.call(viewLine, { id })).plan.retailPrice).toBe(25);
  await renew(app, noa, id);
  await passDays(app, 23);
  expect(await due(noa, id)).toBe(28);
  expect(await noa.call(viewLine, { id })).toMatchObject({ plan: { retailPrice: 28 } });
  expect((await noa.call(viewLine, { id })).priceRise).toBeUndefined();
  expect(await told(noa)).toHaveLength(1);
  // Somebody new pays today's price, and is told nothing.
  const { noa: ann } = await withLine(app);
  await passDays(app, 2);
  expect(await told(ann)).toHaveLength(0);
});

test('[K07] autopay charges what it told, also when the rise may be charged a day later', async () => {
  await importAt(25);
  const { noa, line } = await withLine(app);
  const { id } = line;
  await importAt(28);
  const { version } = await noa.call(viewAutopayConsent, {});
  await noa.call(setAutopay, { id, on: true, consent: version });
  // Charged a day before the end, 29 days after the email: still the old price.
  await passDays(app, 29);
  const [first] = await renewalsOf(noa);
  expect(first?.paymentDetails.orderTotal).toBe(25);
  await passDays(app, 30);
  const all = await renewalsOf(noa);
  expect(all.map((one) => one.paymentDetails.orderTotal)).toEqual([28, 25]);
  expect(all.every((one) => one.successful)).toBe(true);
  const announced = (await app.emails(noa.email, 0)).filter((mail) =>
    /^Autopay charges/.test(mail.subject),
  );
  expect(announced[0]?.subject).toContain(
    `$${all[0]?.paymentDetails.finalCheckoutAmount?.toFixed(2)}`,
  );
});

test('[K07] the same 30 days have one price: paid by hand after the usual hour, they cost what autopay charges for them', async () => {
  await importAt(25);
  const { noa, line } = await withLine(app);
  const { id } = line;
  await importAt(28);
  await passHours(app, 1);
  // The rise may be charged since a day, and autopay would have charged two days before that.
  await passDays(app, 31);
  const { charge } = await noa.call(viewPlannedCharge, { id });
  const quote = await noa.call(quoteRenewal, { id });
  expect([quote.orderTotal, quote.finalCheckoutAmount]).toEqual([25, charge?.amount]);
  expect((await noa.call(viewLine, { id })).plan.retailPrice).toBe(25);
  await renew(app, noa, id);
  await passDays(app, 31);
  expect(await due(noa, id)).toBe(28);
  await importAt(22);
  expect(await due(noa, id)).toBe(22);
});

test('[K07] [K26] a reminder says what is paid on its day, and what the next 30 days cost once a rise may be charged', async () => {
  await importAt(25);
  const { noa, line } = await withLine(app);
  const { id } = line;
  await passDays(app, 25);
  await renew(app, noa, id);
  await importAt(28);
  await passHours(app, 1);
  const { priceRise: rise } = await noa.call(viewLine, { id });
  await passDays(app, 28);
  const { text } = await emailWhen(app, noa.email, /is paid until/);
  const quote = await noa.call(quoteRenewal, { id });
  expect(quote.orderTotal).toBe(25);
  expect(text).toContain(`The next 30 days cost $${quote.finalCheckoutAmount.toFixed(2)}.`);
  await passDays(app, 4);
  const later = await noa.call(quoteRenewal, { id });
  expect(later.orderTotal).toBe(28);
  const from = dateAlone(rise?.from ?? '', 'America/New_York', 'en');
  expect(text).toContain(`From ${from} on they cost $${later.finalCheckoutAmount.toFixed(2)}.`);
});

test('[K07] a lower price counts at once, and a rise after it is told anew', async () => {
  await importAt(25);
  const { noa, line } = await withLine(app);
  const { id } = line;
  await importAt(28);
  await passDays(app, 25);
  expect(await told(noa)).toHaveLength(1);
  expect((await noa.call(viewLine, { id })).priceRise?.price).toBe(28);
  await importAt(22);
  expect((await noa.call(viewLine, { id })).priceRise).toBeUndefined();
  expect(await due(noa, id)).toBe(22);
  await renew(app, noa, id);
  await importAt(28);
  await passHours(app, 1);
  expect(await told(noa)).toHaveLength(2);
  // 35 days after the first email, 28 again: but that was called off.
  await passDays(app, 26);
  expect(await due(noa, id)).toBe(22);
});

test('[K07] a plan that is off sale keeps its price for the lines that have it', async () => {
  await importAt(25);
  const { noa, line } = await withLine(app);
  const { id } = line;
  await importAt(undefined);
  const { plans } = await app.anyone.call(listPlans, {});
  expect(plans.map((plan) => plan.id)).not.toContain('sloop-12');
  await passDays(app, 25);
  expect(await due(noa, id)).toBe(25);
  await renew(app, noa, id);
  expect(await told(noa)).toHaveLength(0);
});

test('[K07] who bought at the old price, with a quote of before the rise, is told too', async () => {
  await importAt(25);
  const noa = await newcomer(app);
  const cart = await fillCart(app);
  await importAt(28);
  await passHours(app, 0);
  const card = { paymentToken: await paymentToken(app, cards.visa) };
  const { orderId } = await noa.call(placeOrder, orderOf(cart, card));
  await orderWhen(app, noa, orderId, 'active');
  await passDays(app, 2);
  expect(await told(noa)).toHaveLength(1);
});

test('[K07] a line that cannot be told keeps no other waiting, and is told as soon as it can be', async () => {
  const { query } = app.app.db;
  await importAt(25);
  const first = await withLine(app);
  const second = await withLine(app);
  const untellable = sql.lit(first.line.id);
  await sql`alter table price_notices add constraint untellable check (line_id <> ${untellable})`.execute(
    query,
  );
  await importAt(28);
  await passHours(app, 1);
  expect(await told(second.noa)).toHaveLength(1);
  expect(await told(first.noa)).toHaveLength(0);
  await sql`alter table price_notices drop constraint untellable`.execute(query);
  await passHours(app, 1);
  expect(await told(first.noa)).toHaveLength(1);
  expect(await told(second.noa)).toHaveLength(1);
});
