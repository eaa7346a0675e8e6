import { setAutopay, viewAutopayConsent, viewPlannedCharge } from '@portside/contract/autopay';
import { placeOrder } from '@portside/contract/checkout';
import { viewLine } from '@portside/contract/line-detail';
import { listCards, listTransactions } from '@portside/contract/payments';
import { dateAlone } from '@portside/contract/formats';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { days, hours, minutes } from '../clock.ts';
import { lineOf, passDays, passHours, renew, withLine, type Noa } from '../testing/line-life.ts';
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
import { runVerb } from '../operator/socket.ts';
import { refundByHand } from '../checkout/operator-actions.ts';
import { clockInZone } from '../brands/time-zone.ts';
import { chargeTime } from './autopay-times.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

const zone = 'America/New_York';

async function turnOn(noa: Noa, id: string) {
  const { version } = await noa.call(viewAutopayConsent, {});
  return noa.call(setAutopay, { id, on: true, consent: version });
}

/** Hours after a purchase: a day before the end everything is charged. */
const untilCharged = 29 * 24;

const renewalsOf = async (noa: Noa) => {
  const { transactions } = await noa.call(listTransactions, {});
  return transactions.filter((one) => one.kind === 'renewal');
};

/** A line that was bought with this card, which is the primary one. */
async function withCard(number: string) {
  return withLine(app, { paymentToken: await paymentToken(app, number), saveCard: true });
}

test('[K04] credit that covers the whole charge may leave nothing for the card', async () => {
  const { noa, line } = await withCard(cards.visa);
  await turnOn(noa, line.id);
  await runVerb(app.app, [
    'credit',
    'add',
    noa.email,
    '50',
    '--reason',
    'For the wait',
    '--by',
    'Ann',
  ]);
  await passHours(app, untilCharged);
  const told = await emailWhen(app, noa.email, /Your credit pays for/);
  expect(told.text).toContain('Nothing is charged to Visa •••• 4242.');
  expect(told.text).not.toContain('credit is used first');
  const [paid] = await renewalsOf(noa);
  expect(paid?.paymentDetails.finalCheckoutAmount).toBe(0);
});

test('[K04] what is told of a charge says that credit is used first, and that is so', async () => {
  const { noa, line } = await withCard(cards.visa);
  const { id } = line;
  await turnOn(noa, id);
  const said = ['credit', 'add', noa.email, '5', '--reason', 'For the wait', '--by', 'Ann'];
  await runVerb(app.app, said);
  const planned = (await noa.call(viewLine, { id })).autopay.nextCharge;
  expect(planned?.credit).toBe(5);
  expect((await noa.call(viewPlannedCharge, { id })).charge?.credit).toBe(5);
  await passHours(app, untilCharged);
  const told = await emailWhen(app, noa.email, /Autopay charges/);
  const [total, rest] = [planned?.amount ?? 0, planned?.onCard ?? 0];
  expect(rest).toBeCloseTo(total - 5, 2);
  expect(told.subject).toContain(`$${rest.toFixed(2)}`);
  expect(told.text).toContain(`we charge $${rest.toFixed(2)} to Visa •••• 4242`);
  expect(told.text).toContain(
    `They cost $${total.toFixed(2)}, and $5.00 of your credit is used first.`,
  );
  const [paid] = await renewalsOf(noa);
  expect(paid?.paymentDetails.finalCheckoutAmount).toBe(rest);
  expect((await noa.call(viewLine, { id })).autopay.nextCharge).not.toHaveProperty('credit');
});

test('[K03] autopay is off, is turned on with the text that was shown, and off in one press', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  const fresh = (await noa.call(viewLine, { id })).autopay;
  expect(fresh.on).toBe(false);
  expect(fresh.consent).toEqual(await noa.call(viewAutopayConsent, {}));
  const old = await noa.refusal(setAutopay, { id, on: true, consent: '2020-01-01' });
  expect(old.problem.reason).toBe('consent_outdated');
  const none = await noa.refusal(setAutopay, { id, on: true });
  expect(none.problem.reason).toBe('consent_outdated');
  const { charge } = await noa.call(viewPlannedCharge, { id });
  const { autopay } = await turnOn(noa, id);
  expect(autopay.nextCharge).toEqual(charge);
  const { cards: saved } = await noa.call(listCards, {});
  expect(autopay.nextCharge?.card).toEqual(saved[0]);
  expect(autopay.nextCharge?.amount).toBeGreaterThan(0);
  const { text } = await emailWhen(app, noa.email, /Autopay is on/);
  expect(text).toContain(fresh.consent.text);
  // No proof is asked for, however long ago the login was.
  await passDays(app, 1);
  expect((await noa.call(setAutopay, { id, on: false })).autopay.on).toBe(false);
  await emailWhen(app, noa.email, /Autopay is off/);
  const { rows } = await sql<{ is_on: boolean; version: string; user_agent: string }>`
    select is_on, version, user_agent from autopay_consents
    where line_id = ${id} order by at`.execute(app.app.db.query);
  expect(rows.map((row) => [row.is_on, row.version])).toEqual([
    [true, fresh.consent.version],
    [false, fresh.consent.version],
  ]);
  expect(rows.every((row) => row.user_agent !== '')).toBe(true);
});

