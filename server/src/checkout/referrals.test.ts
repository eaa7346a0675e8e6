import { setAutopay, viewAutopayConsent } from '@portside/contract/autopay';
import { askQuote, confirmPayment, placeOrder } from '@portside/contract/checkout';
import { viewCredit } from '@portside/contract/credit';
import { changePlan, quotePlanChange } from '@portside/contract/plan-change';
import { viewReferrals } from '@portside/contract/referrals';
import { quoteRenewal, renewLine } from '@portside/contract/renewals';
import { listActivity } from '@portside/contract/sessions';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerBooks } from './customer-books.ts';
import { refundByHand } from './operator-actions.ts';
import { settleOrder } from './settling.ts';
import { days, later } from '../clock.ts';
import { ownerOf } from '../http/who.ts';
import { runVerb } from '../operator/socket.ts';
import { asAgent } from '../testing/as-agent.ts';
import type { Caller } from '../testing/caller.ts';
import { addLine, freshKey, type Noa, passDays, renew, withLine } from '../testing/line-life.ts';
import {
  cards,
  emailWhen,
  fillCart,
  newcomer,
  orderOf,
  orderWhen,
  paymentToken,
} from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

const db = () => app.app.db.query;
const codeOf = async (who: Caller) => (await who.call(viewReferrals, {})).code ?? '';
const balanceOf = async (who: Caller) => (await who.call(viewCredit, {})).balance;
const reasonsOf = async (who: Caller) =>
  (await who.call(viewCredit, {})).entries.map(({ amount, reason }) => [amount, reason]);
const statesOf = async (who: Caller) =>
  (await who.call(viewReferrals, {})).referrals.map(({ state, amount }) => [state, amount]);

/** Another address of the same mailbox. */
function likeThat({ email }: { email: string }): string {
  const [name = '', host] = email.split('@');
  return `${name.slice(0, 3)}.${name.slice(3)}+me@${host}`;
}

/** Somebody with a line, and their code. */
async function referrer() {
  const { noa } = await withLine(app);
  return { noa, code: await codeOf(noa) };
}

/** Somebody new with a line, who gave the code. The card is of a name of its own unless it is said. */
async function friendOf(code: string, known?: string) {
  const friend = await newcomer(app, known);
  const line = await addLine(app, friend, { saveCard: false }, { promoCode: code });
  return { friend, line };
}

async function refusedCode(promoCode: string, who: Caller = app.anyone) {
  const asked = { planId: 'sloop-12', zipCode: '10038', cartId: 'friends-code', promoCode };
  const { problem } = await who.refusal(askQuote, asked);
  expect(problem.errors?.map(({ field }) => field)).toEqual(['promoCode']);
  return problem.reason;
}

async function idOf(who: Caller & { email: string }): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from customers where email = ${who.email}`.execute(db());
  return rows[0]?.id ?? '';
}

async function ordersOf(who: Noa) {
  const { rows } = await sql<{ id: string; kind: string; payment: string }>`
    select orders.id, orders.kind, payment_ref as payment from orders
    join charges on owner_id = orders.id and charges.attempt = orders.attempt
    where orders.customer_id = ${await idOf(who)} and orders.status <> 'declined'
    order by orders.created_at`.execute(db());
  return rows;
}

const booksAgree = async (who: Noa) =>
  expect(await customerBooks(app.app, ownerOf(6, await idOf(who)))).toMatchObject({ off: 0 });

async function press(what: string, body: object) {
  const answer = await app.fetch(`/sandbox/pay/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.ok).toBe(true);
  return (await answer.json()) as Record<string, string>;
}

/** At the bank's page, and back. */
async function confirmAt(who: Caller, redirectUrl = '') {
  const back = await app.fetch(new URL(redirectUrl).pathname, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ outcome: 'complete' }),
  });
  const location = new URL(back.headers.get('location') ?? '', app.address);
  const payment = location.searchParams.get('payment_intent') ?? '';
  return who.call(confirmPayment, { payment });
}

