import { listAudit } from '@portside/contract/console/audit';
import {
  addSims,
  listShipping,
  noteDelivered,
  printSlip,
  sendCard,
  viewStock,
} from '@portside/contract/console/shipping';
import { luhnHolds } from '@portside/contract/card-brands';
import { placeOrder } from '@portside/contract/checkout';
import { viewLine } from '@portside/contract/line-detail';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runVerb } from '../operator/socket.ts';
import { pdfText } from '../testing/pdf-text.ts';
import { harbor, type Caller } from '../testing/caller.ts';
import type { Noa } from '../testing/line-life.ts';
import { allEmailsSent, nextEmail } from '../testing/mailbox.ts';
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
let agent: Caller;
beforeAll(async () => {
  app = await openTestApp();
  agent = await app.staff('agent');
});
afterAll(() => app.close());

const shipping = { addressOne: '9 Elm St', city: 'New York', state: 'NY', zipCode: '10038' };

/** Somebody whose card is to be sent, and its id. */
async function waiting(): Promise<{ noa: Noa; lineId: string; id: string }> {
  const noa = await newcomer(app);
  const order = orderOf(await fillCart(app), {
    paymentToken: await paymentToken(app, cards.visa),
    simType: 'physical',
    shipping,
  });
  const { orderId } = await noa.call(placeOrder, order);
  const { line } = await orderWhen(app, noa, orderId, 'paid');
  const { cards: all } = await agent.call(listShipping, {});
  return { noa, lineId: line?.id ?? '', id: all.at(-1)?.id ?? '' };
}

let made = 0;
/** A card of the carrier with a check digit, which no test had before. */
function newCard(): string {
  for (;;) {
    made += 1;
    const begun = `89014100000005${String(made).padStart(4, '0')}`;
    const last = [...'012345678'].find((digit) => luhnHolds(begun + digit));
    if (last) return begun + last;
  }
}
const wrongDigit = (iccid: string) => iccid.slice(0, -1) + String((Number(iccid.at(-1)) + 1) % 10);

async function inStock(): Promise<string> {
  const iccid = newCard();
  await agent.call(addSims, { csv: iccid });
  return iccid;
}

test('[L20] cards to send come oldest first, with what goes on the envelope and nothing else of the customer', async () => {
  const { noa, id } = await waiting();
  const { cards: all } = await agent.call(listShipping, {});
  expect(all[0]).toMatchObject({ recipient: 'Rosa Delgado', replacesSim: false });
  expect(all.at(-1)).toMatchObject({
    id,
    recipient: 'Noa Newcomer',
    address: ['9 Elm St', 'New York, NY 10038'],
  });
  expect(JSON.stringify(all)).not.toContain(noa.email);
  expect(Object.keys(all.at(-1) ?? {}).toSorted()).toEqual([
    'address',
    'id',
    'recipient',
    'replacesSim',
    'since',
  ]);
  const admin = await app.staff('admin');
  const { entries } = await admin.call(listAudit, { call: 'listShipping' });
  expect(entries[0]).toMatchObject({
    outcome: 'done',
    detail: { shown: all.map((one) => one.id) },
  });
});

test('[L20] [L15] a card that was sent is told by email and seen on the line; the same again changes nothing', async () => {
  const { noa, lineId, id } = await waiting();
  const before = await agent.call(viewStock, {});
  const iccid = await inStock();
  const sent = { id, iccid, carrier: 'USPS', trackingNumber: '9400 1000' };
  expect((await agent.call(sendCard, sent)).message).toMatch(/told by email/);
  expect((await agent.call(sendCard, sent)).message).toMatch(/Nothing changed/);
  expect((await nextEmail(app, noa.email, /in the mail/)).text).toContain('9400 1000');
  await allEmailsSent(app);
  const told = (await app.emails(noa.email, 0)).filter((one) => /in the mail/.test(one.subject));
  expect(told).toHaveLength(1);
  expect((await noa.call(viewLine, { id: lineId })).shipping).toMatchObject({
    state: 'mailed',
    carrier: 'USPS',
    trackingNumber: '9400 1000',
  });
  expect(await agent.call(viewStock, {})).toMatchObject({
    inStock: before.inStock,
    toSend: before.toSend - 1,
  });
  const admin = await app.staff('admin');
  const { entries } = await admin.call(listAudit, { call: 'sendCard' });
  const { customerId, ...entry } = entries[0] ?? {};
  expect(entry).toMatchObject({ staff: 'agent@harbor.example', about: id, detail: { iccid } });
  expect(customerId).toMatch(/^usr_/);
});

