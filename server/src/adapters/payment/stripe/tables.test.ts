import { afterAll, beforeAll, expect, test } from 'vitest';
import { days, later } from '../../../clock.ts';
import { openDispute } from '../../../testing/stripe/disputes.ts';
import { warnOfFraud } from '../../../testing/stripe/fraud-warnings.ts';
import { cards, Till } from '../payment-bench.suite.ts';
import { openStripe, stripeBench } from './bench.suite.ts';
import { signAsStripe } from './signature.ts';

/** Stripe's words and what they are with us, row by row, typed from its documentation. */
const till = new Till();
let opened: Awaited<ReturnType<typeof openStripe>>;
let paymentRef: string;
let cardRef: string;
beforeAll(async () => {
  opened = await openStripe('tables');
  await till.open(stripeBench(opened));
  const paid = await till.charge(await till.request(cards.visa, {}, true));
  paymentRef = paid.paymentRef;
  cardRef = paid.kind === 'paid' ? (paid.savedCardRef ?? '') : '';
});
afterAll(() => opened.stripe.close());

test.each([
  ['visa', 'visa'],
  ['mastercard', 'mastercard'],
  ['amex', 'amex'],
  ['jcb', 'jcb'],
  ['discover', 'discover'],
  ['diners', 'diners'],
  ['unionpay', 'unionpay'],
  ['cartes_bancaires', null],
  ['eftpos_au', null],
  ['link', null],
  ['unknown', null],
  ['a_network_of_next_year', null],
])('[D19] a card of the brand %s has the network %s', async (brand, network) => {
  const method = opened.stripe.account.methods.get(cardRef);
  Object.assign(method?.card ?? {}, { network: brand, expiry: '03/31' });
  expect(await opened.port.viewCard(cardRef)).toEqual({
    network,
    last4Digits: '4242',
    expiry: '03/31',
    cardholderName: 'Ann Bee',
  });
});

test.each([
  ['succeeded', 'paid'],
  ['processing', 'processing'],
  ['requires_action', 'confirm'],
  ['requires_payment_method', 'declined'],
  ['canceled', 'cancelled'],
  ['requires_confirmation', 'processing'],
  ['requires_capture', 'processing'],
  ['a_state_of_next_year', 'processing'],
])('[M03] a payment that is %s is %s', async (status, kind) => {
  const { paymentRef: ref } = await till.charge(cards.visa);
  Object.assign(opened.stripe.account.intents.get(ref) ?? {}, { status, usesSdk: false });
  expect(await opened.port.viewCharge(ref)).toMatchObject({ kind, paymentRef: ref });
});

test.each([
  ['succeeded', 'refunded'],
  ['pending', 'pending'],
  ['requires_action', 'pending'],
  ['failed', 'failed'],
  ['canceled', 'failed'],
  ['a_state_of_next_year', 'pending'],
])('[M03] a refund that is %s is %s', async (status, kind) => {
  const { paymentRef: ref } = await till.charge(cards.visa);
  const { refundRef } = await till.refund(ref);
  Object.assign(opened.stripe.account.refunds.get(refundRef) ?? {}, { status });
  expect(await opened.port.viewRefund(refundRef)).toEqual({
    kind,
    refundRef,
    paymentRef: ref,
    amountCents: 2849,
    key: `refund:${ref}`,
  });
});

test('[M03] a refund that Stripe refuses has its code for a reason, where it gives one', async () => {
  const { paymentRef: paid } = await till.charge(cards.visa);
  await till.refund(paid);
  const { paymentRef: declined } = await till.charge('4000000000000002');
  for (const [ref, reason] of [
    [paid, 'charge_already_refunded'],
    [declined, 'refused'],
  ] as const) {
    const asked = { key: `refund:${ref}:again`, paymentRef: ref, amountCents: 100 };
    expect(await opened.port.refund(asked)).toEqual({ ...asked, kind: 'failed', reason });
  }
});