test('[P07] both have credit once the friend has paid for the second month, and only once', async () => {
  const { noa, code } = await referrer();
  expect(code).toMatch(/^[HKMQRTWXY]{4}-[2-46-9]{4}$/);
  expect(await noa.call(viewReferrals, {})).toEqual({
    youGet: 10,
    friendGets: 10,
    mostInYear: 10,
    code,
    hasLine: true,
    referrals: [],
  });
  const plain = (await fillCart(app)).quote;
  // As somebody types what was read out.
  const cart = await fillCart(app, { promoCode: ` ${code.replace('-', ' ').toLowerCase()}` });
  expect(cart.quote.friend).toEqual({ code, credit: 10 });
  expect(cart.quote.finalCheckoutAmount).toBe(plain.finalCheckoutAmount);
  const { friend, line } = await friendOf(code);
  const joined = { state: 'joined', amount: 10 };
  const seen = await noa.call(viewReferrals, {});
  expect(seen.referrals).toMatchObject([joined]);
  expect(JSON.stringify(seen)).not.toContain(friend.email);
  expect((await friend.call(viewReferrals, {})).own).toMatchObject(joined);
  expect([await balanceOf(noa), await balanceOf(friend)]).toEqual([0, 0]);

  await passDays(app, 21);
  const { quoteId } = await friend.call(quoteRenewal, { id: line.id });
  const token = await paymentToken(app, cards.visa);
  const pay = { id: line.id, quoteId, idempotencyKey: freshKey(), paymentToken: token };
  const answers = await Promise.all([friend.call(renewLine, pay), friend.call(renewLine, pay)]);
  expect(answers.map(({ status }) => status)).toEqual(['paid', 'paid']);
  for (const { id } of await ordersOf(friend)) await settleOrder(app.app, id);
  await friend.call(renewLine, pay);
  expect(await reasonsOf(noa)).toEqual([[10, 'For a friend who joined']]);
  expect(await reasonsOf(friend)).toEqual([[10, 'For joining through a friend']]);
  expect(await statesOf(noa)).toEqual([['credited', 10]]);
  const told = await emailWhen(app, noa.email, /\$10\.00 of Harbor credit for a friend/);
  expect(told.text).not.toContain(friend.email);
  await emailWhen(app, friend.email, /\$10\.00 of Harbor credit for joining/);
  for (const who of [noa, friend]) {
    const { activity } = await who.call(listActivity, {});
    const { message } = activity.find(({ kind }) => kind === 'referral_credited') ?? {};
    expect(message).toBe('$10.00 of credit came from a friend’s code');
  }
  // What comes after brings nothing.
  await passDays(app, 30);
  await renew(app, friend, line.id);
  expect((await reasonsOf(noa)).length).toBe(1);
  await booksAgree(noa);
  await booksAgree(friend);
});

test('[P07] autopay pays for the second month as well, and a change of plan does not', async () => {
  const { noa, code } = await referrer();
  const friend = await newcomer(app);
  const line = await addLine(app, friend, {}, { promoCode: code });
  await sql`update cards set cardholder_name = 'Ada Friend'
    where customer_id = ${await idOf(friend)}`.execute(db());
  const wish = { id: line.id, planId: 'clipper-unlimited', when: 'now' } as const;
  const { quoteId } = await friend.call(quotePlanChange, wish);
  const token = await paymentToken(app, cards.visa);
  const paying = { id: line.id, quoteId, idempotencyKey: freshKey(), paymentToken: token };
  expect((await friend.call(changePlan, paying)).status).toBe('paid');
  expect(await statesOf(noa)).toEqual([['joined', 10]]);
  const { version } = await app.anyone.call(viewAutopayConsent, {});
  await friend.call(setAutopay, { id: line.id, on: true, consent: version });
  await passDays(app, 31);
  await app.eventually(async () => (await balanceOf(noa)) === 10 || undefined);
  expect(await reasonsOf(friend)).toContainEqual([10, 'For joining through a friend']);
});