test('[L20] what is scanned has to be in the stock, free, and whole: each is said at its field', async () => {
  const { id } = await waiting();
  const other = await waiting();
  const iccid = await inStock();
  const sent = { id, carrier: 'UPS', trackingNumber: '1Z' };
  const why = async (scanned: string) =>
    (await agent.refusal(sendCard, { ...sent, iccid: scanned })).problem;
  expect(await why('123')).toMatchObject({ errors: [{ field: 'iccid' }] });
  expect(await why(wrongDigit(iccid))).toMatchObject({
    reason: 'check_digit',
    errors: [{ field: 'iccid', message: expect.stringContaining('last digit') as string }],
  });
  expect((await why(newCard())).reason).toBe('not_in_stock');
  const csv = '8901260000000000023\n8901410000000000799';
  await agent.call(addSims, { csv, withoutCheckDigit: true });
  expect((await why('8901260000000000023')).reason).toBe('sim_unknown');
  // The carrier says it is used: it leaves the stock.
  const { inStock: count } = await agent.call(viewStock, {});
  expect((await why('8901410000000000799')).reason).toBe('sim_in_use');
  expect((await agent.call(viewStock, {})).inStock).toBe(count - 1);
  await agent.call(sendCard, { ...sent, id: other.id, iccid });
  expect((await why(iccid)).reason).toBe('scanned_twice');
  expect((await agent.refusal(sendCard, { ...sent, id: 'shp_none', iccid })).status).toBe(404);
});

test('[L20] two send one card at once: one of them does, and the other one is told who', async () => {
  const { noa, id } = await waiting();
  const admin = await app.staff('admin');
  const both = await Promise.all([inStock(), inStock()]);
  const sent = both.map((iccid) => ({ id, iccid, carrier: 'UPS', trackingNumber: '' }));
  const { inStock: before } = await agent.call(viewStock, {});
  const answers = await Promise.allSettled([
    agent.call(sendCard, sent[0] ?? { id, iccid: '', carrier: '' }),
    admin.call(sendCard, sent[1] ?? { id, iccid: '', carrier: '' }),
  ]);
  const lost = answers.findIndex(({ status }) => status === 'rejected');
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const loser = lost === 0 ? agent : admin;
  const { problem } = await loser.refusal(sendCard, sent[lost] ?? {});
  expect(problem).toMatchObject({
    reason: 'already_mailed',
    by: lost === 0 ? 'Ada Lindqvist' : 'Aya Tanaka',
  });
  expect((await agent.call(viewStock, {})).inStock).toBe(before - 1);
  // It was the other card after all: that one is back in the drawer, and nobody is told again.
  await loser.call(sendCard, { ...(sent[lost] ?? { id, iccid: '', carrier: '' }), corrects: true });
  expect((await agent.call(viewStock, {})).inStock).toBe(before - 1);
  const { cards: mailed } = await agent.call(listShipping, { state: 'mailed' });
  expect(mailed[0]).toMatchObject({ id, mailed: { iccid: both[lost] } });
  await allEmailsSent(app);
  const told = (await app.emails(noa.email, 0)).filter((one) => /in the mail/.test(one.subject));
  expect(told).toHaveLength(1);
});

