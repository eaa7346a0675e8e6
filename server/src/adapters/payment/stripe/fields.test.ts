import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStripe, stripeBench } from './bench.suite.ts';
import { openDispute } from '../../../testing/stripe/disputes.ts';
import { warnOfFraud } from '../../../testing/stripe/fraud-warnings.ts';
import type { PaymentBench } from '../payment-bench.suite.ts';

/** What each call sends, field by field, typed from Stripe's documentation. */
const visa = '4242424242424242';
let opened: Awaited<ReturnType<typeof openStripe>>;
let bench: PaymentBench;
let customerRef: string;
beforeAll(async () => {
  opened = await openStripe('fields');
  bench = stripeBench(opened);
  const ann = { key: 'customer:1', email: 'ann@example.com', name: 'Ann Bee' };
  customerRef = (await opened.port.createCustomer(ann)).ref;
});
afterAll(() => opened.stripe.close());

/** What was sent while something was done. */
async function sent(work: () => Promise<unknown>) {
  const { seen } = opened.stripe;
  const before = seen.length;
  await work();
  return seen.slice(before);
}

let orders = 0;
const asked = (method: object, change: object = {}) => {
  orders += 1;
  return {
    key: `order:${orders}:attempt:1`,
    amountCents: 2849,
    customerRef,
    method,
    returnUrl: 'http://shop.example/stripe-response',
    present: true,
    owner: { kind: 'order', id: `ord_${orders}` },
    description: 'Harbor plan',
    ...change,
  } as Parameters<typeof opened.port.charge>[0];
};

const charged = async (method: object, change: object = {}) => {
  const request = asked(method, change);
  const [first] = await sent(() => opened.port.charge(request));
  return { request, first };
};

const token = async (save: boolean) => ({
  kind: 'token',
  paymentToken: await bench.token(visa),
  save,
});

async function paidAndSaved(): Promise<{ paymentRef: string; cardRef: string }> {
  const paid = await opened.port.charge(asked(await token(true)));
  if (paid.kind !== 'paid' || !paid.savedCardRef) throw new Error(`It is ${paid.kind}`);
  return { paymentRef: paid.paymentRef, cardRef: paid.savedCardRef };
}

/** Of every charge. */
const common = () => ({
  amount: '2849',
  currency: 'usd',
  customer: customerRef,
  confirm: 'true',
  allowed_payment_method_types: ['card'],
  description: 'Harbor plan',
  metadata: {
    key: `order:${orders}:attempt:1`,
    ownerKind: 'order',
    ownerId: `ord_${orders}`,
    asked: expect.stringMatching(/^[\w-]{43}$/),
  },
  expand: ['payment_method'],
});

const made = (path: string, fields: object, idempotencyKey: string) => ({
  method: 'POST',
  path,
  fields,
  idempotencyKey,
});
const looked = (path: string, fields: object = {}) => ({
  method: 'GET',
  path,
  fields,
  idempotencyKey: undefined,
});

test('[M03] a customer is made with email, name and our key', async () => {
  const ben = { key: 'customer:2', email: 'ben@example.com', name: 'Ben Cee' };
  const { key, ...fields } = ben;
  expect(await sent(() => opened.port.createCustomer(ben))).toEqual([
    made('/v1/customers', { ...fields, metadata: { key } }, key),
  ]);
});

test('[M03] a new card is charged by its token, and kept for charges without its owner', async () => {
  const method = await token(true);
  const { request, first } = await charged(method);
  const fields = {
    ...common(),
    confirmation_token: method.paymentToken,
    use_stripe_sdk: 'false',
    setup_future_usage: 'off_session',
    return_url: 'http://shop.example/stripe-response',
  };
  expect(first).toEqual(made('/v1/payment_intents', fields, request.key));
});

test('[M03] a new card that is not to be kept is not', async () => {
  const method = await token(false);
  const { request, first } = await charged(method);
  const fields = {
    ...common(),
    confirmation_token: method.paymentToken,
    use_stripe_sdk: 'false',
    return_url: 'http://shop.example/stripe-response',
  };
  expect(first).toEqual(made('/v1/payment_intents', fields, request.key));
});

