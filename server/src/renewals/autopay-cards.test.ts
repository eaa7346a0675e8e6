import { setAutopay, setAutopayCards, viewAutopayConsent } from '@portside/contract/autopay';
import { viewLine } from '@portside/contract/line-detail';
import { deleteCard, listCards, listTransactions } from '@portside/contract/payments';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addLine, passDays, passHours, renew, withLine, type Noa } from '../testing/line-life.ts';
import { cards, emailWhen, paymentToken } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

/** Saves the first payment with it; every later one is declined. */
const PAYS_ONCE = '4000000000000036';
const untilCharged = 29 * 24;

/** Two lines, two saved cards: the first is primary, autopay of the first line is on. */
async function withCards(first: string, second: string) {
  const saved = async (number: string) => ({
    paymentToken: await paymentToken(app, number),
    saveCard: true,
  });
  const { noa, line } = await withLine(app, await saved(first));
  const other = await addLine(app, noa, await saved(second));
  const { version } = await noa.call(viewAutopayConsent, {});
  await noa.call(setAutopay, { id: line.id, on: true, consent: version });
  const [one, two] = (await noa.call(listCards, {})).cards;
  if (!one || !two) throw new Error('Two cards are not saved');
  return { noa, id: line.id, other, one, two, version };
}

const behave = (ref: { id: string }, behaviour: string) =>
  sql`update sandbox_pay_cards set behaviour = ${behaviour}
    where ref = (select ref from cards where id = ${ref.id})`.execute(app.app.db.query);

const renewalsOf = async (noa: Noa) => {
  const { transactions } = await noa.call(listTransactions, {});
  return transactions
    .filter((one) => one.kind === 'renewal')
    .map((one) => [one.last4DigitCard, one.successful])
    .toReversed();
};

test('[P11] each line’s autopay has its own card, and without one the primary card', async () => {
  const { noa, id, other, one, two, version } = await withCards(cards.visa, cards.mastercard);
  await noa.call(setAutopay, { id: other.id, on: true, consent: version });
  const { autopay } = await noa.call(setAutopayCards, { id, cardId: two.id });
  expect(autopay).toMatchObject({ card: { id: two.id }, nextCharge: { card: { id: two.id } } });
  const chosen = await emailWhen(app, noa.email, /cards for autopay of .* are set/);
  expect(chosen.text).toContain('charges your Mastercard •••• 4444');
  const rest = (await noa.call(viewLine, { id: other.id })).autopay;
  expect(rest.nextCharge?.card.id).toBe(one.id);
  await passHours(app, untilCharged);
  expect(await renewalsOf(noa)).toHaveLength(2);
  expect(new Map((await renewalsOf(noa)) as [string, boolean][])).toEqual(
    new Map([
      ['4242', true],
      ['4444', true],
    ]),
  );
});

test('[P11] a card that is deleted leaves its lines to the primary card', async () => {
  const { noa, id, one, two } = await withCards(cards.visa, cards.mastercard);
  await noa.call(setAutopayCards, { id, cardId: two.id });
  await noa.call(deleteCard, { cardId: two.id });
  expect((await noa.call(viewLine, { id })).autopay).toMatchObject({
    on: true,
    card: { id: one.id },
  });
  await passHours(app, untilCharged);
  expect(await renewalsOf(noa)).toEqual([['4242', true]]);
});

test('[P11] the second card is told before, tried at once when the first is refused, and named after', async () => {
  const { noa, id, one, two } = await withCards(PAYS_ONCE, cards.mastercard);
  const { autopay } = await noa.call(setAutopayCards, { id, secondCardId: two.id });
  expect(autopay).toMatchObject({
    card: { id: one.id },
    second: { id: two.id },
    nextCharge: { card: { id: one.id }, second: { id: two.id } },
  });
  await passDays(app, 27);
  const told = await emailWhen(app, noa.email, /Autopay charges/);
  expect(told.text).toContain(
    'If your Visa •••• 0036 is refused, we try your Mastercard •••• 4444.',
  );
  await passHours(app, untilCharged - 27 * 24);
  expect(await renewalsOf(noa)).toEqual([
    ['0036', false],
    ['4444', true],
  ]);
  const after = await emailWhen(app, noa.email, /second card paid/);
  expect(after.text).toMatch(
    /Your Visa •••• 0036 was refused, so autopay charged \$\d+\.\d\d to your Mastercard •••• 4444/,
  );
  const shown = (await noa.call(viewLine, { id })).autopay;
  expect(shown.declined).toBeUndefined();
  expect(shown.nextCharge?.card.id).toBe(one.id);
});

test('[P11] when both are refused one email names both, and both are tried again a day later', async () => {
  const { noa, id, two } = await withCards(PAYS_ONCE, cards.mastercard);
  await noa.call(setAutopayCards, { id, secondCardId: two.id });
  await behave(two, 'declined');
  await passHours(app, untilCharged);
  const told = await emailWhen(app, noa.email, /couldn’t charge/);
  expect(told.text).toContain('to Mastercard •••• 4444');
  expect(told.text).toContain('We tried Visa •••• 0036 before that, and it was refused too.');
  const round = [
    ['0036', false],
    ['4444', false],
  ];
  expect(await renewalsOf(noa)).toEqual(round);
  await passHours(app, 25);
  expect(await renewalsOf(noa)).toEqual([...round, ...round]);
  expect((await renew(app, noa, id)).status).toBe('paid');
});

test('[P11] a stolen first card is not tried again, and the second one is', async () => {
  const { noa, id, one, two } = await withCards(cards.visa, PAYS_ONCE);
  await noa.call(setAutopayCards, { id, secondCardId: two.id });
  await behave(one, 'stolen');
  await passHours(app, untilCharged);
  expect(await renewalsOf(noa)).toEqual([
    ['4242', false],
    ['0036', false],
  ]);
  await behave(two, 'succeeds');
  await passHours(app, 25);
  expect((await renewalsOf(noa)).at(-1)).toEqual(['0036', true]);
  expect(await renewalsOf(noa)).toHaveLength(3);
});

test('[P11] a bank that does not answer is no refusal: the second card is not tried', async () => {
  const { noa, id, two } = await withCards(cards.visa, cards.mastercard);
  await noa.call(setAutopayCards, { id, secondCardId: two.id });
  await passDays(app, 28);
  const breakPayment = (mode: 'down' | 'none') =>
    app.fetch('/sandbox/pay/break', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ mode }),
    });
  await breakPayment('down');
  await passDays(app, 1);
  await breakPayment('none');
  await passDays(app, 1);
  expect(await renewalsOf(noa)).toEqual([['4242', true]]);
});

test('[P11] a card that is not saved, and twice the same, are refused; the second one made first has none behind it', async () => {
  const { noa, id, one, two } = await withCards(cards.visa, cards.mastercard);
  const refusal = async (input: { cardId?: string; secondCardId?: string }) =>
    (await noa.refusal(setAutopayCards, { id, ...input })).problem.reason;
  expect(await refusal({ secondCardId: 'crd_of_nobody' })).toBe('unknown_card');
  expect(await refusal({ secondCardId: one.id })).toBe('same_card');
  await noa.call(setAutopayCards, { id, secondCardId: two.id });
  const { autopay } = await noa.call(setAutopayCards, { id, cardId: two.id });
  expect(autopay.card?.id).toBe(two.id);
  expect(autopay.second).toBeUndefined();
});
