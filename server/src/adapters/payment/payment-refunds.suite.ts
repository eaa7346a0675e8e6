import { expect, test } from 'vitest';
import { cards, type Till } from './payment-bench.suite.ts';

/** Money goes back, by us or by the bank. */
export function refundsSuite(till: Till): void {
  test('money is given back once for each key, and never more than was paid', async () => {
    const { paymentRef } = await till.charge(cards.visa);
    const back = { key: `refund:${paymentRef}`, paymentRef, amountCents: 2849 };
    const all = await Promise.all(Array.from({ length: 5 }, () => till.port.refund(back)));
    expect(new Set(all.map((one) => one.refundRef)).size).toBe(1);
    expect(all[0]?.kind).toBe('refunded');
    const more = { ...back, key: `${back.key}:more`, amountCents: 1 };
    expect((await till.port.refund(more)).kind).toBe('failed');
  });

  test('a refund is looked up by its reference, with the key that asked for it', async () => {
    const { paymentRef } = await till.charge(cards.visa);
    const key = `refund:${paymentRef}`;
    const made = await till.refund(paymentRef);
    const looked = await till.port.viewRefund(made.refundRef);
    expect(looked).toEqual(made);
    expect(looked).toMatchObject({ key, paymentRef, amountCents: 2849 });
  });

  test('a refund that takes its time is pending, then done, and a notice tells of it', async () => {
    const { paymentRef } = await till.charge('4000000000007726');
    const asked = await till.refund(paymentRef);
    expect(asked.kind).toBe('pending');
    const told = await till.told(asked.refundRef);
    expect(told).toContainEqual(expect.objectContaining({ about: 'refund' }));
    expect((await till.port.viewRefund(asked.refundRef)).kind).toBe('refunded');
  });

  test('a refund that the bank returns later has failed, and a notice tells of it', async () => {
    const { paymentRef } = await till.charge(cards.visa);
    const done = await till.refund(paymentRef);
    expect(done.kind).toBe('refunded');
    await till.bench.returnRefund(done.refundRef);
    const told = await till.told(done.refundRef, 0);
    expect(told).toContainEqual(expect.objectContaining({ about: 'refund' }));
    const looked = await till.port.viewRefund(done.refundRef);
    expect(looked).toMatchObject({ kind: 'failed', reason: 'lost_or_stolen_card' });
  });

  test('what was declined cannot be given back', async () => {
    const { paymentRef } = await till.charge('4000000000000002');
    const refund = { key: `refund:${paymentRef}`, paymentRef, amountCents: 2849 };
    expect((await till.port.refund(refund)).kind).toBe('failed');
  });

  test('a dispute is told, and looked up with the payment and its state', async () => {
    const { paymentRef } = await till.charge(cards.visa);
    const disputeRef = await till.bench.dispute(paymentRef);
    expect(await till.told(disputeRef)).toContainEqual(
      expect.objectContaining({ about: 'dispute' }),
    );
    const seen = {
      disputeRef,
      paymentRef,
      amountCents: 2849,
      reason: 'fraudulent',
      respondBy: expect.any(Date),
    };
    expect(await till.port.viewDispute(disputeRef)).toEqual({ ...seen, status: 'open' });
    await till.bench.decideDispute(disputeRef, 'under_review');
    expect(await till.port.viewDispute(disputeRef)).toEqual({ ...seen, status: 'answered' });
    await till.bench.decideDispute(disputeRef, 'lost');
    expect(await till.port.viewDispute(disputeRef)).toEqual({ ...seen, status: 'lost' });
  });

  test.each(['is disputed', 'goes back'])(
    '[M12] a bank warns of fraud, and there is something to do until the payment %s',
    async (how) => {
      const { paymentRef } = await till.charge(cards.visa);
      const warningRef = await till.bench.warn(paymentRef);
      expect(await till.told(warningRef)).toContainEqual(
        expect.objectContaining({ about: 'fraud_warning' }),
      );
      const seen = {
        warningRef,
        paymentRef,
        reason: 'made_with_stolen_card',
        at: expect.any(Date),
      };
      expect(await till.port.viewFraudWarning(warningRef)).toEqual({ ...seen, actionable: true });
      await (how === 'goes back' ? till.refund(paymentRef) : till.bench.dispute(paymentRef));
      expect(await till.port.viewFraudWarning(warningRef)).toEqual({ ...seen, actionable: false });
    },
  );

  test('[L22] what a day came to is paid out after it, once, and a refund is taken from it', async () => {
    const all = { from: '2020-01-01', to: '2099-12-31' };
    const DAY = 86_400_000;
    const look = async () => {
      await till.bench.pass(3 * DAY);
      const payouts = await till.port.listPayouts(all);
      return payouts.reduce((sum, { amountCents }) => sum + amountCents, 0);
    };
    const before = await look();
    const { paymentRef } = await till.charge(cards.visa);
    const after = await look();
    // Less the provider's fee.
    expect(after - before).toBeLessThanOrEqual(2849);
    expect(after - before).toBeGreaterThan(2600);
    await till.refund(paymentRef);
    expect(await look()).toBe(after - 2849);
    const payouts = await till.port.listPayouts(all);
    expect(new Set(payouts.map(({ ref }) => ref)).size).toBe(payouts.length);
    const days = payouts.map(({ arrives }) => arrives);
    expect(days).toEqual(days.toSorted());
    const last = payouts.at(-1);
    expect(last).toMatchObject({ kind: 'paid', amountCents: -2849 });
    const day = { from: last?.arrives ?? '', to: last?.arrives ?? '' };
    expect(await till.port.listPayouts(day)).toEqual([last]);
    await till.charge(cards.visa);
    await till.bench.pass(DAY);
    expect((await till.port.listPayouts(all)).at(-1)?.kind).toBe('under_way');
    await till.bench.pass(3 * DAY);
  });

  const disputed = async () => till.bench.dispute((await till.charge(cards.visa)).paymentRef);
  const answer = (disputeRef: string, key = `answer:${disputeRef}`) =>
    till.port.answerDispute({
      key,
      disputeRef,
      evidence: { customerName: 'Ann Bee', activity: 'x'.repeat(20_000), other: 'A receipt' },
      receipt: Buffer.from('%PDF-1.7 a receipt'),
    });

  test('[L21] a dispute is answered once, also by five at once and long after the key was forgotten', async () => {
    const disputeRef = await disputed();
    const all = await Promise.all(Array.from({ length: 5 }, () => answer(disputeRef)));
    expect(all).toEqual(Array.from({ length: 5 }, () => ({ kind: 'sent' })));
    expect((await till.port.viewDispute(disputeRef)).status).toBe('answered');
    expect(await till.told(disputeRef)).toContainEqual(
      expect.objectContaining({ about: 'dispute' }),
    );
    expect(await answer(disputeRef, 'answer:other')).toEqual({
      kind: 'refused',
      reason: 'answered',
    });
    await till.bench.pass(till.port.keysKeptFor + 60_000);
    expect(await answer(disputeRef)).toEqual({ kind: 'sent' });
  });

  test('[L21] an answer that comes too late, or after the verdict, is refused as that', async () => {
    const decided = await disputed();
    await till.bench.decideDispute(decided, 'won');
    expect(await answer(decided)).toEqual({ kind: 'refused', reason: 'decided' });
    const late = await disputed();
    const { respondBy } = await till.port.viewDispute(late);
    const { at } =
      (await till.port.listBooks({ of: 'charges', since: new Date(0) })).entries[0] ?? {};
    expect(respondBy && at && respondBy > at).toBe(true);
    await till.bench.pass(15 * 86_400_000);
    expect(await answer(late)).toMatchObject({
      kind: 'refused',
      reason: expect.stringMatching(/^(?:late|decided)$/),
    });
  });
}