test('[M03] a saved card is charged with its owner there, or off session', async () => {
  const { cardRef } = await paidAndSaved();
  const there = await charged({ kind: 'saved', cardRef });
  const fields = { payment_method: cardRef, return_url: 'http://shop.example/stripe-response' };
  expect(there.first).toEqual(
    made('/v1/payment_intents', { ...common(), ...fields }, there.request.key),
  );
  const absent = await charged({ kind: 'saved', cardRef }, { present: false });
  const alone = { payment_method: cardRef, off_session: 'true' };
  expect(absent.first).toEqual(
    made('/v1/payment_intents', { ...common(), ...alone }, absent.request.key),
  );
});

test('[M03] a description is cut to what Stripe takes', async () => {
  const { first } = await charged(await token(false), { description: 'x'.repeat(1200) });
  expect(first?.fields['description']).toBe('x'.repeat(1000));
});

test.each([
  ['amount', { amountCents: 2850 }],
  ['customer', { customerRef: 'another' }],
  ['owner’s kind', { owner: { kind: 'renewal', id: 'ord_1' } }],
  ['owner', { owner: { kind: 'order', id: 'ord_2' } }],
  ['presence', { present: false }],
  ['card', { method: { kind: 'saved', cardRef: 'pm_other' } }],
  ['kind of card', { method: { kind: 'token', paymentToken: 'pm_1', save: false } }],
] as const)('[M03] with another %s it is another charge under the same key', async (_, change) => {
  const ben = { key: 'customer:other', email: 'x@example.com', name: 'X' };
  const { ref } = await opened.port.createCustomer(ben);
  const { cardRef } = await paidAndSaved();
  const same = { method: { kind: 'saved', cardRef }, owner: { kind: 'order', id: 'ord_1' } };
  const first = asked(same.method, same);
  await opened.port.charge(first);
  const wanted = 'customerRef' in change ? { customerRef: ref } : change;
  await expect(opened.port.charge({ ...first, ...wanted })).rejects.toThrow(/key/);
});

test('[M03] with another address or description it is the same charge', async () => {
  const { cardRef } = await paidAndSaved();
  const first = asked({ kind: 'saved', cardRef });
  const paid = await opened.port.charge(first);
  const other = { returnUrl: 'http://other.example/stripe-response', description: 'Plan' };
  expect(await opened.port.charge({ ...first, ...other })).toMatchObject({
    kind: 'paid',
    paymentRef: (paid as { paymentRef: string }).paymentRef,
  });
});

test('[M03] looking at a charge, finding and canceling one say what is wanted whole', async () => {
  const { paymentRef } = await paidAndSaved();
  const { port } = opened;
  expect(await sent(() => port.viewCharge(paymentRef))).toEqual([
    looked(`/v1/payment_intents/${paymentRef}`, { expand: ['payment_method'] }),
  ]);
  const key = `order:${orders}:attempt:1`;
  expect(await sent(() => port.findCharge({ key, customerRef }))).toEqual([
    looked('/v1/payment_intents', {
      customer: customerRef,
      limit: '100',
      expand: ['data.payment_method'],
    }),
  ]);
  const [cancel] = await sent(() => port.cancelCharge(paymentRef));
  expect(cancel).toMatchObject({
    method: 'POST',
    path: `/v1/payment_intents/${paymentRef}/cancel`,
    fields: { expand: ['payment_method'] },
  });
});

test('[M03] a refund names the payment, the amount and our key', async () => {
  const { paymentRef } = await paidAndSaved();
  const request = { key: 'refund:1', paymentRef, amountCents: 100 };
  const fields = { payment_intent: paymentRef, amount: '100', metadata: { key: 'refund:1' } };
  const { port } = opened;
  expect(await sent(() => port.refund(request))).toEqual([made('/v1/refunds', fields, 'refund:1')]);
  const refund = await port.findRefund(request);
  const ref = refund?.refundRef ?? '';
  expect(refund).toMatchObject({ kind: 'refunded', paymentRef, amountCents: 100, key: 'refund:1' });
  expect(await sent(() => port.findRefund(request))).toEqual([
    looked('/v1/refunds', { payment_intent: paymentRef, limit: '100' }),
  ]);
  expect(await sent(() => port.viewRefund(ref))).toEqual([looked(`/v1/refunds/${ref}`)]);
});