test('[M12] a bank’s warning has the time at which it came', async () => {
  const { paymentRef: ref } = await till.charge(cards.visa);
  const warningRef = warnOfFraud(opened.stripe.account, ref);
  expect(await opened.port.viewFraudWarning(warningRef)).toEqual({
    warningRef,
    paymentRef: ref,
    reason: 'made_with_stolen_card',
    actionable: true,
    at: new Date('2026-11-20T12:00:00Z'),
  });
});

test.each([
  ['warning_needs_response', 'open'],
  ['needs_response', 'open'],
  ['warning_under_review', 'answered'],
  ['under_review', 'answered'],
  ['appeal_needs_response', 'open'],
  ['appeal_under_review', 'answered'],
  ['won', 'won'],
  ['lost', 'lost'],
  ['warning_closed', 'closed'],
  ['prevented', 'closed'],
  ['a_state_of_next_year', 'open'],
])('[M03] a dispute that is %s is %s', async (status, is) => {
  const disputeRef = openDispute(opened.stripe.account, paymentRef);
  Object.assign(opened.stripe.account.disputes.get(disputeRef) ?? {}, { status });
  expect(await opened.port.viewDispute(disputeRef)).toEqual({
    disputeRef,
    paymentRef,
    amountCents: 2849,
    status: is,
    reason: expect.stringMatching(/./),
    respondBy: new Date('2026-12-04T12:00:00Z'),
  });
});

test('[L21] an appeal is open although evidence was sent before, and is answered at Stripe alone', async () => {
  const disputeRef = openDispute(opened.stripe.account, paymentRef);
  const known = opened.stripe.account.disputes.get(disputeRef);
  Object.assign(known ?? {}, { status: 'appeal_needs_response', submissions: 1 });
  expect((await opened.port.viewDispute(disputeRef)).status).toBe('open');
  const answer = { key: `answer:${disputeRef}:2`, disputeRef, evidence: { other: 'A receipt' } };
  expect(await opened.port.answerDispute(answer)).toEqual({ kind: 'refused', reason: 'appeal' });
});

test.each([null, 0])('[L21] a dispute due by %s takes no answer', async (due) => {
  const disputeRef = openDispute(opened.stripe.account, paymentRef);
  const dueBy = due === null ? null : new Date(due);
  Object.assign(opened.stripe.account.disputes.get(disputeRef) ?? {}, { dueBy });
  expect(await opened.port.viewDispute(disputeRef)).not.toHaveProperty('respondBy');
  const answer = { key: `answer:${disputeRef}`, disputeRef, evidence: { other: 'A receipt' } };
  expect(await opened.port.answerDispute(answer)).toEqual({ kind: 'refused', reason: 'late' });
});

test('[L21] what Stripe’s fields do not hold is refused, and the dispute stays open', async () => {
  const disputeRef = openDispute(opened.stripe.account, paymentRef);
  const evidence = { customerName: 'x'.repeat(5001) };
  expect(await opened.port.answerDispute({ key: 'long', disputeRef, evidence })).toEqual({
    kind: 'refused',
    reason: 'rejected',
  });
  expect((await opened.port.viewDispute(disputeRef)).status).toBe('open');
});

test.each([
  ['complete', 'succeeded', 'complete'],
  ['complete', 'processing', 'open'],
  ['complete', 'requires_action', 'open'],
  ['complete', 'requires_confirmation', 'open'],
  ['complete', 'requires_payment_method', 'open'],
  ['complete', 'canceled', 'failed'],
  ['complete', 'a_state_of_next_year', 'open'],
  ['open', 'succeeded', 'open'],
  ['expired', 'succeeded', 'failed'],
])('[D16] a page that is %s, whose saving %s, is %s', async (status, setupStatus, is) => {
  const { sessionId, session } = await saves();
  Object.assign(session, { status, setupStatus });
  const seen = await opened.port.viewCardSetup(sessionId);
  expect(seen).toMatchObject({ status: is, customerRef: till.customerRef });
  expect('cardRef' in seen).toBe(is === 'complete');
});

test('[D16] a card that Stripe keeps for somebody else, or no more, is not saved', async () => {
  const { sessionId, session } = await saves();
  for (const customer of ['cus_other', null]) {
    Object.assign(session.method ?? {}, { customer });
    expect((await opened.port.viewCardSetup(sessionId)).status).toBe('open');
  }
});

