import { expect, test } from 'vitest';
import { cards, type Till } from './payment-bench.suite.ts';

/** Cards by hosted page, the books, and what comes by itself. */
export function noticesSuite(till: Till): void {
  test('[D16] a card is saved on the hosted page, and can be charged then', async () => {
    const setup = {
      key: 'setup:1',
      customerRef: till.customerRef,
      successUrl:
        'http://shop.example/dashboard/payment?success=true&session_id={CHECKOUT_SESSION_ID}',
      failureUrl: 'http://shop.example/dashboard/payment?failure=true',
    };
    const opened = await till.port.openCardSetup(setup);
    expect(await till.port.openCardSetup(setup)).toEqual(opened);
    expect(await till.port.viewCardSetup(opened.sessionId)).toMatchObject({ status: 'open' });
    const back = await till.bench.fillSetup(opened.url, '4000000000000341');
    expect(back).toBe(setup.successUrl.replace('{CHECKOUT_SESSION_ID}', opened.sessionId));
    const saved = await till.port.viewCardSetup(opened.sessionId);
    if (saved.status !== 'complete') throw new Error(`The setup is ${saved.status}`);
    expect(saved.card).toMatchObject({ network: 'visa', last4Digits: '0341' });
    const method = { kind: 'saved', cardRef: saved.cardRef } as const;
    const charged = await till.charge(await till.request(cards.visa, { method }));
    expect(charged).toMatchObject({ kind: 'declined', reason: 'declined' });
  });

  test('its books name every charge and refund since a time once, page by page', async () => {
    const old = await till.wholeBooks('charges', new Date(0));
    const before = Math.max(0, ...old.map((one) => one.at.getTime()));
    await till.bench.pass(1000);
    const oldest = await till.request(cards.visa);
    const made = [(await till.charge(oldest)).paymentRef];
    for (let i = 0; i < 119; i += 1) made.push((await till.charge(cards.visa)).paymentRef);
    expect(await till.find(oldest.key)).toMatchObject({ paymentRef: made[0] });
    const { paymentRef } = await till.charge('4000000000000002');
    const paid = made[7] ?? '';
    const { refundRef } = await till.refund(paid);
    const since = new Date(before + 1);
    const charges = await till.wholeBooks('charges', since);
    expect(charges.map((one) => one.ref).toSorted()).toEqual([...made, paymentRef].toSorted());
    expect(charges.find((one) => one.ref === paid)).toMatchObject({
      kind: 'paid',
      amountCents: 2849,
      owner: { kind: 'order', id: expect.stringMatching(/^ord_\d+$/) },
    });
    expect(charges.find((one) => one.ref === paymentRef)?.kind).toBe('declined');
    const refunds = await till.wholeBooks('refunds', since);
    expect(refunds).toMatchObject([{ ref: refundRef, kind: 'refunded', amountCents: 2849 }]);
    // So many payments have as many notices, which belong to nobody else's test.
    while ((await till.bench.pass(1000)).length > 0);
  });

  test('a notice is genuine only with its own body, and only for five minutes', async () => {
    const paid = await till.charge(cards.visa);
    const notices = await till.bench.pass(0);
    const notice = notices.find((one) => one.body.includes(paid.paymentRef));
    if (!notice) throw new Error('No notice came');
    const { headers, body } = notice;
    expect(till.port.readNotice(headers, body)).toMatchObject({ ref: paid.paymentRef });
    expect(till.port.readNotice(headers, `${body} `)).toBeUndefined();
    expect(till.port.readNotice({}, body)).toBeUndefined();
    await till.bench.pass(299_000);
    expect(till.port.readNotice(headers, body)).toBeDefined();
    await till.bench.pass(2000);
    expect(till.port.readNotice(headers, body)).toBeUndefined();
  });
}
