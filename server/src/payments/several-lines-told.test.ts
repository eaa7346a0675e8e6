import { listTransactions } from '@portside/contract/payments';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { money } from '@portside/contract/formats';
import { ownerOfRow } from '../http/who.ts';
import { dollars } from '../money.ts';
import { harbor } from '../testing/caller.ts';
import { pdfText } from '../testing/pdf-text.ts';
import {
  type PaymentDesk,
  type Requested,
  requestTogether,
  sandboxDesk,
  settleTogether,
  twoPlans,
} from '../testing/several-lines.ts';
import { listCharges, ownersPaidWith } from './charges.ts';
import { disputedCharges } from './disputed-charges.ts';
import {
  disputesOf,
  disputesOfCustomer,
  disputesOfOrders,
  isMoneyOpen,
  isTakenBack,
  lookAtDispute,
  openDisputes,
} from './disputes.ts';
import {
  fraudWarningsOf,
  letPaymentStand,
  lookAtFraudWarning,
  warnedPayments,
} from './fraud-warnings.ts';
import { askRefund, recordRefund, requestRefund } from './refunds.ts';
import { receiptText } from './receipts.ts';

let desk: PaymentDesk;
let lines: Awaited<ReturnType<typeof twoPlans>>;
beforeAll(async () => {
  desk = await sandboxDesk();
  lines = await twoPlans(desk);
});
afterAll(() => desk.close());
const app = () => desk.app.app;
const db = () => app().db.query;

type Part = Requested['parts'][number];

async function bought() {
  const purchase = await requestTogether(desk, { lines });
  await settleTogether(app(), purchase);
  const [first, second] = purchase.parts as unknown as [Part, Part];
  const paymentRef = (await listCharges(db(), first)).at(-1)?.paymentRef ?? '';
  const { rows } = await sql<{ id: string; tenant_id: number; customer_id: string }>`
    select charges.id, tenant_id, customer_id from charges
    where owner_id = ${first.id} and attempt = 2`.execute(db());
  const [charge] = rows;
  if (!charge) throw new Error('There is no charge');
  return { ...purchase, first, second, paymentRef, chargeId: charge.id, owner: ownerOfRow(charge) };
}

async function refund(one: Part) {
  await app().db.transaction((tx) => requestRefund(app(), tx, one));
  const news = await askRefund(app(), one);
  if (!news) throw new Error('Nothing goes back');
  await app().db.transaction((tx) => recordRefund(app(), tx, one, news));
}

/** What the slices are told of it, in place of what they do. */
function listening() {
  const heard: string[] = [];
  const deaf = Object.create(app()) as ReturnType<typeof app>;
  Object.defineProperties(deaf, {
    paymentLost: {
      value: async (_: unknown, __: unknown, orderId: string) => {
        heard.push(`lost ${orderId}`);
      },
    },
    paymentStands: {
      value: async (_: unknown, __: unknown, orderId: string) => {
        heard.push(`stands ${orderId}`);
      },
    },
  });
  return { heard, deaf };
}

test('[P03] [L21] a dispute is about each order that the payment paid for, and is listed once', async () => {
  const { first, second, paymentRef, tenant, owner, ...purchase } = await bought();
  const other = await bought();
  const disputeRef = await desk.dispute(paymentRef);
  await lookAtDispute(app(), { disputeRef, tenant });
  for (const one of [first, second]) {
    expect(await isTakenBack(db(), one)).toBe(true);
    expect(await isMoneyOpen(db(), [one.id])).toBe(true);
    expect(await disputesOf(db(), one)).toMatchObject([{ disputeRef, owner: { id: one.id } }]);
  }
  expect(await isTakenBack(db(), other.second)).toBe(false);
  expect(await isMoneyOpen(db(), [other.first.id, other.second.id])).toBe(false);
  expect(await disputesOfOrders(db(), [first.id, second.id])).toHaveLength(1);
  expect(await disputesOfCustomer(db(), owner)).toHaveLength(1);
  expect((await openDisputes(db())).filter((one) => one.disputeRef === disputeRef)).toHaveLength(1);
  const listed = await disputedCharges(db(), tenant, 'undecided', 10);
  expect(listed.find((one) => one.disputeRef === disputeRef)?.charge).toMatchObject({
    orderId: first.id,
    orderIds: [first.id, second.id],
    item: `${first.item}, ${second.item}`,
    paidCents: first.cents + second.cents,
  });
  for (const [verdict, word] of [
    ['lost', 'lost'],
    ['won', 'stands'],
  ] as const) {
    await desk.decide(disputeRef, verdict);
    const { heard, deaf } = listening();
    await lookAtDispute(deaf, { disputeRef, tenant });
    expect(heard).toEqual([`${word} ${first.id}`, `${word} ${second.id}`]);
  }
  expect(await isTakenBack(db(), second)).toBe(false);
  expect(purchase.parts).toHaveLength(2);
});