test('[P07] a code that is unknown, one’s own or without a line says the same, and who is not new is told that', async () => {
  const { noa, code } = await referrer();
  expect(await refusedCode('KTRM-4729')).toBe('promo_unknown');
  expect(await refusedCode(code, noa)).toBe('friend_not_new');
  expect(await refusedCode('KTRM-4729', noa)).toBe('friend_not_new');
  expect(await refusedCode('NOCODE', noa)).toBe('promo_unknown');
  // Whose code it is, is told to nobody who tries addresses.
  const alike = await newcomer(app, likeThat(noa));
  const quoted = await fillCart({ anyone: alike }, { promoCode: code });
  expect(quoted.quote.friend).toEqual({ code, credit: 10 });
  const looking = await newcomer(app);
  expect(await looking.call(viewReferrals, {})).toMatchObject({ code: null, hasLine: false });
  // Quoted to a visitor, and found out when the order is written.
  const cart = await fillCart(app, { promoCode: code });
  const order = orderOf(cart, { paymentToken: await paymentToken(app, cards.visa) });
  expect((await noa.refusal(placeOrder, order)).problem.reason).toBe('friend_not_new');
  await sql`update lines set status = 'ended' where customer_id = ${await idOf(noa)}`.execute(db());
  expect(await refusedCode(code)).toBe('promo_unknown');
});

test('[P07] of two codes for one friend the first paid order has it, and a declined one may be placed without', async () => {
  const [one, two] = [await referrer(), await referrer()];
  const friend = await newcomer(app);
  const carts = [
    await fillCart(app, { promoCode: one.code }),
    await fillCart(app, { promoCode: two.code }),
  ];
  const besides: string[] = [];
  const declined = orderOf(carts[0]!, { paymentToken: await paymentToken(app, cards.declined) });
  expect((await friend.call(placeOrder, { ...declined, besides })).status).toBe('declined');
  expect(await statesOf(one.noa)).toEqual([]);
  const paid = orderOf(carts[1]!, { paymentToken: await paymentToken(app, cards.visa), besides });
  const { orderId } = await friend.call(placeOrder, paid);
  await orderWhen(app, friend, orderId, 'active');
  const paymentToken2 = await paymentToken(app, cards.visa);
  const again = { ...declined, idempotencyKey: freshKey(), paymentToken: paymentToken2 };
  expect((await friend.refusal(placeOrder, again)).problem.reason).toBe('friend_not_new');
  const { quote } = await fillCart(app, { cartId: carts[0]!.cartId });
  const without = { ...again, quoteId: quote.quoteId };
  expect((await friend.call(placeOrder, without)).status).toBe('paid');
  expect([await statesOf(one.noa), await statesOf(two.noa)]).toEqual([[], [['joined', 10]]]);
  expect((await friend.call(viewReferrals, {})).own).toMatchObject({ state: 'joined' });
  await sql`update lines set status = 'ended' where order_id = ${orderId}`.execute(db());
  expect((await friend.call(viewReferrals, {})).own).toMatchObject({ state: 'not_counted' });
});

test('[P07] a payment that the bank confirms after another one with a code brings nothing, and its friend is told', async () => {
  const [one, two] = [await referrer(), await referrer()];
  const friend = await newcomer(app);
  const cart = await fillCart(app, { promoCode: one.code });
  const waits = orderOf(cart, { paymentToken: await paymentToken(app, cards.confirms) });
  const { orderId, redirectUrl } = await friend.call(placeOrder, { ...waits, besides: [] });
  const { quote, cartId } = await fillCart(app, { promoCode: two.code });
  const other = orderOf({ quote, cartId }, { paymentToken: await paymentToken(app, cards.visa) });
  const paid = await friend.call(placeOrder, { ...other, besides: [orderId] });
  await orderWhen(app, friend, paid.orderId, 'active');
  await confirmAt(friend, redirectUrl);
  await orderWhen(app, friend, orderId, 'active');
  expect([await statesOf(one.noa), await statesOf(two.noa)]).toEqual([
    [['not_counted', 10]],
    [['joined', 10]],
  ]);
  const { text } = await emailWhen(app, friend.email, /^No credit for joining/);
  expect(text).toContain('already have credit for joining');
});