test('[L20] one card scanned for two parcels at once leaves in one of them', async () => {
  const [one, two] = [await waiting(), await waiting()];
  const iccid = await inStock();
  const answers = await Promise.allSettled(
    [one, two].map(({ id }) => agent.call(sendCard, { id, iccid, carrier: 'UPS' })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('[L20] a delivered card is told once, and not before it left', async () => {
  const { noa, id } = await waiting();
  expect((await agent.refusal(noteDelivered, { id })).problem.reason).toBe('not_mailed');
  await agent.call(sendCard, { id, iccid: await inStock(), carrier: 'USPS' });
  await agent.call(noteDelivered, { id });
  await agent.call(noteDelivered, { id });
  await nextEmail(app, noa.email, /has arrived: activate it/);
});

test('[L20] the packing slip is a PDF with the address, in the customer’s language', async () => {
  const { cards: all } = await agent.call(listShipping, {});
  const slip = async (id: string) => {
    const answer = await app.fetch(printSlip.wire.split(' ')[1]?.replace('{id}', id) ?? '', {
      headers: { ...harbor, authorization: `Bearer ${agent.token}` },
    });
    return { answer, pdf: Buffer.from(await answer.arrayBuffer()) };
  };
  const { answer, pdf } = await slip(all[0]?.id ?? '');
  expect(answer.headers.get('content-type')).toContain('application/pdf');
  const text = pdfText(pdf);
  expect(text).toContain('Rosa Delgado');
  expect(text).toContain('Chicago, IL 60608');
  expect(text).toContain('Su tarjeta SIM');
  expect((await slip('shp_none')).answer.status).toBe(404);
});

test('[L20] a file of cards: what holds is taken, each line that does not is named with its reason, and again takes nothing', async () => {
  const [one, two, three] = [newCard(), newCard(), newCard()];
  const csv = [
    'ICCID;box',
    `${one};7`,
    `"${two}";7`,
    `${one};7`,
    `${wrongDigit(three)};7`,
    '8.90141E+18;7',
    '12345;7',
    '5501410000000000000;7',
    '',
    `'${three}F;7`,
  ].join('\r\n');
  const done = await agent.call(addSims, { csv });
  expect(done).toMatchObject({ taken: 3, already: 0, refused: 5 });
  expect(done.message).toBe('3 taken into stock, 5 lines refused.');
  expect(done.lines).toEqual([
    { line: 4, text: one, message: 'The same as line 2.' },
    { line: 5, text: wrongDigit(three), message: expect.stringContaining('last digit') as string },
    { line: 6, text: '8.90141E+18', message: expect.stringContaining('spreadsheet') as string },
    { line: 7, text: '12345', message: expect.stringContaining('18 to 22') as string },
    { line: 8, text: '5501410000000000000', message: 'An ICCID begins with 89.' },
  ]);
  expect(await agent.call(addSims, { csv })).toMatchObject({ taken: 0, already: 3, refused: 5 });
  const { message } = await agent.call(addSims, { csv: '1234' });
  expect(message).toBe('0 taken into stock, 1 line refused.');
  expect((await agent.refusal(addSims, { csv: 'iccid\r\n\r\n' })).problem.reason).toBe('no_iccids');
  const bare = wrongDigit(newCard());
  expect(await agent.call(addSims, { csv: bare, withoutCheckDigit: true })).toMatchObject({
    taken: 1,
  });
});

test('[L20] a file may be the body itself; 100,000 cards are taken in one go, one more and none is', async () => {
  const rows = Array.from({ length: 100_000 }, (_, at) => {
    const begun = `8901410999${String(at).padStart(8, '0')}`;
    return begun + ([...'0123456789'].find((digit) => luhnHolds(begun + digit)) ?? '');
  });
  const send = (body: string, token = agent.token) =>
    app.fetch('/console/api/sims', {
      method: 'POST',
      headers: {
        ...harbor,
        'content-type': 'text/csv',
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body,
    });
  const { inStock: before } = await agent.call(viewStock, {});
  const answer = await send(rows.join('\n'));
  expect(await answer.json()).toMatchObject({ taken: 100_000, already: 0, refused: 0 });
  expect((await agent.call(viewStock, {})).inStock).toBe(before + 100_000);
  const more = await send([...rows, newCard()].join('\n'));
  expect([more.status, await more.json()]).toMatchObject([422, { reason: 'too_many' }]);
  expect((await agent.call(viewStock, {})).inStock).toBe(before + 100_000);
  expect((await send('x'.repeat(5_000_000))).status).toBe(413);
  expect((await send(newCard(), '')).status).toBe(401);
});

test('[L20] a stock that runs low is told on the page, by doctor and by the meters', async () => {
  const other = await openTestApp();
  const desk = await other.staff('agent');
  expect(await desk.call(viewStock, {})).toMatchObject({ inStock: 24, lowBelow: 20, isLow: false });
  const { cards: all } = await desk.call(listShipping, {});
  expect(all).toHaveLength(1);
  const row = async () =>
    (await runVerb(other.app, ['doctor'])).text.split('\n').find((one) => /SIM cards of/.test(one));
  expect(await row()).toContain('24 in stock');
  const harborBrand = other.app.brands.byId('harbor');
  const { lines } = harborBrand ?? {};
  Object.assign(harborBrand ?? {}, { lines: { ...lines, cardStockLow: 25 } });
  expect((await desk.call(viewStock, {})).isLow).toBe(true);
  expect(await row()).toContain('fewer than 25');
  const metrics = await (await other.fetch('/metrics')).text();
  expect(metrics).toContain('portside_sim_cards_in_stock{brand="harbor"} 24');
  await other.close();
});