test('[P03] [M12] a bank’s warning is about each order, and waits as long as one of them is paid', async () => {
  const { first, second, paymentRef, tenant } = await bought();
  const warningRef = await desk.warn(paymentRef);
  await lookAtFraudWarning(app(), { warningRef, tenant });
  const waiting = async () =>
    (await warnedPayments(app(), db())).filter(({ orderId }) => orderId === first.id);
  expect(await waiting()).toMatchObject([
    { amountCents: first.cents + second.cents, orderIds: [first.id, second.id] },
  ]);
  for (const one of [first, second]) expect(await fraudWarningsOf(db(), one)).toHaveLength(1);
  await refund(first);
  expect(await waiting()).toMatchObject([{ amountCents: second.cents }]);
  expect(await letPaymentStand(app(), second, 'Dana')).toBe(true);
  expect(await waiting()).toEqual([]);
  expect(await fraudWarningsOf(db(), first)).toMatchObject([{ leftBy: 'Dana' }]);
  expect(await ownersPaidWith(db(), second)).toEqual([first.id, second.id]);
});

const textOf = (html: string) => html.replaceAll(/<[^>]*>|\s+/g, ' ').replaceAll(/ +/g, ' ');

test('[P03] [D21] the receipt has a section for each line with its order and subtotal, as page, PDF and for a bank', async () => {
  const { first, second, customer, owner, chargeId } = await bought();
  const [entry] = (await customer.call(listTransactions, {})).transactions;
  const [brand] = app().brands.all;
  if (!entry || !brand) throw new Error('Nothing was paid');
  const open = (form: string, language = 'en') =>
    desk.app.fetch(`/app/payments/transactions/${entry.id}/${form}`, {
      headers: {
        ...harbor,
        'accept-language': language,
        authorization: `Bearer ${customer.token}`,
      },
    });
  const amount = (cents: number) => money(dollars(cents));
  const [number1 = '', number2 = ''] = entry.parts?.map(({ orderNumber }) => orderNumber) ?? [];
  expect(number1).not.toBe(number2);
  const sections = [
    `Line 1: ${first.item}`,
    number1,
    `Subtotal ${amount(first.cents)}`,
    `Line 2: ${second.item}`,
    number2,
    `Subtotal ${amount(second.cents)}`,
    `Total paid ${amount(first.cents + second.cents)}`,
  ];
  const inOrder = (text: string) => {
    const places = sections.map((section) => text.indexOf(section));
    expect([sections, places.toSorted((a, b) => a - b)]).toEqual([sections, places]);
    expect(places).not.toContain(-1);
  };
  inOrder(textOf(await (await open('receipt')).text()));
  const pdf = pdfText(Buffer.from(await (await open('receipt.pdf')).arrayBuffer()));
  for (const section of sections)
    for (const word of section.split(' ')) expect(pdf).toContain(word);
  const bank = await receiptText(app(), brand, owner, { id: chargeId, item: first.item });
  inOrder(bank.text.replaceAll(':\n', '\n').replaceAll(/(Subtotal|Total paid):/g, '$1'));
  expect(bank.item).toBe(`${first.item}, ${second.item}`);

  await refund(second);
  const after = textOf(await (await open('receipt')).text());
  expect(after).toContain(`Status Success Refunded so far ${amount(second.cents)}`);
  expect(after).toMatch(new RegExp(`Line 2: .* Status Refunded .*Subtotal`));
  expect(textOf(await (await open('receipt', 'es')).text())).toContain('Línea 1: ');
});

test('[P03] the history as a file has one row for it, with the orders of both', async () => {
  const { customer } = await bought();
  const [entry] = (await customer.call(listTransactions, {})).transactions;
  const answer = await desk.app.fetch('/app/payments/transactions.csv', {
    headers: { ...harbor, authorization: `Bearer ${customer.token}` },
  });
  const rows = (await answer.text()).split('\r\n').filter((row) => row.includes(entry?.id ?? '?'));
  expect(rows).toHaveLength(1);
  const numbers = entry?.parts?.map(({ orderNumber }) => orderNumber) ?? [];
  expect(rows[0]).toContain(`"${numbers.join(', ')}"`);
});
