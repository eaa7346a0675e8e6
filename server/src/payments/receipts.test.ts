import { money } from '@portside/contract/formats';
import { placeOrder } from '@portside/contract/checkout';
import { listTransactions, printReceipt, type Transaction } from '@portside/contract/payments';
import { register } from '@portside/contract/sign-in';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { learnsLate } from '../testing/porting.ts';
import {
  cards,
  fillCart,
  orderOf,
  orderWhen,
  paymentToken,
  type Cart,
} from '../testing/shopping.ts';
import { harbor, type Caller } from '../testing/caller.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { pdfOperators, pdfText } from '../testing/pdf-text.ts';

let app: TestApp;
let zoe: Caller;
let cart: Cart;
let order: string;
let paid: Transaction;
beforeAll(async () => {
  app = await openTestApp({
    overrides: {
      adapters: (opened) => ({ ...opened, carrier: learnsLate(opened.carrier) }),
    },
  });
  const { token } = await app.anyone.call(register, {
    firstName: 'Zoë',
    lastName: 'Nguyễn-Żółć',
    email: 'zoe@example.com',
    regPassword: 'Anchor7!',
    confirmRegPassword: 'Anchor7!',
  });
  zoe = app.with(token);
  cart = await fillCart(app, { promoCode: 'WELCOME10' });
  const placed = orderOf(cart, {
    streetUnit: 'Apt 4B',
    paymentToken: await paymentToken(app, cards.visa),
  });
  order = (await zoe.call(placeOrder, placed)).orderId;
  const [newest] = (await zoe.call(listTransactions, {})).transactions;
  if (!newest) throw new Error('Nothing was paid');
  paid = newest;
});
afterAll(() => app.close());

function open(customer: Caller, id: string, form: 'receipt' | 'receipt.pdf', language = 'en') {
  return app.fetch(`/app/payments/transactions/${id}/${form}`, {
    headers: {
      ...harbor,
      'accept-language': language,
      authorization: `Bearer ${customer.token}`,
    },
  });
}

async function texts(customer: Caller, id: string) {
  const page = await (await open(customer, id, 'receipt')).text();
  const pdf = await (await open(customer, id, 'receipt.pdf')).arrayBuffer();
  return { page, pdf: pdfText(Buffer.from(pdf)) };
}