test('[K03] [K04] what is named before autopay is turned on is what it plans, after its usual hour and for a paused line too', async () => {
  for (const wait of [29, 33]) {
    const { noa, line } = await withLine(app);
    const { id } = line;
    await passDays(app, wait);
    await passHours(app, 12);
    const { charge } = await noa.call(viewPlannedCharge, { id });
    expect(Date.parse(charge?.on ?? '') - app.app.clock.now().getTime()).toBeLessThan(minutes(5));
    expect(charge?.atOnce).toBe(true);
    const { autopay } = await turnOn(noa, id);
    expect(autopay.nextCharge).toMatchObject({ amount: charge?.amount, atOnce: true });
    expect(autopay.consent.text).toContain('a charge that is already due is made at once');
    const { text } = await emailWhen(app, noa.email, /Autopay is on/);
    expect(text).toContain(
      `The first charge is $${charge?.amount.toFixed(2)}, and we make it now.`,
    );
    await passHours(app, 1);
    const [renewal] = await renewalsOf(noa);
    expect(renewal?.paymentDetails.finalCheckoutAmount).toBe(charge?.amount);
  }
});

test('[K03] turned on too late to be told three days before, the charge is named with its day: before, and in the email', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  await passDays(app, 27);
  const { charge } = await noa.call(viewPlannedCharge, { id });
  const wait = Date.parse(charge?.on ?? '') - app.app.clock.now().getTime();
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThan(days(3));
  expect(charge).not.toHaveProperty('atOnce');
  const { autopay } = await turnOn(noa, id);
  expect(autopay.nextCharge).toEqual(charge);
  const { text } = await emailWhen(app, noa.email, /Autopay is on/);
  const date = dateAlone(charge?.on ?? '', zone, 'en');
  expect(text).toContain(`The next charge is $${charge?.amount.toFixed(2)} on ${date}.`);
  expect(text).toContain('If I turn autopay on too late for that email, I see the date');
});

test('[K03] with credit, the email about turning autopay on says what the card is charged at once', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  await passDays(app, 33);
  const given = ['credit', 'add', noa.email, '5', '--reason', 'For the wait', '--by', 'Ann'];
  await runVerb(app.app, given);
  const { charge } = await noa.call(viewPlannedCharge, { id });
  const rest = (charge?.amount ?? 0) - 5;
  expect(charge?.onCard).toBeCloseTo(rest, 2);
  await turnOn(noa, id);
  const { text } = await emailWhen(app, noa.email, /Autopay is on/);
  expect(text).toContain('$5.00 of your credit is used first');
  expect(text).toContain(`Your card is charged $${rest.toFixed(2)}.`);
  await passHours(app, 1);
  expect((await renewalsOf(noa))[0]?.paymentDetails.finalCheckoutAmount).toBeCloseTo(rest, 2);
});

test('[K03] autopay is turned on with the order, and charges the line that comes of it', async () => {
  const { version, text } = await app.anyone.call(viewAutopayConsent, {});
  const old = orderOf(await fillCart(app), {
    paymentToken: await paymentToken(app, cards.visa),
    autopay: { consent: '2020-01-01' },
  });
  const refused = await (await newcomer(app)).refusal(placeOrder, old);
  expect(refused.problem.reason).toBe('consent_outdated');
  const { noa, line } = await withLine(app, { autopay: { consent: version } });
  expect((await emailWhen(app, noa.email, /line is active/)).text).toContain(text);
  await passDays(app, 29);
  expect(await renewalsOf(noa)).toHaveLength(1);
  expect((await noa.call(viewLine, { id: line.id })).autopay.on).toBe(true);
});

