import { confirmPayment, placeOrder, viewOrder } from '@portside/contract/checkout';
import { phone } from '@portside/contract/phone';
import { listPlans } from '@portside/contract/plans';
import { viewAutopayConsent } from '@portside/contract/autopay';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { viewPerson } from '../account/person.ts';
import { ownerOfRow } from '../http/who.ts';
import { finishLine } from '../lines/activation.ts';
import {
  anEsim,
  buySeveral,
  fillSeveral,
  type FurtherLine,
  orderSeveral,
  purchaseOf,
} from './buying-lines.ts';
import { passHours, type Noa } from './line-life.ts';
import { allEmailsSent, nextEmail, readAll } from './mailbox.ts';
import { inTime } from './passing-time.ts';
import { draftOf } from './porting.ts';
import { cards, fillCart, newcomer, orderOf, orderWhen, paymentToken } from './shopping.ts';
import { openTestApp, type TestApp } from './test-app.ts';
import { numbered } from '../checkout/find-orders.ts';
import { wordsOf } from '../checkout/order-kinds.ts';
import { purchaseReceiptEmail, type PurchasePart } from '../checkout/purchase-emails.ts';
import { cancelOrder } from '../checkout/refunding.ts';

let app: TestApp;
let plans: { id: string; retailName: string }[];
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
  ({ plans } = await app.anyone.call(listPlans, {}));
});
afterAll(() => app.close());

const carrier = (mode: 'down' | 'none') =>
  app.fetch('/sandbox/carrier/break', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mode }),
  });

const shipping = { addressOne: '9 Elm St', city: 'New York', state: 'NY', zipCode: '10038' };
const mailed: FurtherLine = { simType: 'physical' };

type Wanted = Parameters<typeof orderSeveral>[2] & {
  /** What happens while they are at their bank’s page, where they agree then. */
  meanwhile?: () => Promise<void>;
};

/** Paid at once while the carrier is away: none of the lines works yet, and nothing was told. */
async function purchase(
  noa: Noa,
  further: readonly FurtherLine[],
  { meanwhile, ...change }: Wanted = {},
) {
  await readAll(app, noa.email);
  const before = (await subjects(noa)).length;
  const cart = await fillSeveral(
    { anyone: noa },
    [anEsim, ...further].map((_, at) => planIdAt(at)),
  );
  const order = await orderSeveral(app, cart, {
    more: [...further],
    ...(meanwhile && { number: cards.confirms }),
    ...change,
  });
  if (!meanwhile) await carrier('down');
  const { orderId, redirectUrl } = await noa.call(placeOrder, order);
  await meanwhile?.();
  if (meanwhile) {
    await carrier('down');
    await agreeAtBank(noa, redirectUrl);
  }
  // By hand, when the test wants it.
  await sql`delete from pgboss.job where name = 'activate-line'`.execute(app.app.db.query);
  const orders = await purchaseOf(app, orderId);
  return {
    ids: orders.map(({ id }) => id),
    quotes: orders.map((one) => numbered(app.app.brands.first, one)),
    total: `$${cart.quote.finalCheckoutAmount.toFixed(2)}`,
    since: () => subjects(noa, before),
  };
}

async function agreeAtBank(noa: Noa, redirectUrl = '') {
  const back = await fetch(new URL(new URL(redirectUrl).pathname, app.address), {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ outcome: 'complete' }),
  });
  const location = new URL(back.headers.get('location') ?? '', app.address);
  const payment = location.searchParams.get('payment_intent') ?? '';
  expect(await noa.call(confirmPayment, { payment })).toMatchObject({ status: 'paid' });
}

async function payElsewhere(iccid: string) {
  const another = await newcomer(app);
  const paying = { paymentToken: await paymentToken(app, cards.visa) };
  const order = orderOf(await fillCart(app), { ...paying, simType: 'physical', iccid });
  expect(await another.call(placeOrder, order)).toMatchObject({ status: 'paid' });
}

async function subjects({ email }: Noa, since = 0): Promise<string[]> {
  await allEmailsSent(app);
  const all = await app.emails(email, 0);
  return all
    .map(({ subject }) => subject)
    .toReversed()
    .slice(since);
}

/** As settling writes them. */
async function partsOf([lead = '']: readonly string[]) {
  const orders = await purchaseOf(app, lead);
  const { query } = app.app.db;
  const [first] = orders;
  if (!first) throw new Error('No order');
  const parts: PurchasePart[] = [];
  for (const one of orders) {
    const { receipt: words } = await wordsOf(app.app, query, one);
    parts.push({ quote: numbered(app.app.brands.first, one), words });
  }
  return { person: await viewPerson(query, ownerOfRow(first)), parts };
}