test('[D21] a receipt is a page and a PDF, kept in no cache, each with a file name', async () => {
  const page = await open(zoe, paid.id, 'receipt');
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const pdf = await open(zoe, paid.id, 'receipt.pdf');
  expect(pdf.headers.get('content-type')).toBe('application/pdf');
  expect(pdf.headers.get('content-disposition')).toBe(
    `attachment; filename="harbor-receipt-${paid.id}.pdf"`,
  );
  for (const answer of [page, pdf]) {
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  }
  expect(
    Buffer.from(await pdf.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
});

test('a receipt has its brand’s logo with its words, in the page and in the PDF', async () => {
  const page = await (await open(zoe, paid.id, 'receipt')).text();
  expect(page).toMatch(/<img\s+src="data:image\/png;base64,iVBOR[^"]*"\s+alt="Harbor"/);
  const pdf = Buffer.from(await (await open(zoe, paid.id, 'receipt.pdf')).arrayBuffer());
  const text = pdf.toString('latin1');
  expect(text).toMatch(/\/Subtype \/Image/);
  // From the top of a page of 792 points: the first words begin below the logo.
  const drawn = pdfOperators(pdf);
  const bottom = Number(/-[\d.]+ 54 ([\d.]+) cm\n\/I1 Do/.exec(drawn)?.[1]);
  const baseline = 792 - Number(/1 0 0 1 54 ([\d.]+) Tm/.exec(drawn)?.[1]);
  expect(baseline - 9).toBeGreaterThan(bottom);
  expect(text).toMatch(
    /\/S \/Figure[\s\S]{0,80}\/Alt \(Harbor\)|\/Alt \(Harbor\)[\s\S]{0,80}\/S \/Figure/,
  );
});

test('[D14][D21] page and PDF have every line of the bill and its total, to the cent', async () => {
  const { page, pdf } = await texts(zoe, paid.id);
  for (const text of [page, pdf]) {
    for (const line of cart.quote.lines) {
      expect(text).toContain(line.label);
      expect(text).toContain(money(line.amount));
    }
    expect(text).toContain(money(cart.quote.finalCheckoutAmount));
    expect(text).toContain('Visa •••• 4242');
    expect(text).toContain(paid.id);
  }
});

test('taxes, government fees and the company’s own fees stand apart, the latter as no taxes', async () => {
  const { page, pdf } = await texts(zoe, paid.id);
  for (const text of [page, pdf]) {
    const at = (words: string) => {
      expect(text).toContain(words);
      return text.indexOf(words);
    };
    const label = (kind: string) =>
      cart.quote.lines.find((line) => line.kind === kind)?.label ?? 'missing';
    expect(at('Fees of Harbor Mobile, Inc.')).toBeLessThan(at(label('company_fee')));
    expect(at(label('company_fee'))).toBeLessThan(at('They are not taxes'));
    expect(at('They are not taxes')).toBeLessThan(at('Taxes'));
    expect(at('Taxes')).toBeLessThan(at(label('tax')));
    expect(at(label('tax'))).toBeLessThan(at('Government fees'));
    expect(at('Government fees')).toBeLessThan(at(label('government_fee')));
  }
});

test('a receipt names the brand, its company and address, and the customer, accents and all', async () => {
  const { page, pdf } = await texts(zoe, paid.id);
  for (const text of [page, pdf]) {
    for (const words of ['Harbor', 'Harbor Mobile, Inc.', '14 Pier Street, Suite 200']) {
      expect(text).toContain(words);
    }
    expect(text).toContain('Nguyễn-Żółć');
    expect(text).toContain('120 Fulton Street, Apt 4B');
  }
  expect(page).toContain('Zoë Nguyễn-Żółć');
  expect(pdf).toContain('Zoë Nguyễn-Żółć');
});

test('the PDF is one page and can be read aloud: language, headings and cells are marked', async () => {
  const pdf = await (await open(zoe, paid.id, 'receipt.pdf')).arrayBuffer();
  const text = Buffer.from(pdf).toString('latin1');
  for (const mark of ['/Lang (en-US)', '/Marked true', '/S /H1', '/S /TH', '/S /TD']) {
    expect(text).toContain(mark);
  }
  expect(text.match(/\/Type \/Page\b/g)).toHaveLength(1);
});

test('[M09] in Spanish a receipt says in Spanish how the payment stands', async () => {
  const page = await (await open(zoe, paid.id, 'receipt', 'es')).text();
  expect(page).toContain('Exitoso');
  expect(page).not.toContain('Success');
});

test('a payment that failed has no receipt that says it was paid', async () => {
  const maya = await app.as('maya@example.com');
  const { transactions } = await maya.call(listTransactions, {});
  const failed = transactions.find((one) => !one.successful);
  const { page, pdf } = await texts(maya, failed?.id ?? '');
  for (const text of [page, pdf]) {
    expect(text).toContain('Payment failed');
    expect(text).toContain('Total (not charged)');
    expect(text).not.toContain('Total paid');
  }
});

test('another customer’s receipt is not there, and nobody’s is without a token', async () => {
  const omar = await app.as('omar@example.com');
  for (const form of ['receipt', 'receipt.pdf'] as const) {
    const answer = await open(omar, paid.id, form);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toContain('application/json');
    expect((await open(zoe, 'trx_unknown', form)).status).toBe(404);
  }
  expect((await app.anyone.refusal(printReceipt, { id: paid.id })).status).toBe(401);
});

test('the API’s description names the receipt’s type', async () => {
  const description = (await (await app.fetch('/app/openapi.json')).json()) as {
    paths: Record<string, { get: { responses: Record<string, { content: object }> } }>;
  };
  const path = '/app/payments/transactions/{id}/receipt.pdf';
  expect(description.paths[path]?.get.responses['200']?.content).toEqual({
    'application/pdf': { schema: { type: 'string', format: 'binary' } },
  });
});

test('the receipt of an order that was refunded says so', async () => {
  await orderWhen(app, zoe, order, 'active');
  const used = await fillCart(app);
  const placed = await zoe.call(
    placeOrder,
    orderOf(used, {
      paymentToken: await paymentToken(app, cards.visa),
      simType: 'physical',
      iccid: '8901410000000000019',
    }),
  );
  const refunded = await orderWhen(app, zoe, placed.orderId, 'refunded');
  const { page } = await texts(zoe, refunded.transaction?.id ?? '');
  expect(page).toContain('Total (refunded)');
});