test('[P07] who is the same person by card or mailbox, or had a line before, gets no credit, and is told why', async () => {
  const { noa, code } = await referrer();
  const byCard = await newcomer(app);
  const card = await addLine(app, byCard, {}, { promoCode: code });
  const mailbox = await friendOf(code, likeThat(noa));
  const old = await friendOf(code);
  // As when two accounts join.
  await sql`update lines set customer_id = ${await idOf(old.friend)}, activated_at = activated_at - interval '1 year'
    where customer_id = ${await idOf((await withLine(app)).noa)}`.execute(db());
  await passDays(app, 21);
  const all = [
    { who: byCard, line: card, why: 'the code is your own' },
    { who: mailbox.friend, line: mailbox.line, why: 'the code is your own' },
    { who: old.friend, line: old.line, why: 'you had a line with us before' },
  ];
  for (const { who, line, why } of all) {
    await renew(app, who, line.id);
    expect([await balanceOf(noa), await balanceOf(who)]).toEqual([0, 0]);
    const { text } = await emailWhen(app, who.email, /^No credit for joining/);
    expect(text).toContain(why);
  }
  expect(await statesOf(noa)).toEqual(all.map(() => ['not_counted', 10]));
});

test('[P07] a payment that goes back whole takes the credit along; what is spent is owed, and the books agree', async () => {
  const { noa, code } = await referrer();
  const { friend, line } = await friendOf(code);
  await passDays(app, 21);
  await renew(app, friend, line.id);
  // The referrer spends theirs.
  const cart = await fillCart({ anyone: noa });
  expect(cart.quote.lines.at(-1)).toMatchObject({ kind: 'credit', amount: -10 });
  const order = orderOf(cart, { paymentToken: await paymentToken(app, cards.visa) });
  const { orderId } = await noa.call(placeOrder, order);
  await orderWhen(app, noa, orderId, 'active');
  expect(await balanceOf(noa)).toBe(0);
  const [first] = await ordersOf(friend);
  await refundByHand(app.app, first?.id ?? '', 'Sam');
  await app.eventually(async () => (await statesOf(noa))[0]?.[0] === 'not_counted' || undefined);
  expect(await balanceOf(friend)).toBe(0);
  expect((await reasonsOf(friend))[0]).toEqual([
    -10,
    'Removed, because a friend’s code no longer counts',
  ]);
  await emailWhen(app, friend.email, /^The \$10\.00 of credit from a friend’s code no longer/);
  const { text } = await emailWhen(app, noa.email, /^The \$10\.00 of credit from a friend’s code/);
  expect(text).toContain('You had used $10.00 of it');
  await booksAgree(noa);
  await booksAgree(friend);
  const shown = await runVerb(app.app, ['customer', 'show', noa.email]);
  expect(shown.text).toContain('Owes: $10.00');
});

test('[P07] one refund before the second month ends the promise, and a lost dispute after it takes the credit back', async () => {
  const { noa, code } = await referrer();
  const early = await friendOf(code);
  const [first] = await ordersOf(early.friend);
  await refundByHand(app.app, first?.id ?? '', 'Sam');
  await app.eventually(async () => (await statesOf(noa))[0]?.[0] === 'not_counted' || undefined);
  const none = await emailWhen(app, early.friend.email, /^No credit for joining/);
  expect(none.text).toContain('a payment for your line went back to you');
  const { friend, line } = await friendOf(code);
  await passDays(app, 21);
  await renew(app, friend, line.id);
  expect(await balanceOf(noa)).toBe(10);
  const renewal = (await ordersOf(friend)).find(({ kind }) => kind === 'renewal');
  const { dispute } = await press('disputes', { payment: renewal?.payment });
  expect(await balanceOf(noa)).toBe(10);
  await press('disputes/move', { dispute, status: 'lost' });
  await app.eventually(async () => (await balanceOf(noa)) === 0 || undefined);
  expect(await balanceOf(friend)).toBe(0);
  expect((await statesOf(noa)).map(([state]) => state)).toEqual(['not_counted', 'not_counted']);
  await booksAgree(friend);
});