test('[K03] the first charge of a line that has begun is named before it is planned, as it will be', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  await turnOn(noa, id);
  // As it stands where the line has just begun, until the job has looked.
  const tomorrow = new Date(app.app.clock.now().getTime() + days(1));
  await sql`update line_autopay set period_ends_at = null, charge_at = null, announce_at = null,
    updated_at = ${tomorrow} where line_id = ${id}`.execute(app.app.db.query);
  const { autopay } = await noa.call(viewLine, { id });
  expect(autopay.nextCharge).toEqual((await noa.call(viewPlannedCharge, { id })).charge);
  expect(autopay.nextCharge).toBeDefined();
});

test('[K03] without a card, and for another customer’s line, autopay is not turned on', async () => {
  const { noa, line } = await withLine(app, { saveCard: false });
  const { version } = await noa.call(viewAutopayConsent, {});
  const input = { id: line.id, on: true, consent: version };
  expect((await noa.refusal(setAutopay, input)).problem.reason).toBe('no_card');
  const stranger = await newcomer(app);
  expect((await stranger.refusal(setAutopay, input)).status).toBe(404);
  expect((await stranger.refusal(viewPlannedCharge, { id: line.id })).status).toBe(404);
  expect(await noa.call(viewPlannedCharge, { id: line.id })).toEqual({});
  expect(setAutopay.notForAgents).toBe(true);
});

test('[K04] autopay tells three days before, charges once a day before, and goes on', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  const { autopay } = await turnOn(noa, id);
  await passDays(app, 27);
  const told = await emailWhen(app, noa.email, /Autopay charges/);
  expect(told.subject).toContain(`$${autopay.nextCharge?.amount.toFixed(2)}`);
  expect(told.text).toContain('4242');
  expect(told.link).toContain(`/dashboard/lines/${id}`);
  expect(await renewalsOf(noa)).toHaveLength(0);
  await passHours(app, untilCharged - 27 * 24);
  const paid = await renewalsOf(noa);
  expect(paid).toHaveLength(1);
  expect(paid[0]?.paymentDetails.finalCheckoutAmount).toBe(autopay.nextCharge?.amount);
  const late =
    Date.parse(paid[0]?.transactionTime ?? '') - Date.parse(autopay.nextCharge?.on ?? '');
  expect(late).toBeGreaterThanOrEqual(0);
  expect(late).toBeLessThan(minutes(10));
  const until = Date.parse((await lineOf(noa, id)).paidUntil ?? '');
  expect(until - Date.parse(line.paidUntil ?? '')).toBe(days(30));
  await passDays(app, 1);
  expect((await noa.call(viewLine, { id })).status).toBe('active');
  const next = (await noa.call(viewLine, { id })).autopay.nextCharge;
  expect(Date.parse(next?.on ?? '')).toBeGreaterThan(until - days(2.1));
  await passDays(app, 29);
  expect(await renewalsOf(noa)).toHaveLength(2);
});

test('[K04] a card that expires before the charge is told two weeks ahead', async () => {
  const { noa, line } = await withLine(app);
  await turnOn(noa, line.id);
  const soon = new Date(line.paidUntil ?? '');
  soon.setUTCMonth(soon.getUTCMonth() - 1);
  const expiry = soon.toISOString().slice(5, 7) + '/' + soon.toISOString().slice(2, 4);
  await sql`update cards set expiry = ${expiry} where customer_id =
    (select customer_id from lines where id = ${line.id})`.execute(app.app.db.query);
  await passDays(app, 18);
  await emailWhen(app, noa.email, /card expires before/);
});

test('[K04] the charge falls between 9 and 11, a day before the end, spread over that time', () => {
  const end = fc.date({
    min: new Date('2026-01-01'),
    max: new Date('2030-01-01'),
    noInvalidDate: true,
  });
  const zone = fc.constantFrom('America/New_York', 'America/Los_Angeles', 'Pacific/Honolulu');
  fc.assert(
    fc.property(fc.string(), end, zone, (id, endsAt, timeZone) => {
      const at = chargeTime(id, endsAt, timeZone);
      const local = clockInZone(at, timeZone);
      const minutes = local.getUTCHours() * 60 + local.getUTCMinutes();
      expect(minutes).toBeGreaterThanOrEqual(9 * 60);
      expect(minutes).toBeLessThan(11 * 60);
      const before = endsAt.getTime() - at.getTime();
      expect(before).toBeGreaterThanOrEqual(days(1));
      // A day may have 25 hours.
      expect(before).toBeLessThan(days(2) + hours(1));
      expect(chargeTime(id, endsAt, timeZone)).toEqual(at);
    }),
  );
  const times = new Set(
    Array.from({ length: 200 }, (_, n) =>
      chargeTime(`lin_${n}`, new Date('2026-06-15T12:00:00Z'), 'America/New_York').getUTCMinutes(),
    ),
  );
  expect(times.size).toBeGreaterThan(30);
});

