import { inspect } from 'node:util';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OutsideFailure } from '../../outside-failure.ts';
import { Till } from '../payment-bench.suite.ts';
import type { ChargeRequest } from '../payment.ts';
import { TOKENS_HOLD } from '../../../testing/stripe/setups.ts';
import { openStripe, stripeBench } from './bench.suite.ts';
import { stripePayment } from './payment.ts';

const visa = '4242424242424242';
const logged: string[] = [];
// Without the time, which may hold any four digits.
const log = pino(
  { level: 'trace', timestamp: false, base: null },
  { write: (line: string) => void logged.push(line) },
);
const till = new Till();
let bench: Awaited<ReturnType<typeof openStripe>>;

beforeAll(async () => {
  bench = await openStripe('trouble', { log });
  await till.open(stripeBench(bench));
});
afterAll(() => bench.stripe.close());

const made = (request: ChargeRequest) =>
  [...bench.stripe.account.intents.values()].filter(
    ({ metadata }) => metadata['key'] === request.key,
  );

/** A charge with its customer there is tried twice, everything else three times. */
const BOTH = 2;
const ALL = 3;

test('[M03] a charge whose answer got lost is asked for again, and made once', async () => {
  const request = await till.request(visa);
  bench.stripe.breakNext('lost_answer', BOTH);
  const lost = await till.port.charge(request).catch((error: unknown) => error);
  expect(lost).toBeInstanceOf(OutsideFailure);
  expect(lost).toMatchObject({ outcome: 'unknown' });
  expect(await till.charge(request)).toMatchObject({ kind: 'paid' });
  expect(made(request)).toHaveLength(1);
});

test.each(['fails_after', 'lost_answer'] as const)(
  '[L21] evidence for a dispute is sent once, although Stripe %s',
  async (how) => {
    const { paymentRef } = await till.charge(visa);
    const disputeRef = await till.bench.dispute(paymentRef);
    const receipt = Buffer.from('%PDF-1.7 a receipt');
    const answer = { key: `answer:${how}`, disputeRef, evidence: { other: 'A receipt' }, receipt };
    // The look, and the file.
    bench.stripe.breakNext('nothing', 2);
    bench.stripe.breakNext(how, ALL);
    const first = await till.port.answerDispute(answer).catch((error: unknown) => error);
    bench.stripe.mend();
    if (how === 'lost_answer') expect(first).toMatchObject({ outcome: 'unknown' });
    expect(await till.port.answerDispute(answer)).toEqual({ kind: 'sent' });
    expect(bench.stripe.account.disputes.get(disputeRef)?.submissions).toBe(1);
  },
);

test('[L21] the receipt goes to the bank as it is; where Stripe takes none, the words go alone', async () => {
  const receipt = Buffer.from([0x25, 0x50, 0x44, 0x46, 0x00, 0xff, 0x0d, 0x0a, 0x0d, 0x0a, 0x2d]);
  const evidence = { other: 'A receipt' };
  const said = async (key: string) => {
    const disputeRef = await till.bench.dispute((await till.charge(visa)).paymentRef);
    bench.stripe.breakNext('nothing');
    if (key === 'words') bench.stripe.breakNext('forbidden');
    const answer = { key, disputeRef, evidence, receipt };
    expect(await till.port.answerDispute(answer)).toEqual({ kind: 'sent' });
    return bench.stripe.account.disputes.get(disputeRef)?.evidence;
  };
  const { files } = bench.stripe.account;
  expect(files.get((await said('paper'))?.['receipt'] ?? '')).toEqual(receipt);
  const kept = files.size;
  expect(await said('words')).toEqual({ uncategorized_text: 'A receipt' });
  expect(files.size).toBe(kept);
});

test('[M03] one lost answer is not even noticed', async () => {
  const request = await till.request(visa);
  bench.stripe.breakNext('lost_answer');
  expect(await till.charge(request)).toMatchObject({ kind: 'paid' });
  expect(made(request)).toHaveLength(1);
});

test('[M03] a failure that Stripe repeats for a day hides no charge that was made', async () => {
  const request = await till.request(visa);
  bench.stripe.breakNext('fails_after');
  const paid = await till.charge(request);
  expect(paid).toMatchObject({ kind: 'paid', paymentRef: made(request)[0]?.id });
  expect(await till.charge(request)).toEqual(paid);
  expect(made(request)).toHaveLength(1);
  const { paymentRef } = paid;
  const key = `refund:${paymentRef}`;
  bench.stripe.breakNext('fails_after');
  const refund = await till.port.refund({ key, paymentRef, amountCents: 2849 });
  expect(refund).toMatchObject({ kind: 'refunded', key });
  expect(bench.stripe.account.refunds.size).toBe(1);
});

test('[M03] a failure before the work leaves the outcome open, and the next try pays', async () => {
  const request = await till.request(visa);
  bench.stripe.breakNext('fails_before', BOTH);
  await expect(till.port.charge(request)).rejects.toMatchObject({ outcome: 'unknown' });
  expect(made(request)).toEqual([]);
  expect(await till.charge(request)).toMatchObject({ kind: 'paid' });
});

test('[M03] a refund that failed before the work is open, and the next try gives it back', async () => {
  const { paymentRef } = await till.charge(visa);
  const { size } = bench.stripe.account.refunds;
  const refund = { key: `refund:${paymentRef}`, paymentRef, amountCents: 2849 };
  bench.stripe.breakNext('fails_before', ALL);
  await expect(till.port.refund(refund)).rejects.toMatchObject({ outcome: 'unknown' });
  expect(bench.stripe.account.refunds.size).toBe(size);
  expect(await till.port.refund(refund)).toMatchObject({ kind: 'refunded' });
});

