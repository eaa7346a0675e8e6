import {
  deleteCard,
  listCards,
  openCardPage,
  setPrimaryCard,
  viewCardPage,
} from '@portside/contract/payments';
import { placeOrder } from '@portside/contract/checkout';
import { listActivity } from '@portside/contract/sessions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hours } from '../clock.ts';
import { cards, fillCart, newcomer, orderOf, paymentToken } from '../testing/shopping.ts';
import { harbor, type Caller } from '../testing/caller.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
/** What the provider was asked to forget, once it has. */
const forgotten: string[] = [];
beforeAll(async () => {
  app = await openTestApp({
    overrides: {
      adapters: (opened) => ({
        ...opened,
        payment: {
          ...opened.payment,
          async detachCard(ref) {
            await opened.payment.detachCard(ref);
            forgotten.push(ref);
          },
        },
      }),
    },
  });
});
afterAll(() => app.close());

const typed = (number: string) => ({
  number,
  expiry: '12/39',
  cvv: '123',
  cardholderName: 'Noa Newcomer',
});

/** What the customer does on the provider's page; where it sends the browser. */
async function fill(url: string, form: Record<string, string>): Promise<URL> {
  const answer = await app.fetch(new URL(url).pathname, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form),
  });
  return new URL(answer.headers.get('location') ?? '', app.address);
}

async function addCard(customer: Caller, number: string) {
  const { url, sessionId } = await customer.call(openCardPage, {});
  await fill(url, typed(number));
  const { card } = await customer.call(viewCardPage, { sessionId });
  if (!card) throw new Error('No card was saved');
  return card;
}

async function cardsOf(customer: Caller) {
  return (await customer.call(listCards, {})).cards;
}
const primary = async (customer: Caller) =>
  (await cardsOf(customer)).filter((card) => card.primaryCard).map((card) => card.id);

