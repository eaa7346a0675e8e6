import { expect, test } from 'vitest';
import { OutsideFailure } from '../outside-failure.ts';
import { cards, type Till } from './payment-bench.suite.ts';

/** One try is one charge, whatever gets lost. */
export function keysSuite(till: Till): void {
  test('the same key is the same charge, one after the other', async () => {
    const once = await till.request(cards.visa);
    const first = await till.charge(once);
    expect(await till.charge(once)).toEqual(first);
    expect(await till.find(once.key)).toEqual(first);
  });

  test('twenty calls at once with one key are one charge', async () => {
    const once = await till.request(cards.visa);
    const all = await Promise.all(Array.from({ length: 20 }, () => till.charge(once)));
    expect(new Set(all.map((one) => one.paymentRef)).size).toBe(1);
    expect(all.every((one) => one.kind === 'paid')).toBe(true);
  });

  test('a key used for another amount is a bug, not an outcome', async () => {
    const once = await till.request(cards.visa);
    await till.charge(once);
    const other = till.charge({ ...once, amountCents: 2850 });
    await expect(other).rejects.toThrow(/key/);
    await expect(other).rejects.not.toBeInstanceOf(OutsideFailure);
  });

  test('a key that was never used has no charge', async () => {
    expect(await till.find('order:none:attempt:1')).toBeUndefined();
  });

  test('an outcome that got lost is found within ten seconds, and a notice tells of it', async () => {
    const lost = await till.request('4000000000000119');
    const failed = till.charge(lost);
    await expect(failed).rejects.toMatchObject({ service: 'payment', outcome: 'unknown' });
    const waiting = await till.charge(lost);
    expect(waiting.kind).toBe('processing');
    const told = await till.told(waiting.paymentRef);
    expect(told.length).toBeGreaterThan(0);
    expect(told[0]).toMatchObject({ about: 'payment' });
    expect((await till.find(lost.key))?.kind).toBe('paid');
  });

  test('a charge and a refund are found by their keys, long after the provider forgot those', async () => {
    const first = await till.request(cards.visa);
    const { paymentRef } = await till.charge(first);
    const refund = { key: `refund:${paymentRef}`, paymentRef, amountCents: 2849 };
    const { refundRef } = await till.port.refund(refund);
    await till.bench.pass(till.port.keysKeptFor + 60_000);
    expect(await till.find(first.key)).toMatchObject({ kind: 'paid', paymentRef });
    expect(await till.port.findRefund(refund)).toMatchObject({ kind: 'refunded', refundRef });
    expect(await till.port.findRefund({ ...refund, key: 'refund:none' })).toBeUndefined();
  });

  test('a charge says whose it is by our own mark, long after the provider forgot its key', async () => {
    const first = await till.request(cards.visa);
    const { paymentRef } = await till.charge(first);
    await till.bench.pass(till.port.keysKeptFor + 60_000);
    expect(await till.port.viewMarked(paymentRef)).toMatchObject({
      key: first.key,
      amountCents: first.amountCents,
      charge: { kind: 'paid', paymentRef },
    });
    await expect(till.port.viewMarked('pi_none')).rejects.toBeInstanceOf(Error);
  });
}