test('[P07] the limit of twelve months, and what is switched off: a promise that was made is kept', async () => {
  const brand = app.app.brands.byTenant(6);
  const usual = brand.referrals!;
  const { noa, code } = await referrer();
  try {
    brand.referrals = { ...usual, mostInYear: 1 };
    const cart = await fillCart(app, { promoCode: code });
    const { friend, line } = await friendOf(code);
    expect(await refusedCode(code)).toBe('promo_unknown');
    const late = await newcomer(app);
    const order = orderOf(cart, { paymentToken: await paymentToken(app, cards.visa) });
    expect((await late.refusal(placeOrder, order)).problem.reason).toBe('promo_unknown');
    brand.referrals = undefined;
    expect((await noa.refusal(viewReferrals, {})).problem.reason).toBe('referrals_off');
    expect(await refusedCode(code)).toBe('promo_unknown');
    await passDays(app, 21);
    await renew(app, friend, line.id);
    expect([await balanceOf(noa), await balanceOf(friend)]).toEqual([10, 10]);
    brand.referrals = { ...usual, mostInYear: 1, friendCents: 500 };
    await sql`update lines set paid_until = ${later(app.app.clock.now(), days(400))}
      where customer_id = ${await idOf(noa)}`.execute(db());
    await passDays(app, 343);
    expect(await refusedCode(code)).toBe('promo_unknown');
    await passDays(app, 2);
    const { quote } = await fillCart(app, { promoCode: code });
    expect(quote.friend).toEqual({ code, credit: 5 });
  } finally {
    brand.referrals = usual;
  }
});

test('[P07] two who ask at once for the last place: both promises to friends are kept, the referrer’s once', async () => {
  const brand = app.app.brands.byTenant(6);
  const usual = brand.referrals!;
  const { noa, code } = await referrer();
  try {
    brand.referrals = { ...usual, mostInYear: 1 };
    const friends = await Promise.all([newcomer(app), newcomer(app)]);
    const orders = await Promise.all(
      friends.map(async () =>
        orderOf(await fillCart(app, { promoCode: code }), {
          paymentToken: await paymentToken(app, cards.confirms),
        }),
      ),
    );
    const placed = await Promise.all(friends.map((one, at) => one.call(placeOrder, orders[at]!)));
    await Promise.all(placed.map(({ redirectUrl }, at) => confirmAt(friends[at]!, redirectUrl)));
    for (const one of friends) {
      const { own } = await one.call(viewReferrals, {});
      expect(own).toMatchObject({ state: 'joined', amount: 10 });
    }
    const states = await statesOf(noa);
    expect(states).toHaveLength(2);
    expect(states).toContainEqual(['joined', 10]);
    expect(states).toContainEqual(['not_counted', 0]);
  } finally {
    brand.referrals = usual;
  }
});

test('[P07] whose code it was may have left: they have credit all the same, unless they are erased', async () => {
  const [left, erased] = [await referrer(), await referrer()];
  const [one, two] = [await friendOf(left.code), await friendOf(erased.code)];
  for (const { noa } of [left, erased]) {
    await sql`update lines set status = 'ended', ended_at = ${app.app.clock.now()}
      where customer_id = ${await idOf(noa)}`.execute(db());
  }
  const { email } = erased.noa;
  const done = await runVerb(app.app, ['customer', 'erase', email, '--reason', 'They asked']);
  expect(done.text).toContain('is erased');
  await passDays(app, 21);
  for (const { friend, line } of [one, two]) {
    expect((await renew(app, friend, line.id)).status).toBe('paid');
    expect(await balanceOf(friend)).toBe(10);
  }
  expect(await balanceOf(left.noa)).toBe(10);
  const { rows } = await sql`select reason from credit_entries
    join customers on customers.id = customer_id
    where erased_at is not null and reason = 'referral'`.execute(db());
  expect(rows).toEqual([]);
});

test('[P07] an agent looks and makes no code; two looks at once make one', async () => {
  const { noa } = await withLine(app);
  const agent = await asAgent(app, noa.email);
  expect(await agent.call(viewReferrals, {})).toMatchObject({ code: null, hasLine: true });
  const codes = await Promise.all([codeOf(noa), codeOf(noa), codeOf(noa)]);
  expect(new Set(codes).size).toBe(1);
  expect(await codeOf(agent)).toBe(codes[0]);
});