let setups = 0;
async function saves() {
  setups += 1;
  const { url, sessionId } = await opened.port.openCardSetup({
    key: `setup:${setups}`,
    customerRef: till.customerRef,
    successUrl: 'http://shop.example/pay?success=true',
    failureUrl: 'http://shop.example/pay?failure=true',
  });
  await till.bench.fillSetup(url, cards.visa);
  const session = opened.stripe.account.sessions.get(sessionId);
  if (!session?.method) throw new Error('No card was saved');
  return { sessionId, session };
}

test('[M03] the books of refunds go on after the last of a page', async () => {
  const { refunds } = opened.stripe.account;
  const { paymentRef: ref } = await till.charge(cards.visa);
  const { refundRef } = await till.refund(ref);
  const one = refunds.get(refundRef);
  if (!one) throw new Error('There is none');
  const before = refunds.size;
  for (let at = 0; at < 101; at += 1) refunds.set(`re_${at}`, { ...one, id: `re_${at}` });
  const books = await till.wholeBooks('refunds', new Date(0));
  expect(new Set(books.map((entry) => entry.ref)).size).toBe(before + 101);
  expect(books).toHaveLength(before + 101);
  expect(books[0]).toEqual({
    ref: 're_100',
    amountCents: 2849,
    kind: 'refunded',
    at: new Date('2026-11-20T12:00:00Z'),
  });
});

test.each([
  ['payment_intent.succeeded', 'payment_intent', 'payment'],
  ['payment_intent.payment_failed', 'payment_intent', 'payment'],
  ['refund.failed', 'refund', 'refund'],
  ['charge.dispute.created', 'dispute', 'dispute'],
  ['radar.early_fraud_warning.created', 'radar.early_fraud_warning', 'fraud_warning'],
  ['radar.early_fraud_warning.updated', 'radar.early_fraud_warning', 'fraud_warning'],
  ['checkout.session.completed', 'checkout.session', 'card_setup'],
  ['checkout.session.expired', 'checkout.session', 'card_setup'],
  ['payment_method.automatically_updated', 'payment_method', 'card'],
  ['payment_method.detached', 'payment_method', 'card'],
  ['setup_intent.succeeded', 'setup_intent', 'other'],
  ['charge.refunded', 'charge', 'other'],
  ['customer.updated', 'customer', 'other'],
])('[M04] a notice %s, with a %s, is about %s', (type, object, about) => {
  const body = JSON.stringify({ id: 'evt_1', type, data: { object: { id: 'x_1', object } } });
  const at = opened.clock.now();
  const signed = signAsStripe(body, opened.settings.webhookSecret, at);
  const notice = { id: 'evt_1', about, ref: 'x_1' };
  expect(opened.port.readNotice({ 'stripe-signature': signed }, body)).toEqual(notice);
});

test.each(['no JSON', '{}', '{"id":"evt_1","type":"x","data":{"object":{}}}'])(
  '[M04] a signed notice that says %s says nothing',
  (body) => {
    const signed = signAsStripe(body, opened.settings.webhookSecret, opened.clock.now());
    expect(opened.port.readNotice({ 'stripe-signature': signed }, body)).toBeUndefined();
    expect(opened.port.readNotice({}, body)).toBeUndefined();
  },
);

test.each([
  ['paid', 'paid'],
  ['pending', 'under_way'],
  ['in_transit', 'under_way'],
  ['failed', 'failed'],
  ['canceled', 'failed'],
  ['a_state_of_next_year', 'under_way'],
])('[L22] a payout that is %s is %s', async (status, kind) => {
  await till.charge(cards.visa);
  const arrives = later(opened.clock.now(), days(2)).toISOString().slice(0, 10);
  opened.move(days(3));
  const latest = async () =>
    (await opened.port.listPayouts({ from: '2026-11-20', to: '2099-12-31' })).at(-1);
  const before = await latest();
  expect(before).toMatchObject({ kind: 'paid', arrives });
  opened.stripe.account.payoutStates.set(before?.ref ?? '', status);
  expect(await latest()).toEqual({ ...before, kind });
});