test('[K05] a refused charge is told with its reason, and tried again 1, 3 and 5 days after', async () => {
  const { noa, line } = await withCard('4000000000000036');
  await turnOn(noa, line.id);
  await passHours(app, untilCharged);
  const told = await emailWhen(app, noa.email, /couldn’t charge/);
  expect(told.text).toContain('Your bank declined the card');
  expect(told.text).toContain('try again on');
  expect(told.text).toMatch(/couldn’t charge \$\d+\.\d\d to Visa •••• 0036 /);
  expect(told.text).toContain(`If it isn’t paid by ${dateAlone(line.paidUntil ?? '', zone)},`);
  expect(told.link).toMatch(new RegExp(`/dashboard/lines/${line.id}/renew$`));
  // The page that the email leads to says so, and that it can be paid.
  const shown = await noa.call(viewLine, { id: line.id });
  expect(shown).toMatchObject({ nextAction: 'renew', autopay: { on: true, declined: true } });
  expect((await lineOf(noa, line.id)).nextAction).toBe('renew');
  // So that another card is chosen when it is paid by hand.
  expect((await noa.call(listCards, {})).cards).toMatchObject([{ declined: true }]);
  const failed = async () => (await renewalsOf(noa)).filter((one) => !one.successful);
  expect(await failed()).toHaveLength(1);
  await passDays(app, 6);
  const tries = (await failed())
    .map((one) => Date.parse(one.transactionTime))
    .toSorted((a, b) => a - b);
  expect(tries.map((at) => Math.round((at - (tries[0] ?? 0)) / days(1)))).toEqual([0, 1, 3, 5]);
  // Paid by hand, the line works again and autopay goes on with what comes after.
  await renew(app, noa, line.id, cards.mastercard);
  const { autopay } = await noa.call(viewLine, { id: line.id });
  expect(autopay.nextCharge).toBeDefined();
  expect(autopay.declined).toBeUndefined();
});

async function cardOf(lineId: string): Promise<string | undefined> {
  const { rows } = await sql<{ ref: string }>`
    select ref from cards where customer_id =
      (select customer_id from lines where id = ${lineId})`.execute(app.app.db.query);
  return rows[0]?.ref;
}

test('[K05] a card that was reported stolen is not tried again', async () => {
  const { noa, line } = await withLine(app);
  await turnOn(noa, line.id);
  await sql`update sandbox_pay_cards set behaviour = 'stolen'
    where ref = ${await cardOf(line.id)}`.execute(app.app.db.query);
  await passHours(app, untilCharged);
  expect((await emailWhen(app, noa.email, /couldn’t charge/)).text).toContain('won’t try again');
  await passDays(app, 8);
  expect(await renewalsOf(noa)).toHaveLength(1);
});

test('[K05] a card that its network forbids to try again is not, whatever the reason', async () => {
  const { noa, line } = await withLine(app);
  await turnOn(noa, line.id);
  await passHours(app, 27 * 24);
  const { payment } = app.adapters;
  const charge = payment.charge.bind(payment);
  const own = await cardOf(line.id);
  // Others' lines are charged in these days as well.
  const asked = vi.spyOn(payment, 'charge').mockImplementation((request) => {
    const { method } = request;
    if (method.kind !== 'saved' || method.cardRef !== own) return charge(request);
    return Promise.resolve({
      kind: 'declined',
      card: { network: 'visa', last4Digits: '4242', expiry: '12/34', cardholderName: 'Noa' },
      reason: 'insufficient_funds',
      advice: 'never_again',
    });
  });
  await passHours(app, untilCharged - 27 * 24);
  asked.mockRestore();
  const told = await emailWhen(app, noa.email, /couldn’t charge/);
  expect(told.text).toContain('There isn’t enough money on the card.');
  expect(told.text).toContain('won’t try again');
  const forStaff = 'The bank refused the automatic payment once. It says of the card: do not try';
  const hangs = (await runVerb(app.app, ['stuck', 'autopay'])).text.split('\n');
  expect(hangs.find((row) => row.includes(line.id))).toContain(forStaff);
  const { rows } = await sql<{ id: string }>`
    select id from orders where line_id = ${line.id} and kind = 'renewal'`.execute(
    app.app.db.query,
  );
  const { text } = await runVerb(app.app, ['order', 'show', rows[0]?.id ?? '']);
  expect(text).toContain('insufficient_funds (its bank says: do not try again)');
  expect(text).toContain(`line ${line.id}`);
  await passDays(app, 8);
  expect(await renewalsOf(noa)).toHaveLength(1);
});

