import { listShipping, printSlip } from '@portside/contract/console/shipping';
import { listLines } from '@portside/contract/lines';
import { listNeeds } from '@portside/contract/needs';
import { viewOrder } from '@portside/contract/checkout';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buySeveral, purchaseWhen, severalPlans } from '../testing/buying-lines.ts';
import { type Caller, harbor } from '../testing/caller.ts';
import { allEmailsSent } from '../testing/mailbox.ts';
import { playMail } from '../testing/new-sim.ts';
import { pdfText } from '../testing/pdf-text.ts';
import { newcomer } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let agent: Caller;
beforeAll(async () => {
  app = await openTestApp();
  agent = await app.staff('agent');
});
afterAll(() => app.close());

const shipping = { addressOne: '1 Main St', city: 'New York', state: 'NY', zipCode: '10038' };
const aCard = { simType: 'physical', shipping } as const;

test('[L20] [P03] of several cards in the mail, email, slip and dashboard each say for which line one is', async () => {
  const noa = await newcomer(app);
  const { orderId } = await buySeveral(app, noa, severalPlans.slice(0, 2), {
    ...aCard,
    more: [{ simType: 'physical' }],
  });
  await purchaseWhen(app, orderId, 'paid', 'paid');
  const { purchase = [] } = await noa.call(viewOrder, { id: orderId });
  const names = purchase.map(({ item, number }) => `your new line with ${item} (order ${number})`);
  expect(new Set(names).size).toBe(2);
  const { lines } = await noa.call(listLines, {});
  expect(lines.map(({ mdn }) => mdn)).toEqual(['', '']);
  const { cards } = await agent.call(listShipping, {});
  const slips: string[] = [];
  for (const { id } of cards) {
    const path = printSlip.wire.split(' ')[1]?.replace('{id}', id) ?? '';
    const answer = await app.fetch(path, {
      headers: { ...harbor, authorization: `Bearer ${agent.token}` },
    });
    slips.push(pdfText(Buffer.from(await answer.arrayBuffer())).replaceAll(/\s+/g, ' '));
  }
  for (const { id: lineId } of lines) {
    await playMail(app, lineId, 'mailed');
    await playMail(app, lineId, 'arrived');
  }
  await allEmailsSent(app);
  const told = (await app.emails(noa.email, 0)).filter(({ subject }) => /arrived/.test(subject));
  const { needs } = await noa.call(listNeeds, {});
  for (const [at, name] of names.entries()) {
    expect(slips.filter((text) => text.includes(name))).toHaveLength(1);
    expect(told.filter(({ text }) => text.includes(name))).toHaveLength(1);
    const plan = `your new line with ${purchase[at]?.item}`;
    expect(needs.filter(({ message }) => message.includes(plan))).toHaveLength(1);
  }
});

test('[L20] one new line is said as ever', async () => {
  const noa = await newcomer(app);
  const { orderId } = await buySeveral(app, noa, severalPlans.slice(0, 1), aCard);
  await purchaseWhen(app, orderId, 'paid');
  const { lines } = await noa.call(listLines, {});
  await playMail(app, lines[0]?.id ?? '', 'mailed');
  await allEmailsSent(app);
  const [mailed] = (await app.emails(noa.email, 0)).filter(({ subject }) =>
    /in the mail/.test(subject),
  );
  expect(mailed?.text).toContain('We mailed the SIM card for your new line on ');
});