/** A call by its path, for the spellings that the contract only allows. */
async function send(customer: Caller, method: string, path: string, body?: object) {
  const answer = await app.fetch(path, {
    method,
    headers: {
      ...harbor,
      authorization: `Bearer ${customer.token}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

test('[I13][D20] the cards are listed with what may be shown of them, the primary one first', async () => {
  const maya = await app.as('maya@example.com');
  const saved = await cardsOf(maya);
  expect(saved).toEqual([
    {
      id: expect.stringMatching(/^crd_/),
      primaryCard: true,
      cardholderName: 'Maya Alvarez',
      last4Digits: '4242',
      expiry: expect.stringMatching(/^04\/\d\d$/),
      network: 'visa',
    },
    expect.objectContaining({ primaryCard: false, last4Digits: '4444', network: 'mastercard' }),
  ]);
  const omar = await app.as('omar@example.com');
  expect(await omar.call(listCards, {})).toEqual({ cards: [] });
});

test('[I14] another card becomes primary, in both spellings, and only that one', async () => {
  const maya = await app.as('maya@example.com');
  const [visa, mastercard] = await cardsOf(maya);
  const { message } = await maya.call(setPrimaryCard, { cardId: mastercard?.id ?? '' });
  expect(message).toBe('This is your primary card now.');
  expect(await primary(maya)).toEqual([mastercard?.id]);
  const path = '/app/users/payments/cards/setdefault';
  expect(await send(maya, 'POST', path, { cardId: visa?.id })).toEqual({
    status: 200,
    body: { message },
  });
  expect(await primary(maya)).toEqual([visa?.id]);
});

test('each change of the saved cards is in the activity and in an email', async () => {
  const customer = await newcomer(app);
  const visa = await addCard(customer, cards.visa);
  const mastercard = await addCard(customer, cards.mastercard);
  await customer.call(setPrimaryCard, { cardId: mastercard.id });
  // It is the primary one already: nothing has changed.
  await customer.call(setPrimaryCard, { cardId: mastercard.id });
  await customer.call(deleteCard, { cardId: mastercard.id });
  const { activity } = await customer.call(listActivity, {});
  const told = activity.filter(({ kind }) => kind.startsWith('card_'));
  expect(told.map(({ kind, message }) => [kind, message])).toEqual([
    ['card_primary', 'The card Visa •••• 4242 became the primary one'],
    ['card_deleted', 'The card Mastercard •••• 4444 was deleted'],
    ['card_primary', 'The card Mastercard •••• 4444 became the primary one'],
    ['card_added', 'The card Mastercard •••• 4444 was added'],
    ['card_added', 'The card Visa •••• 4242 was added'],
  ]);
  // Saved on the provider's word; deleted by a browser.
  expect(told.map(({ network }) => network !== '')).toEqual([true, true, true, false, false]);
  const emails = await app.eventually(async () => {
    const all = await app.emails(customer.email);
    const about = all.filter(({ subject }) => /card/.test(subject));
    return about.length >= 5 ? about : undefined;
  });
  expect(emails.map(({ subject }) => subject).toSorted()).toEqual([
    'A card was deleted from your Harbor account',
    'A card was saved in your Harbor account',
    'A card was saved in your Harbor account',
    'Your Harbor primary card was changed',
    'Your Harbor primary card was changed',
  ]);
  expect(emails.map(({ text }) => text).join()).toContain('Mastercard •••• 4444');
  expect(visa.primaryCard).toBe(true);
});

test('a card that a charge saves is told of as well', async () => {
  const customer = await newcomer(app);
  const order = orderOf(await fillCart(app), {
    paymentToken: await paymentToken(app, cards.visa),
    saveCard: true,
  });
  await customer.call(placeOrder, order);
  const { activity } = await customer.call(listActivity, {});
  expect(activity[0]).toMatchObject({
    kind: 'card_added',
    message: 'The card Visa •••• 4242 was added',
  });
});

test('[I14] of many clicks at once on different cards exactly one is primary', async () => {
  const maya = await app.as('maya@example.com');
  const saved = await cardsOf(maya);
  await Promise.all(
    Array.from({ length: 12 }, (_, i) =>
      maya.call(setPrimaryCard, { cardId: saved[i % 2]?.id ?? '' }),
    ),
  );
  expect(await primary(maya)).toHaveLength(1);
});

test('[I12] a deleted card is gone, in both spellings, and a second deletion finds nothing', async () => {
  const customer = await newcomer(app);
  const visa = await addCard(customer, cards.visa);
  const mastercard = await addCard(customer, cards.mastercard);
  expect(await customer.call(deleteCard, { cardId: mastercard.id })).toEqual({
    message: 'Your card was deleted.',
  });
  expect(await cardsOf(customer)).toMatchObject([{ id: visa.id }]);
  const path = `/app/payments/cards/${visa.id}`;
  expect(await send(customer, 'DELETE', path)).toMatchObject({
    status: 200,
    body: { message: 'Your card was deleted.' },
  });
  expect(await cardsOf(customer)).toEqual([]);
  expect((await customer.refusal(deleteCard, { cardId: visa.id })).status).toBe(404);
});

test('[I12] after the primary card the newest one is primary, or the one that was chosen', async () => {
  const customer = await newcomer(app);
  const visa = await addCard(customer, cards.visa);
  const mastercard = await addCard(customer, cards.mastercard);
  app.clock.move(1000);
  const newest = await addCard(customer, cards.savedButDeclined);
  expect(await primary(customer)).toEqual([visa.id]);
  const chosen = { cardId: visa.id, primaryCardId: mastercard.id };
  await customer.call(deleteCard, chosen);
  expect(await primary(customer)).toEqual([mastercard.id]);
  const back = await addCard(customer, cards.visa);
  await customer.call(setPrimaryCard, { cardId: newest.id });
  await customer.call(deleteCard, { cardId: newest.id });
  expect(await primary(customer)).toEqual([back.id]);
});

test('[I12] a card that is no other card of the customer cannot follow as primary', async () => {
  const customer = await newcomer(app);
  const visa = await addCard(customer, cards.visa);
  for (const primaryCardId of [visa.id, 'crd_unknown']) {
    const refused = await customer.refusal(deleteCard, { cardId: visa.id, primaryCardId });
    expect(refused.status).toBe(404);
  }
  expect(await primary(customer)).toEqual([visa.id]);
});

test('[I12] the provider forgets a deleted card too', async () => {
  const customer = await newcomer(app);
  const visa = await addCard(customer, cards.visa);
  const { payment } = app.adapters;
  // What only the provider knows: the same card typed again is a new one once it is forgotten.
  const refOf = async () => {
    const { url, sessionId } = await customer.call(openCardPage, {});
    await fill(url, typed(cards.visa));
    const seen = await payment.viewCardSetup(sessionId);
    return seen.status === 'complete' ? seen.cardRef : undefined;
  };
  const before = await refOf();
  await customer.call(deleteCard, { cardId: visa.id });
  await app.eventually(async () => (forgotten.includes(before ?? '') ? true : undefined));
  expect(await refOf()).not.toBe(before);
});

test('[I12][I14] another customer’s card is not there', async () => {
  const maya = await app.as('maya@example.com');
  const omar = await app.as('omar@example.com');
  const [visa] = await cardsOf(maya);
  const cardId = visa?.id ?? '';
  expect((await omar.refusal(deleteCard, { cardId })).problem.code).toBe('not_found');
  expect((await omar.refusal(setPrimaryCard, { cardId })).problem.code).toBe('not_found');
  expect((await app.anyone.refusal(deleteCard, { cardId })).status).toBe(401);
  expect(await cardsOf(maya)).toHaveLength(2);
});

test('[I15][D16] a card comes from the provider’s page: the first one is primary and can pay', async () => {
  const customer = await newcomer(app);
  const { url, sessionId } = await customer.call(openCardPage, {});
  expect(new URL(url).pathname).toMatch(/^\/sandbox\/pay\/setup\//);
  expect(await customer.call(viewCardPage, { sessionId })).toEqual({ status: 'open' });
  const back = await fill(url, typed(cards.visa));
  expect(`${back.pathname}?${back.searchParams.get('success')}`).toBe('/dashboard/payment?true');
  const seen = await customer.call(viewCardPage, { sessionId });
  expect(seen).toMatchObject({
    status: 'complete',
    card: { primaryCard: true, last4Digits: '4242', cardholderName: 'Noa Newcomer' },
  });
  expect(await customer.call(viewCardPage, { sessionId })).toEqual(seen);
  expect(await cardsOf(customer)).toEqual([seen.card]);
  const order = orderOf(await fillCart(app), { cardId: seen.card?.id ?? '' });
  expect((await customer.call(placeOrder, order)).status).toBe('paid');
});

test('[I15] a customer who never comes back has the card all the same, once', async () => {
  const customer = await newcomer(app);
  const { url, sessionId } = await customer.call(openCardPage, {});
  await fill(url, typed(cards.mastercard));
  const [card] = await app.eventually(async () => {
    const saved = await cardsOf(customer);
    return saved.length > 0 ? saved : undefined;
  });
  expect(card).toMatchObject({ last4Digits: '4444', primaryCard: true });
  expect((await customer.call(viewCardPage, { sessionId })).card).toEqual(card);
  expect(await cardsOf(customer)).toHaveLength(1);
});

test('[I15][D06] a page that was left without a card has failed, whatever the address says', async () => {
  const customer = await newcomer(app);
  const { url, sessionId } = await customer.call(openCardPage, {});
  const back = await fill(url, { action: 'cancel' });
  expect(back.searchParams.get('failure')).toBe('true');
  expect(await customer.call(viewCardPage, { sessionId })).toEqual({ status: 'failed' });
  const left = await customer.call(openCardPage, {});
  app.clock.move(hours(26));
  expect(await customer.call(viewCardPage, { sessionId: left.sessionId })).toEqual({
    status: 'failed',
  });
});

test('[I15] another customer’s page is not there, and one customer’s card never reaches another', async () => {
  const noa = await newcomer(app);
  const omar = await app.as('omar@example.com');
  const { url, sessionId } = await noa.call(openCardPage, {});
  await fill(url, typed(cards.visa));
  expect((await omar.refusal(viewCardPage, { sessionId })).status).toBe(404);
  expect((await omar.refusal(viewCardPage, { sessionId: 'cs_unknown' })).status).toBe(404);
  expect(await cardsOf(omar)).toEqual([]);
});

test('[I14] Maya’s demo cards can be charged', async () => {
  const maya = await app.as('maya@example.com');
  const [visa] = await cardsOf(maya);
  const order = orderOf(await fillCart(app), { cardId: visa?.id ?? '' });
  expect((await maya.call(placeOrder, order)).status).toBe('paid');
});
