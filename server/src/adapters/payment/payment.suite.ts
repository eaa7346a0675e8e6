import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OutsideFailure } from '../outside-failure.ts';
import type { BookEntry, Charge, ChargeRequest, PaymentPort } from './payment.ts';

/** A provider, and the hands of the people around it. */
export interface PaymentBench {
  port: PaymentPort;
  /** A browser sends a card to the provider. */
  token(number: string, expiry?: string): Promise<string>;
  /** The customer answers the bank's page; where the browser is sent then. */
  answerBank(redirectUrl: string, outcome: 'complete' | 'fail'): Promise<string>;
  /** The customer fills in the hosted page for saving a card; where the browser is sent then. */
  fillSetup(url: string, number: string): Promise<string>;
  /** Time passes, and the provider works; the notices that came. */
  pass(milliseconds: number): Promise<{ headers: Record<string, string>; body: string }[]>;
  close(): Promise<void>;
}

const cards = {
  visa: '4242424242424242',
  mastercard: '5555555555554444',
  amex: '378282246310005',
  discover: '6011111111111117',
  diners: '3056930009020004',
  jcb: '3566002020360505',
  unionpay: '6200000000000005',
} as const;

/** What every payment adapter keeps. */
export function paymentSuite(name: string, open: () => Promise<PaymentBench>): void {
  describe(`payment by ${name}`, () => {
    let bench: PaymentBench;
    let customerRef: string;
    let orders = 0;

    beforeAll(async () => {
      bench = await open();
      const customer = { key: 'customer:1', email: 'ann@example.com', name: 'Ann Bee' };
      customerRef = (await bench.port.createCustomer(customer)).ref;
    });
    afterAll(() => bench.close());

    async function request(
      number: string,
      change: Partial<ChargeRequest> = {},
      save = false,
    ): Promise<ChargeRequest> {
      orders += 1;
      return {
        key: `order:${orders}:attempt:1`,
        amountCents: 2849,
        customerRef,
        method: { kind: 'token', paymentToken: await bench.token(number), save },
        returnUrl: 'http://shop.example/stripe-response',
        present: true,
        owner: { kind: 'order', id: `ord_${orders}` },
        description: 'Harbor plan',
        ...change,
      };
    }
    async function wholeBooks(of: 'charges' | 'refunds', since: Date): Promise<BookEntry[]> {
      const all: BookEntry[] = [];
      let cursor: string | undefined;
      do {
        const page = await bench.port.listBooks({ of, since, cursor });
        all.push(...page.entries);
        cursor = page.next;
      } while (cursor !== undefined);
      return all;
    }
    async function charge(asked: ChargeRequest | string): Promise<Charge> {
      const whole = typeof asked === 'string' ? await request(asked) : asked;
      const charged = await bench.port.charge(whole);
      if (charged.kind === 'rejected') throw new Error(`Rejected: ${charged.reason}`);
      return charged;
    }

    test('a customer asked for twice with one key is one customer', async () => {
      const again = { key: 'customer:1', email: 'ann@example.com', name: 'Ann Bee' };
      expect((await bench.port.createCustomer(again)).ref).toBe(customerRef);
    });

    test.each(Object.entries(cards))(
      '[D19] a good %s card is charged, and named by network and last four digits',
      async (network, number) => {
        expect(await charge(number)).toMatchObject({
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
      expect(await charge(number)).toMatchObject({ kind: 'declined', reason });
    });

    test('a card that expired since it was typed is declined as expired', async () => {
      const expiring = await bench.token(cards.visa, '11/26');
      const first = await charge(
        await request(cards.visa, {
          method: { kind: 'token', paymentToken: expiring, save: true },
        }),
      );
      const cardRef = first.kind === 'paid' ? (first.savedCardRef ?? '') : '';
      await bench.pass(15 * 86_400_000);
      const later = await charge(await request(cards.visa, { method: { kind: 'saved', cardRef } }));
      expect(later).toMatchObject({ kind: 'declined', reason: 'expired_card' });
    });

    test('less than the least amount is rejected, and nothing is kept of it', async () => {
      const little = await request(cards.visa, { amountCents: bench.port.leastCents - 1 });
      const charged = await bench.port.charge(little);
      expect(charged).toEqual({ kind: 'rejected', reason: 'amount_too_small' });
      expect(await bench.port.findCharge(little.key)).toBeUndefined();
      const least = await request(cards.visa, { amountCents: bench.port.leastCents });
      expect((await bench.port.charge(least)).kind).toBe('paid');
    });

    test('the same key is the same charge, one after the other', async () => {
      const once = await request(cards.visa);
      const first = await charge(once);
      expect(await charge(once)).toEqual(first);
      expect(await bench.port.findCharge(once.key)).toEqual(first);
    });

    test('twenty calls at once with one key are one charge', async () => {
      const once = await request(cards.visa);
      const all = await Promise.all(Array.from({ length: 20 }, () => charge(once)));
      expect(new Set(all.map((one) => one.paymentRef)).size).toBe(1);
      expect(all.every((one) => one.kind === 'paid')).toBe(true);
    });

    test('a key used for another amount is a bug, not an outcome', async () => {
      const once = await request(cards.visa);
      await charge(once);
      const other = charge({ ...once, amountCents: 2850 });
      await expect(other).rejects.toThrow(/key/);
      await expect(other).rejects.not.toBeInstanceOf(OutsideFailure);
    });

    test('a key that was never used has no charge', async () => {
      expect(await bench.port.findCharge('order:none:attempt:1')).toBeUndefined();
    });

    test('a token pays once, and not at all when it is made up or too old', async () => {
      const first = await request(cards.visa);
      await charge(first);
      const again = await request(cards.visa, { method: first.method });
      expect(await charge(again)).toMatchObject({ kind: 'declined' });
      const madeUp = { kind: 'token', paymentToken: 'tok_made_up', save: false } as const;
      const invented = await request(cards.visa, { method: madeUp });
      expect(await charge(invented)).toMatchObject({ kind: 'declined' });
      const stale = await request(cards.visa);
      await bench.pass(16 * 60_000);
      expect(await charge(stale)).toMatchObject({ kind: 'declined' });
    });

    test('a saved card pays again, for its own customer only, until it is detached', async () => {
      const first = await charge(await request(cards.mastercard, {}, true));
      const cardRef = first.kind === 'paid' ? (first.savedCardRef ?? '') : '';
      expect(cardRef).not.toBe('');
      const method = { kind: 'saved', cardRef } as const;
      const pay = async (change = {}) => charge(await request(cards.visa, { method, ...change }));
      expect(await pay()).toMatchObject({ kind: 'paid', card: { network: 'mastercard' } });
      const other = await bench.port.createCustomer({
        key: 'customer:2',
        email: 'b@x.example',
        name: 'B',
      });
      expect(await pay({ customerRef: other.ref })).toMatchObject({ kind: 'declined' });
      await bench.port.detachCard(cardRef);
      await bench.port.detachCard(cardRef);
      expect(await pay()).toMatchObject({ kind: 'declined' });
    });

    test.each([
      ['complete', 'succeeded', 'paid'],
      ['fail', 'failed', 'declined'],
    ] as const)('[A17] the bank is asked: %s comes back as %s', async (outcome, status, kind) => {
      const asked = await charge(await request('4000002500003155', {}, true));
      if (asked.kind !== 'confirm') throw new Error(`The charge is ${asked.kind}`);
      expect(await bench.port.viewCharge(asked.paymentRef)).toMatchObject({ kind: 'confirm' });
      const back = new URL(await bench.answerBank(asked.redirectUrl, outcome));
      expect(back.pathname).toBe('/stripe-response');
      expect(back.searchParams.get('payment_intent')).toBe(asked.paymentRef);
      expect(back.searchParams.get('redirect_status')).toBe(status);
      const settled = await bench.port.viewCharge(asked.paymentRef);
      expect(settled.kind).toBe(kind);
      expect(settled).toMatchObject(
        kind === 'paid' ? { savedCardRef: expect.any(String) } : { reason: 'confirmation_failed' },
      );
    });

    test('a customer who is not there pays with a saved card; a bank that wants to be asked declines', async () => {
      const saved = async (number: string) => {
        const asked = await charge(await request(number, {}, true));
        if (asked.kind === 'confirm') await bench.answerBank(asked.redirectUrl, 'complete');
        const paid = await bench.port.viewCharge(asked.paymentRef);
        if (paid.kind !== 'paid' || !paid.savedCardRef) throw new Error(`It is ${paid.kind}`);
        return { kind: 'saved', cardRef: paid.savedCardRef } as const;
      };
      const owner = { kind: 'renewal', id: 'rnw_1' };
      const plain = { method: await saved(cards.visa), present: false, owner };
      expect(await charge(await request(cards.visa, plain))).toMatchObject({ kind: 'paid' });
      const asking = { method: await saved('4000002500003155'), present: false, owner };
      const absent = await request(cards.visa, asking);
      const declined = { kind: 'declined', reason: 'authentication_required' };
      expect(await charge(absent)).toMatchObject(declined);
      expect(await charge(absent)).toMatchObject(declined);
      const there = await charge(await request(cards.visa, { ...asking, present: true }));
      expect(there.kind).toBe('confirm');
      await expect(charge({ ...absent, present: true })).rejects.toThrow(/key/);
    });

    test('a confirmation is given up, and cannot be completed any more; a paid one stays paid', async () => {
      const asked = await charge('4000002500003155');
      if (asked.kind !== 'confirm') throw new Error(`The charge is ${asked.kind}`);
      expect(await bench.port.cancelCharge(asked.paymentRef)).toMatchObject({ kind: 'cancelled' });
      await bench.answerBank(asked.redirectUrl, 'complete');
      expect(await bench.port.viewCharge(asked.paymentRef)).toMatchObject({ kind: 'cancelled' });
      const paid = await charge(cards.visa);
      expect(await bench.port.cancelCharge(paid.paymentRef)).toMatchObject({ kind: 'paid' });
    });

    test('an outcome that got lost is found within ten seconds, and a notice tells of it', async () => {
      const lost = await request('4000000000000119');
      const failed = charge(lost);
      await expect(failed).rejects.toMatchObject({ service: 'payment', outcome: 'unknown' });
      const waiting = await charge(lost);
      expect(waiting.kind).toBe('processing');
      const notices = await bench.pass(9000);
      const told = notices
        .map((one) => bench.port.readNotice(one.headers, one.body))
        .filter((one) => one?.ref === waiting.paymentRef);
      expect(told.length).toBeGreaterThan(0);
      expect(told[0]).toMatchObject({ about: 'payment' });
      expect((await bench.port.findCharge(lost.key))?.kind).toBe('paid');
    });

    test('money is given back once for each key, and never more than was paid', async () => {
      const { paymentRef } = await charge(cards.visa);
      const back = { key: `refund:${paymentRef}`, paymentRef, amountCents: 2849 };
      const all = await Promise.all(Array.from({ length: 5 }, () => bench.port.refund(back)));
      expect(new Set(all.map((one) => one.refundRef)).size).toBe(1);
      expect(all[0]?.kind).toBe('refunded');
      const more = { ...back, key: `${back.key}:more`, amountCents: 1 };
      expect((await bench.port.refund(more)).kind).toBe('failed');
    });

    test('a charge and a refund are found by their keys, long after the provider forgot those', async () => {
      const first = await request(cards.visa);
      const { paymentRef } = await charge(first);
      const refund = { key: `refund:${paymentRef}`, paymentRef, amountCents: 2849 };
      const { refundRef } = await bench.port.refund(refund);
      await bench.pass(bench.port.keysKeptFor + 60_000);
      expect(await bench.port.findCharge(first.key)).toMatchObject({ kind: 'paid', paymentRef });
      expect(await bench.port.findRefund(refund)).toMatchObject({ kind: 'refunded', refundRef });
      expect(await bench.port.findRefund({ ...refund, key: 'refund:none' })).toBeUndefined();
    });

    test('a refund is looked up by its reference, with the key that asked for it', async () => {
      const { paymentRef } = await charge(cards.visa);
      const key = `refund:${paymentRef}`;
      const made = await bench.port.refund({ key, paymentRef, amountCents: 2849 });
      const looked = await bench.port.viewRefund(made.refundRef);
      expect(looked).toEqual(made);
      expect(looked).toMatchObject({ key, paymentRef, amountCents: 2849 });
    });

    test('a refund that takes its time is pending, then done, and a notice tells of it', async () => {
      const { paymentRef } = await charge('4000000000007726');
      const asked = await bench.port.refund({
        key: `r:${paymentRef}`,
        paymentRef,
        amountCents: 2849,
      });
      expect(asked.kind).toBe('pending');
      const notices = await bench.pass(9000);
      const told = notices.map((one) => bench.port.readNotice(one.headers, one.body));
      expect(told).toContainEqual(
        expect.objectContaining({ about: 'refund', ref: asked.refundRef }),
      );
      expect((await bench.port.viewRefund(asked.refundRef)).kind).toBe('refunded');
    });

    test('its books name every charge and refund since a time once, page by page, the oldest first', async () => {
      const before = (await wholeBooks('charges', new Date(0))).at(-1)?.at ?? new Date(0);
      await bench.pass(1000);
      const made = [];
      for (let i = 0; i < 120; i += 1) made.push((await charge(cards.visa)).paymentRef);
      const { paymentRef } = await charge('4000000000000002');
      const paid = made[7] ?? '';
      const refund = { key: `refund:${paid}`, paymentRef: paid, amountCents: 2849 };
      const { refundRef } = await bench.port.refund(refund);
      const since = new Date(before.getTime() + 1);
      const charges = await wholeBooks('charges', since);
      expect(charges.map((one) => one.ref).toSorted()).toEqual([...made, paymentRef].toSorted());
      expect(charges.map((one) => one.at.getTime())).toEqual(
        charges.map((one) => one.at.getTime()).toSorted((a, b) => a - b),
      );
      expect(charges.find((one) => one.ref === paid)).toMatchObject({
        kind: 'paid',
        amountCents: 2849,
        owner: {
          kind: 'order',
          id: expect.stringMatching(/^ord_\d+$/),
        },
      });
      expect(charges.find((one) => one.ref === paymentRef)?.kind).toBe('declined');
      const refunds = await wholeBooks('refunds', since);
      expect(refunds).toMatchObject([{ ref: refundRef, kind: 'refunded', amountCents: 2849 }]);
      // So many payments have as many notices, which belong to nobody else's test.
      while ((await bench.pass(1000)).length > 0);
    });

    test('what was declined cannot be given back', async () => {
      const { paymentRef } = await charge('4000000000000002');
      const refund = { key: `refund:${paymentRef}`, paymentRef, amountCents: 2849 };
      expect((await bench.port.refund(refund)).kind).toBe('failed');
    });

    test('[D16] a card is saved on the hosted page, and can be charged then', async () => {
      const setup = {
        key: 'setup:1',
        customerRef,
        successUrl:
          'http://shop.example/dashboard/payment?success=true&session_id={CHECKOUT_SESSION_ID}',
        failureUrl: 'http://shop.example/dashboard/payment?failure=true',
      };
      const opened = await bench.port.openCardSetup(setup);
      expect(await bench.port.openCardSetup(setup)).toEqual(opened);
      expect(await bench.port.viewCardSetup(opened.sessionId)).toMatchObject({ status: 'open' });
      const back = await bench.fillSetup(opened.url, '4000000000000341');
      expect(back).toBe(setup.successUrl.replace('{CHECKOUT_SESSION_ID}', opened.sessionId));
      const saved = await bench.port.viewCardSetup(opened.sessionId);
      if (saved.status !== 'complete') throw new Error(`The setup is ${saved.status}`);
      expect(saved.card).toMatchObject({ network: 'visa', last4Digits: '0341' });
      const method = { kind: 'saved', cardRef: saved.cardRef } as const;
      const charged = await charge(await request(cards.visa, { method }));
      expect(charged).toMatchObject({ kind: 'declined', reason: 'declined' });
    });

    test('a notice is genuine only with its own body, and only for five minutes', async () => {
      const paid: Charge = await charge(cards.visa);
      const notices = await bench.pass(0);
      const notice = notices.find((one) => one.body.includes(paid.paymentRef));
      if (!notice) throw new Error('No notice came');
      const { headers, body } = notice;
      expect(bench.port.readNotice(headers, body)).toMatchObject({ ref: paid.paymentRef });
      expect(bench.port.readNotice(headers, `${body} `)).toBeUndefined();
      expect(bench.port.readNotice({}, body)).toBeUndefined();
      await bench.pass(299_000);
      expect(bench.port.readNotice(headers, body)).toBeDefined();
      await bench.pass(2000);
      expect(bench.port.readNotice(headers, body)).toBeUndefined();
    });
  });
}