test('[M03] the books are read from a second on, a hundred at a time, after the last one read', async () => {
  const since = new Date('2026-11-20T11:59:59.500Z');
  const noon = String(Date.parse('2026-11-20T12:00:00Z') / 1000);
  const { port } = opened;
  const { paymentRef } = await paidAndSaved();
  const books = (of: 'charges' | 'refunds', cursor?: string) =>
    sent(() => port.listBooks({ of, since, cursor }));
  const page = { limit: '100', created: { gte: noon } };
  const whole = { ...page, expand: ['data.payment_method'] };
  expect(await books('charges')).toEqual([looked('/v1/payment_intents', whole)]);
  expect(await books('charges', paymentRef)).toEqual([
    looked('/v1/payment_intents', { ...whole, starting_after: paymentRef }),
  ]);
  expect(await books('refunds')).toEqual([looked('/v1/refunds', page)]);
});

test('[D16] a card is saved on Stripe’s page for cards alone, and looked at with its card', async () => {
  const { port } = opened;
  const successUrl = 'http://shop.example/pay?success=true&session_id={CHECKOUT_SESSION_ID}';
  const failureUrl = 'http://shop.example/pay?failure=true';
  let sessionId = '';
  const setup = { key: 'setup:1', customerRef, successUrl, failureUrl };
  const fields = {
    mode: 'setup',
    currency: 'usd',
    allowed_payment_method_types: ['card'],
    customer: customerRef,
    success_url: successUrl,
    cancel_url: failureUrl,
  };
  expect(await sent(async () => ({ sessionId } = await port.openCardSetup(setup)))).toEqual([
    made('/v1/checkout/sessions', fields, 'setup:1'),
  ]);
  expect(await sent(() => port.viewCardSetup(sessionId))).toEqual([
    looked(`/v1/checkout/sessions/${sessionId}`, { expand: ['setup_intent.payment_method'] }),
  ]);
});

test('[M03] cards and disputes are looked at by their ids', async () => {
  const { port, stripe } = opened;
  const { paymentRef, cardRef } = await paidAndSaved();
  expect(await sent(() => port.viewCard(cardRef))).toEqual([
    looked(`/v1/payment_methods/${cardRef}`),
  ]);
  const warning = warnOfFraud(stripe.account, paymentRef);
  const lookAtIt = looked(`/v1/radar/early_fraud_warnings/${warning}`);
  expect(await sent(() => port.viewFraudWarning(warning))).toEqual([lookAtIt]);
  const dispute = openDispute(stripe.account, paymentRef);
  const look = looked(`/v1/disputes/${dispute}`);
  expect(await sent(() => port.viewDispute(dispute))).toEqual([look]);
  const evidence = {
    customerName: 'Ann Bee',
    customerEmail: 'ann@example.com',
    customerNetwork: '192.0.2.7',
    billingAddress: '9 Mast Lane',
    product: '',
    serviceDate: 'November 20',
    activity: 'Logged in',
    shippingAddress: '9 Mast Lane, Reno',
    shippingCarrier: 'USPS',
    shippingDate: 'November 21',
    trackingNumber: '9400',
    refundPolicy: 'None',
    other: 'A receipt',
  };
  const fields = {
    evidence: {
      customer_name: 'Ann Bee',
      customer_email_address: 'ann@example.com',
      customer_purchase_ip: '192.0.2.7',
      billing_address: '9 Mast Lane',
      service_date: 'November 20',
      access_activity_log: 'Logged in',
      shipping_address: '9 Mast Lane, Reno',
      shipping_carrier: 'USPS',
      shipping_date: 'November 21',
      shipping_tracking_number: '9400',
      refund_policy_disclosure: 'None',
      uncategorized_text: 'A receipt',
    },
    metadata: { key: 'answer:1' },
    submit: 'true',
  };
  const answer = { key: 'answer:1', disputeRef: dispute, evidence };
  expect(await sent(() => port.answerDispute(answer))).toEqual([
    look,
    made(`/v1/disputes/${dispute}`, fields, 'answer:1'),
  ]);
  const [detach] = await sent(() => port.detachCard(cardRef));
  expect(detach).toMatchObject({ path: `/v1/payment_methods/${cardRef}/detach`, fields: {} });
});
