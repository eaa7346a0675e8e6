import { setAutopay, viewAutopayConsent } from '@portside/contract/autopay';
import { viewLine } from '@portside/contract/line-detail';
import { deleteCard, listCards, listTransactions } from '@portside/contract/payments';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addLine, lineOf, passDays, passHours, withLine, type Noa } from '../testing/line-life.ts';
import { emailWhen } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

async function paysItself() {
  const { noa, line } = await withLine(app);
  const { version } = await noa.call(viewAutopayConsent, {});
  await noa.call(setAutopay, { id: line.id, on: true, consent: version });
  return { noa, line };
}

const renewalsOf = async (noa: Noa) => {
  const { transactions } = await noa.call(listTransactions, {});
  return transactions.filter((one) => one.kind === 'renewal');
};

const breakPayment = (mode: 'down' | 'none') =>
  app.fetch('/sandbox/pay/break', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mode }),
  });

test('[K05] while the provider is down for two days nothing is lost, and then it is charged once', async () => {
  const { noa, line } = await paysItself();
  await passDays(app, 28);
  await breakPayment('down');
  await passDays(app, 2);
  expect((await renewalsOf(noa)).filter((one) => one.successful)).toHaveLength(0);
  await breakPayment('none');
  await passDays(app, 1);
  expect((await renewalsOf(noa)).filter((one) => one.successful)).toHaveLength(1);
  await expect.poll(async () => (await lineOf(noa, line.id)).status).toBe('active');
  await passDays(app, 5);
  expect(await renewalsOf(noa)).toHaveLength(1);
});

test('[K05] a card that was deleted before the charge is told, and a new one is charged at the next try', async () => {
  const { noa, line } = await paysItself();
  await passDays(app, 28);
  const [card] = (await noa.call(listCards, {})).cards;
  await noa.call(deleteCard, { cardId: card?.id ?? '' });
  await passHours(app, 24);
  expect(await renewalsOf(noa)).toHaveLength(0);
  const email = await emailWhen(app, noa.email, /couldn’t charge/);
  expect(email.link).toContain(`/dashboard/lines/${line.id}`);
  expect((await noa.call(viewLine, { id: line.id })).autopay.nextCharge).toBeUndefined();
  // A second line brings a card.
  await addLine(app, noa);
  await passHours(app, 26);
  expect((await renewalsOf(noa)).map((one) => one.successful)).toEqual([true]);
});

test('[K04] who has no card when the charge is told is asked for one, in time, and it is charged', async () => {
  const { noa, line } = await paysItself();
  const [card] = (await noa.call(listCards, {})).cards;
  await noa.call(deleteCard, { cardId: card?.id ?? '' });
  await passDays(app, 27);
  const told = await emailWhen(app, noa.email, /Autopay has no card to charge on/);
  expect(told.text).toContain('there’s no card on your account');
  expect(told.text).not.toContain('don’t have to do anything');
  expect(told.link).toContain(`/dashboard/lines/${line.id}`);
  await addLine(app, noa);
  await passDays(app, 2);
  expect((await renewalsOf(noa)).map((one) => one.successful)).toEqual([true]);
});

test('[K04] time moved over three periods at once charges each once, at its time', async () => {
  const { noa, line } = await paysItself();
  await passDays(app, 95);
  const paid = await renewalsOf(noa);
  expect(paid.map((one) => one.successful)).toEqual([true, true, true]);
  const days = paid.map((one) => one.transactionTime.slice(0, 10));
  expect(new Set(days).size).toBe(3);
  expect((await lineOf(noa, line.id)).status).toBe('active');
});