async function activate(noa: Noa, ...orderIds: readonly string[]) {
  await carrier('none');
  const numbers: string[] = [];
  for (const id of orderIds) {
    const { line } = await noa.call(viewOrder, { id });
    await finishLine(app.app, line?.id ?? '');
    const { line: active } = await orderWhen(app, noa, id, 'active');
    numbers.push(active?.mdn ?? '');
  }
  return numbers;
}

const planIdAt = (at: number) => plans[at % plans.length]?.id ?? '';
const planAt = (at: number) => plans[at % plans.length]?.retailName ?? '';

test('[P03] four lines are one email: those that work, the receipt, and what the others wait for', async () => {
  const noa = await newcomer(app);
  await sql`update customers set email_verified = true where email = ${noa.email}`.execute(
    app.app.db.query,
  );
  const msisdn = '2125550142';
  const brought = { tempSubscriptionId: await draftOf(noa, msisdn), msisdn, zipCode: '10038' };
  const consent = await app.anyone.call(viewAutopayConsent, {});
  const { ids, quotes, total, since } = await purchase(
    noa,
    [mailed, { ...anEsim, portIn: brought }, anEsim],
    { shipping, saveCard: true, autopay: { consent: consent.version } },
  );
  const works = await activate(noa, ids[0] ?? '', ids[3] ?? '');
  const { text, html } = await nextEmail(app, noa.email, /lines are active/);
  const told = (await since()).filter((one) => !/transfer|card was saved/.test(one));
  expect(told).toEqual([`2 of your Harbor lines are active. Receipt: ${total}`]);
  for (const number of works) expect(text).toContain(`with the number ${phone(number)} is active.`);
  const [first, card, number, last] = text.match(/^Line \d.*$/gm)?.slice(-4) ?? [];
  expect([first, card, number, last]).toEqual(
    [0, 1, 2, 3].map((at) => `Line ${at + 1}: ${planAt(at)}`),
  );
  for (const { orderNumber } of quotes) expect(text).toContain(`Order: ${orderNumber}`);
  expect(text).toContain(`We received your payment of ${total} for 4 lines.`);
  expect(text).toContain(`\n\nTotal: ${total}`);
  expect(text).toContain(`Line 2, ${planAt(1)}: we’re preparing its SIM card`);
  expect(text).toContain(`Line 3, ${planAt(2)}: it waits for the number`);
  // They work: nothing is said of them that was true a minute ago.
  expect(text).not.toMatch(/Line [14], |isn’t active yet|setting it up/);
  expect(text.match(/You turned on autopay for your new lines\./g)).toHaveLength(1);
  expect(text.match(/^Hi Noa,$/gm)).toHaveLength(1);
  expect(html.match(/class="button"/g)).toHaveLength(1);
  expect(html.match(/<h1/g)).toHaveLength(1);
  expect(html.match(/scope="rowgroup"/g)).toHaveLength(4);
  await passHours(app, 1);
  expect((await since()).filter((one) => /Receipt|receipt|active/.test(one))).toHaveLength(1);
});

test('[P03] what works later is said to come, and comes alone', async () => {
  const noa = await newcomer(app);
  const { ids, total, since } = await purchase(noa, [anEsim, anEsim]);
  await activate(noa, ids[1] ?? '');
  await carrier('down');
  const { text } = await nextEmail(app, noa.email, /is active\. Receipt/);
  expect(await since()).toEqual([`Your Harbor line is active. Receipt: ${total}`]);
  expect(text).toContain('We’ll email you again about each line that isn’t active yet.');
  expect(text).toContain(`Plan: ${planAt(1)}`);
  await activate(noa, ids[0] ?? '', ids[2] ?? '');
  await inTime(app, async () => (await since()).length > 1 || undefined);
  await passHours(app, 1);
  const [, ...later] = await since();
  expect(later.join()).toMatch(
    /^(?:2 of your Harbor lines are active|Your Harbor line is active,Your Harbor line is active)$/,
  );
});