test.each(['too_many', 'forbidden'] as const)(
  '[M03] when Stripe says %s, nothing was done and the job tries again',
  async (how) => {
    const request = await till.request(visa);
    bench.stripe.breakNext(how);
    await expect(till.port.charge(request)).rejects.toMatchObject({ outcome: 'not_done' });
    expect(made(request)).toEqual([]);
  },
);

test('[M03] an address where nobody answers, and another account’s key, did nothing', async () => {
  const request = await till.request(visa);
  const other = (change: object) =>
    stripePayment({ ...bench.settings, ...change }, { clock: bench.clock, log });
  const away = other({ apiUrl: 'http://127.0.0.1:1' });
  await expect(away.charge(request)).rejects.toMatchObject({ outcome: 'not_done' });
  const stranger = other({ secretKey: 'sk_test_stranger' });
  await expect(stranger.charge(request)).rejects.toMatchObject({ outcome: 'not_done' });
});

test('[M03] the same charge with another address to come back to is still the same charge', async () => {
  const request = await till.request(visa);
  const paid = await till.charge(request);
  const moved = { ...request, returnUrl: 'https://new.example/stripe-response', description: 'P' };
  expect(await till.charge(moved)).toEqual(paid);
  expect(made(request)).toHaveLength(1);
});

test('[M03] a refund key used for another amount is a bug, not an outcome', async () => {
  const { paymentRef } = await till.charge(visa);
  const refund = { key: `refund:${paymentRef}`, paymentRef, amountCents: 100 };
  await till.port.refund(refund);
  const other = till.port.refund({ ...refund, amountCents: 200 });
  await expect(other).rejects.toThrow(/key/);
  await expect(other).rejects.not.toBeInstanceOf(OutsideFailure);
});

test('[M01] a customer renamed between two tries can still pay', async () => {
  const customer = { key: 'customer:renamed', email: 'kit@example.com', name: 'Kit Low' };
  bench.stripe.breakNext('lost_answer', ALL);
  await expect(till.port.createCustomer(customer)).rejects.toBeInstanceOf(OutsideFailure);
  const { ref } = await till.port.createCustomer({ ...customer, name: 'Kit Bee' });
  expect(bench.stripe.account.customers.get(ref)?.name).toBe('Kit Bee');
});

test('[M01] a bank that only asks through a script is given up, and never paid later', async () => {
  bench.stripe.account.asksByScript = true;
  const request = await till.request('4000002500003155');
  const charged = await till.charge(request);
  bench.stripe.account.asksByScript = false;
  expect(charged).toMatchObject({ kind: 'declined', reason: 'confirmation_failed' });
  expect(made(request)).toMatchObject([{ status: 'canceled' }]);
});

test('[M01] a card that is refused before there is a payment is declined, with its reason', async () => {
  const request = await till.request(visa);
  bench.stripe.breakNext('card_unread');
  const charged = await till.try(request);
  expect(charged).toMatchObject({ kind: 'declined', reason: 'wrong_details' });
  expect(charged.paymentRef).toBeUndefined();
});

test('[M01] what Stripe takes for a mistake is the form’s fault only once the form is too old', async () => {
  const customerRef = 'cus_none';
  const fresh = await till.request(visa, { customerRef });
  expect(await till.port.charge(fresh)).toEqual({ kind: 'rejected', reason: 'rejected' });
  const old = await till.request(visa, { customerRef });
  bench.move(TOKENS_HOLD);
  const expired = { kind: 'declined', reason: 'form_expired' };
  expect(await till.port.charge(old)).toMatchObject(expired);
});

test('[M01] a page for saving a card that was left open has failed after a day', async () => {
  const { sessionId } = await till.port.openCardSetup({
    key: 'setup:left',
    customerRef: till.customerRef,
    successUrl: 'http://shop.example/dashboard/payment?success=true',
    failureUrl: 'http://shop.example/dashboard/payment?failure=true',
  });
  expect(await till.port.viewCardSetup(sessionId)).toMatchObject({ status: 'open' });
  bench.move(86_400_000);
  expect(await till.port.viewCardSetup(sessionId)).toMatchObject({ status: 'failed' });
});

test('[M03] no error and no log line holds a key, a secret or a customer’s data', async () => {
  const declined = await till.request('4000000000009995');
  const errors: unknown[] = [];
  const keep = (work: Promise<unknown>) => work.catch((error: unknown) => errors.push(error));
  await keep(till.port.charge(declined));
  await keep(till.port.charge({ ...declined, amountCents: 3000 }));
  await keep(till.port.charge({ ...declined, key: 'order:strange', customerRef: 'cus_none' }));
  await keep(till.port.viewCharge('pi_none'));
  bench.stripe.breakNext('forbidden');
  await keep(till.port.viewCharge('pi_none'));
  const wrong = { ...bench.settings, secretKey: 'sk_test_stranger_0123456789' };
  await keep(stripePayment(wrong, { clock: bench.clock, log }).viewCharge('pi_none'));
  expect(errors.length).toBeGreaterThanOrEqual(4);
  for (const error of errors) log.error({ error, err: error }, 'as a job logs it');
  const said = logged.join('') + errors.map((error) => inspect(error, { depth: 9 })).join('');
  expect(said).toContain('StripeInvalidRequestError');
  expect(said).not.toMatch(/sk_test|whsec|_secret_|ann@example|Ann Bee|Bearer|9995/);
});
