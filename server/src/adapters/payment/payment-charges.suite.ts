import { expect, test } from 'vitest';
import { cards, type Till } from './payment-bench.suite.ts';

/** Who pays with which card, and what the bank says. */
export function chargesSuite(till: Till): void {
  test('a customer asked for twice with one key is one customer', async () => {
    const again = { key: 'customer:1', email: 'ann@example.com', name: 'Ann Bee' };
    expect((await till.port.createCustomer(again)).ref).toBe(till.customerRef);
  });

  test.each(Object.entries(cards))(
    '[D19] a good %s card is charged, and named by network and last four digits',
    async (network, number) => {
      expect(await till.charge(number)).toMatchObject({
        kind: 'paid',
        card: { network, last4Digits: number.slice(-4), cardholderName: 'Ann Bee' },
      });
    },
  );

  test.each([
    ['4000000000000002', 'declined'],
    ['4000000000009995', 'insufficient_funds'],
    ['4000000000000341', 'declined'],
  ])('[E13] card %s is declined, and says why', async (number, reason) => {
    expect(await till.charge(number)).toMatchObject({ kind: 'declined', reason });
  });

  test('a card that expired since it was typed is declined as expired', async () => {
    const expiring = await till.bench.token(cards.visa, '11/26');
    const first = await till.charge(
      await till.request(cards.visa, {
        method: { kind: 'token', paymentToken: expiring, save: true },
      }),
    );
    const cardRef = first.kind === 'paid' ? (first.savedCardRef ?? '') : '';
    await till.bench.pass(15 * 86_400_000);
    const later = await till.charge(
      await till.request(cards.visa, { method: { kind: 'saved', cardRef } }),
    );
    expect(later).toMatchObject({ kind: 'declined', reason: 'expired_card' });
  });

  test('less than the least amount is rejected, and nothing is kept of it', async () => {
    const little = await till.request(cards.visa, { amountCents: till.port.leastCents - 1 });
    const charged = await till.port.charge(little);
    expect(charged).toEqual({ kind: 'rejected', reason: 'amount_too_small' });
    expect(await till.find(little.key)).toBeUndefined();
    const least = await till.request(cards.visa, { amountCents: till.port.leastCents });
    expect((await till.port.charge(least)).kind).toBe('paid');
  });

  test('a token pays once, and not at all when it is made up or too old, which is no bank’s refusal', async () => {
    const first = await till.request(cards.visa);
    await till.charge(first);
    const again = await till.request(cards.visa, { method: first.method });
    expect(await till.try(again)).toMatchObject({ kind: 'declined', reason: 'form_expired' });
    const madeUp = { kind: 'token', paymentToken: 'tok_made_up', save: false } as const;
    const invented = await till.request(cards.visa, { method: madeUp });
    expect(await till.try(invented)).toMatchObject({ kind: 'declined', reason: 'form_expired' });
    const stale = await till.request(cards.visa);
    await till.bench.pass(till.bench.tokensHold + 60_000);
    expect(await till.try(stale)).toMatchObject({ kind: 'declined', reason: 'form_expired' });
  });

  test('a saved card pays again, for its own customer only, until it is detached', async () => {
    const first = await till.charge(await till.request(cards.mastercard, {}, true));
    const cardRef = first.kind === 'paid' ? (first.savedCardRef ?? '') : '';
    expect(cardRef).not.toBe('');
    const method = { kind: 'saved', cardRef } as const;
    const pay = async (change = {}) =>
      till.try(await till.request(cards.visa, { method, ...change }));
    expect(await pay()).toMatchObject({ kind: 'paid', card: { network: 'mastercard' } });
    const other = await till.port.createCustomer({
      key: 'customer:2',
      email: 'b@x.example',
      name: 'B',
    });
    expect(await pay({ customerRef: other.ref })).toMatchObject({
      kind: 'declined',
      reason: 'not_supported',
    });
    const held = { network: 'mastercard', last4Digits: '4444', cardholderName: 'Ann Bee' };
    expect(await till.port.viewCard(cardRef)).toMatchObject(held);
    await till.port.detachCard(cardRef);
    await till.port.detachCard(cardRef);
    expect(await till.port.viewCard(cardRef)).toBeUndefined();
    expect(await pay()).toMatchObject({ kind: 'declined' });
  });

  test.each([
    ['complete', 'succeeded', 'paid'],
    ['fail', 'failed', 'declined'],
  ] as const)('[A17] the bank is asked: %s comes back as %s', async (outcome, status, kind) => {
    const asked = await till.charge(await till.request('4000002500003155', {}, true));
    if (asked.kind !== 'confirm') throw new Error(`The charge is ${asked.kind}`);
    expect(await till.port.viewCharge(asked.paymentRef)).toMatchObject({ kind: 'confirm' });
    const back = new URL(await till.bench.answerBank(asked.redirectUrl, outcome));
    expect(back.pathname).toBe('/stripe-response');
    expect(back.searchParams.get('payment_intent')).toBe(asked.paymentRef);
    expect(back.searchParams.get('redirect_status')).toBe(status);
    const settled = await till.port.viewCharge(asked.paymentRef);
    expect(settled.kind).toBe(kind);
    expect(settled).toMatchObject(
      kind === 'paid' ? { savedCardRef: expect.any(String) } : { reason: 'confirmation_failed' },
    );
  });

  test('a customer who is not there pays with a saved card; a bank that wants to be asked declines', async () => {
    const saved = async (number: string) => {
      const asked = await till.charge(await till.request(number, {}, true));
      if (asked.kind === 'confirm') await till.bench.answerBank(asked.redirectUrl, 'complete');
      const paid = await till.port.viewCharge(asked.paymentRef);
      if (paid.kind !== 'paid' || !paid.savedCardRef) throw new Error(`It is ${paid.kind}`);
      return { kind: 'saved', cardRef: paid.savedCardRef } as const;
    };
    const owner = { kind: 'renewal', id: 'rnw_1' };
    const plain = { method: await saved(cards.visa), present: false, owner };
    expect(await till.charge(await till.request(cards.visa, plain))).toMatchObject({
      kind: 'paid',
    });
    const asking = { method: await saved('4000002500003155'), present: false, owner };
    const absent = await till.request(cards.visa, asking);
    const declined = { kind: 'declined', reason: 'authentication_required' };
    expect(await till.charge(absent)).toMatchObject(declined);
    expect(await till.charge(absent)).toMatchObject(declined);
    const there = await till.charge(await till.request(cards.visa, { ...asking, present: true }));
    expect(there.kind).toBe('confirm');
    await expect(till.charge({ ...absent, present: true })).rejects.toThrow(/key/);
  });

  test('a confirmation is given up, and cannot be completed any more; a paid one stays paid', async () => {
    const asked = await till.charge('4000002500003155');
    if (asked.kind !== 'confirm') throw new Error(`The charge is ${asked.kind}`);
    expect(await till.port.cancelCharge(asked.paymentRef)).toMatchObject({ kind: 'cancelled' });
    await till.bench.answerBank(asked.redirectUrl, 'complete');
    expect(await till.port.viewCharge(asked.paymentRef)).toMatchObject({ kind: 'cancelled' });
    const paid = await till.charge(cards.visa);
    expect(await till.port.cancelCharge(paid.paymentRef)).toMatchObject({ kind: 'paid' });
  });
}