test('[P03] a receipt whose lines take longer says of each what comes', async () => {
  const noa = await newcomer(app);
  const { total, since } = await purchase(noa, [mailed, anEsim], { shipping });
  const { text } = await nextEmail(app, noa.email, /receipt/);
  expect(await since()).toEqual([`Your Harbor receipt: ${total}`]);
  expect(text).toContain(`Thank you. We received your payment of ${total} for 3 lines.`);
  expect(text.match(/^Line \d, .*$/gm)).toEqual([
    `Line 1, ${planAt(0)}: we’re setting it up now and will email you when it’s active.`,
    expect.stringMatching(/^Line 2, .* we’re preparing its SIM card .* 14 days after the mailing/),
    `Line 3, ${planAt(2)}: we’re setting it up now and will email you when it’s active.`,
  ]);
  expect(text).not.toContain('isn’t active yet');
  await carrier('none');
});

test('[P03] the money of a refused line is told as that line’s, in the same email', async () => {
  const noa = await newcomer(app);
  const iccid = '8901410000000007401';
  const { ids, quotes, since } = await purchase(noa, [{ simType: 'physical', iccid }, anEsim], {
    meanwhile: () => payElsewhere(iccid),
  });
  const [works = '', refused = '', later = ''] = ids;
  await cancelOrder(app.app, refused);
  await activate(noa, works);
  const { text } = await nextEmail(app, noa.email, /We refunded/);
  expect(await since()).toEqual(['We refunded one line of your Harbor order']);
  const amount = `$${((quotes[1]?.amounts.finalCheckoutAmount ?? 0) / 100).toFixed(2)}`;
  expect(text).toContain(
    `We couldn’t set up your line with ${planAt(1)}, so we refunded the whole amount of ${amount}.`,
  );
  expect(text).toContain(
    'This is about one of the lines that you bought together, and about no other one.',
  );
  expect(text).toContain(`Order: ${quotes[1]?.orderNumber}`);
  expect(text).toContain(
    `Line 2, ${planAt(1)}: we can’t set it up, so the ${amount} that you paid for it`,
  );
  expect(text).toContain('is active.');
  expect(text).toContain('We’ll email you again about each line that isn’t active yet.');
  // Days later, the other two at once.
  await activate(noa, later);
  await passHours(app, 1);
  const before = (await since()).length;
  await cancelOrder(app.app, works);
  await cancelOrder(app.app, later);
  await nextEmail(app, noa.email, /We refunded 2 lines of your Harbor order/);
  await passHours(app, 1);
  const refunds = (await since()).slice(before).filter((one) => /refund/.test(one));
  expect(refunds).toEqual(['We refunded 2 lines of your Harbor order']);
});

test('[P03] the receipt of a purchase is in the reader’s language', async () => {
  const noa = await newcomer(app);
  const { ids } = await purchase(noa, [mailed, anEsim], { shipping });
  const { person, parts } = await partsOf(ids);
  const free = parts.map(({ words, quote }) => ({
    words,
    quote: { ...quote, amounts: { ...quote.amounts, finalCheckoutAmount: 0 } },
    number: '2125550177',
  }));
  const write = (some: readonly PurchasePart[]) =>
    purchaseReceiptEmail(app.app.brands.first, { ...person, language: 'es' }, some).text;
  const [one, card] = parts;
  if (!one || !card) throw new Error('No parts');
  const text = write([one, card, { ...one, words: undefined }]);
  expect(text).toMatch(/Recibimos su pago de .* por 3 líneas\./);
  expect(text).toMatch(/Línea 1, .*: la estamos preparando\./);
  expect(text).toMatch(/Línea 2, .*: estamos preparando su tarjeta SIM\./);
  expect(text).toMatch(/Línea 3, .*: no podemos prepararla, así que los \$/);
  expect(text).not.toMatch(/\b(?:Line|the|Order|Number)\b/);
  const nothing = write(free);
  expect(nothing).toContain('Gracias por su pedido de 3 líneas. No hubo nada que pagar.');
  expect(nothing.match(/\(212\) 555-0177/g)).toHaveLength(3);
  await carrier('none');
});

test('[P03] with one line nothing of this: no heading, and the last news takes the receipt along', async () => {
  const noa = await newcomer(app);
  await carrier('none');
  const { orderId: id } = await buySeveral(app, noa, [planIdAt(0)]);
  await orderWhen(app, noa, id, 'active');
  const { text, html } = await nextEmail(app, noa.email, /line is active\. Receipt/);
  expect(text).not.toMatch(/Plan:|Line 1|Subtotal/);
  expect(html).not.toContain('<tbody');
  expect(await app.app.purchaseEvent(app.app.db.query, id)).toEqual({
    event: `purchase ${id}`,
    isLast: true,
  });
});