test('[K05] while somebody pays by hand nothing is tried, and what is paid is not charged', async () => {
  const { noa, line } = await withLine(app);
  await turnOn(noa, line.id);
  await passDays(app, 25);
  await renew(app, noa, line.id);
  await passDays(app, 7);
  expect(await renewalsOf(noa)).toHaveLength(1);
});

test('autopay does not charge more than was told', async () => {
  const { noa, line } = await withLine(app);
  await turnOn(noa, line.id);
  await passDays(app, 27);
  await emailWhen(app, noa.email, /Autopay charges/);
  await sql`update line_autopay set told_cents = told_cents - 1
    where line_id = ${line.id}`.execute(app.app.db.query);
  await passDays(app, 3);
  expect(await renewalsOf(noa)).toHaveLength(0);
  await emailWhen(app, noa.email, /We didn’t charge/);
});

test('[K03] off and on again, with another card, autopay charges once more', async () => {
  const { noa, line } = await withCard('4000000000000036');
  const { id } = line;
  await turnOn(noa, id);
  await passHours(app, untilCharged);
  await emailWhen(app, noa.email, /couldn’t charge/);
  await sql`update sandbox_pay_cards set behaviour = 'succeeds' where ref in (select ref from cards
    where customer_id = (select customer_id from lines where id = ${id}))`.execute(
    app.app.db.query,
  );
  await noa.call(setAutopay, { id, on: false });
  await turnOn(noa, id);
  await passHours(app, 1);
  const paid = (await renewalsOf(noa)).filter((one) => one.successful);
  expect(paid).toHaveLength(1);
});

test('[K04] what was refunded is not charged again by itself', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  await turnOn(noa, id);
  await passDays(app, 25);
  const { orderId } = await renew(app, noa, id);
  await passHours(app, untilCharged - 25 * 24);
  await refundByHand(app.app, orderId, 'Sam');
  await orderWhen(app, noa, orderId, 'refunded');
  await passHours(app, 12);
  const paid = (await renewalsOf(noa)).filter((one) => one.successful);
  expect(paid.map((one) => one.kind)).toEqual(['renewal']);
  expect((await noa.call(viewLine, { id })).autopay).toMatchObject({ on: true });
  expect((await noa.call(viewLine, { id })).autopay.nextCharge).toBeUndefined();
  // Paid by hand, autopay goes on with what comes after.
  await renew(app, noa, id);
  expect((await noa.call(viewLine, { id })).autopay.nextCharge).toBeDefined();
});

test('[K03] who turns autopay off while the charge is being worked out is not charged', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  const { autopay } = await turnOn(noa, id);
  const chargedOn = new Date(autopay.nextCharge?.on ?? '');
  const { tax } = app.adapters;
  const taxes = tax.taxes.bind(tax);
  const off = vi.fn(() => noa.call(setAutopay, { id, on: false }));
  const asked = vi.spyOn(tax, 'taxes').mockImplementation(async (sale) => {
    const answer = await taxes(sale);
    if (app.app.clock.now() >= chargedOn) await off();
    return answer;
  });
  await passHours(app, untilCharged);
  asked.mockRestore();
  expect(off).toHaveBeenCalled();
  expect(await renewalsOf(noa)).toHaveLength(0);
});

test('[K03] autopay is not turned on and off without end, as each time is an email', async () => {
  const { noa, line } = await withLine(app);
  for (let times = 0; times < 30; times += 1) {
    await noa.call(setAutopay, { id: line.id, on: false });
  }
  expect((await noa.refusal(setAutopay, { id: line.id, on: false })).status).toBe(429);
});
