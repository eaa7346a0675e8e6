import { viewUser } from '@portside/contract/account';
import { buyAddOn, quoteAddOn } from '@portside/contract/add-ons';
import { placeOrder } from '@portside/contract/checkout';
import { endLine, undoEndLine } from '@portside/contract/line-ending';
import { listLines } from '@portside/contract/lines';
import { changePlan, quotePlanChange } from '@portside/contract/plan-change';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { ownerOfRow, type Owner } from '../http/who.ts';
import { runVerb } from '../operator/socket.ts';
import type { Caller } from './caller.ts';
import type { HandWorked } from './hand-worked.ts';
import { orRefused } from './line-acts.ts';
import { freshKey, renew } from './line-life.ts';
import { cards, fillCart, newcomer, orderOf, paymentToken } from './shopping.ts';

/* Made-up customers who pay, change and get money back, by us or by the provider's people. */

export interface Life {
  noa: Caller;
  owner: Owner;
  lineId: string;
}

export interface Step {
  what: string;
  /** Which of the customer's payments, the newest first. */
  which: number;
  cents: number;
}

export function moneyLife(world: HandWorked) {
  async function begin(
    priced: Parameters<typeof fillCart>[1] = {},
    place: Partial<Parameters<typeof orderOf>[1]> = {},
  ): Promise<Life> {
    const { app } = world;
    const noa = await newcomer(app);
    const token = await paymentToken(app, cards.visa);
    const cart = await fillCart(app, priced);
    await noa.call(placeOrder, orderOf(cart, { paymentToken: token, saveCard: true, ...place }));
    await world.pass(1);
    const { id } = await noa.call(viewUser, {});
    const { lines } = await noa.call(listLines, {});
    return {
      noa,
      owner: ownerOfRow({ tenant_id: 6, customer_id: id }),
      lineId: lines[0]?.id ?? '',
    };
  }

  const query = () => world.app.app.db.query;

  async function paymentOf({ owner }: Life, which: number) {
    const { rows } = await sql<{ orderId: string; ref: string; cents: number }>`
    select owner_id as "orderId", payment_ref as ref, amount_cents as cents from charges
    where customer_id = ${owner.customerId} and payment_ref is not null and status <> 'declined'
    order by created_at desc`.execute(query());
    return rows[which % Math.max(1, rows.length)];
  }

  async function press(what: string, body: object): Promise<void> {
    const answer = await world.app.fetch(`/sandbox/pay/${what}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBeLessThan(500);
  }

  const order = (...words: string[]) => runVerb(world.app.app, ['order', ...words]);

  const changeTo =
    (planId: string, when: 'now' | 'renewal') =>
    ({ noa, lineId: id }: Life) =>
      orRefused(
        (async () => {
          const { quoteId } = await noa.call(quotePlanChange, { id, planId, when });
          const token = await paymentToken(world.app, cards.visa);
          const pay = { id, quoteId, idempotencyKey: freshKey(), paymentToken: token };
          await noa.call(changePlan, pay);
        })(),
      );

  const ofPayment =
    (
      act: (
        paid: { orderId: string; ref: string; cents: number },
        cents: number,
      ) => Promise<unknown>,
    ) =>
    async (life: Life, { which, cents }: Step) => {
      const paid = await paymentOf(life, which);
      if (paid) await act(paid, Math.min(cents, paid.cents));
    };

  const acts = {
    renewal: ({ noa, lineId }: Life) => orRefused(renew(world.app, noa, lineId)),
    dearer: changeTo('clipper-unlimited', 'now'),
    cheaper: changeTo('skiff-2', 'now'),
    usual: changeTo('sloop-12', 'now'),
    later: changeTo('clipper-unlimited', 'renewal'),
    addOn: ({ noa, lineId: id }: Life) =>
      orRefused(
        (async () => {
          const { quoteId } = await noa.call(quoteAddOn, { id, addOnId: 'data-2' });
          const token = await paymentToken(world.app, cards.visa);
          const pay = { id, quoteId, idempotencyKey: freshKey(), paymentToken: token };
          await noa.call(buyAddOn, pay);
        })(),
      ),
    refund: ofPayment(({ orderId }) => order('refund', orderId)),
    partRefund: ofPayment(({ orderId }, cents) =>
      order('refund', orderId, '--amount', (cents / 100).toFixed(2)),
    ),
    credit: ofPayment(({ orderId }) => order('credit', orderId)),
    theirRefund: ofPayment(({ ref }) => press('refunds', { payment: ref })),
    theirPart: ofPayment(({ ref }, amountCents) =>
      world.app.adapters.payment
        .refund({ key: `theirs:${ref}:${freshKey()}`, paymentRef: ref, amountCents })
        .catch(() => undefined),
    ),
    dispute: ofPayment(({ ref }) => press('disputes', { payment: ref })),
    goodwill: ({ owner }: Life) =>
      runVerb(world.app.app, ['credit', 'add', owner.customerId, '5.00', '--reason', 'Sorry']),
    end: ({ noa, lineId: id }: Life) => orRefused(noa.call(endLine, { id })),
    stay: ({ noa, lineId: id }: Life) => orRefused(noa.call(undoEndLine, { id })),
    days: (_life: Life, { which }: Step) => world.pass(24 * (1 + which * 4)),
  } satisfies Record<string, (life: Life, step: Step) => Promise<unknown>>;

  /** The provider's notice, or the comparison of the books, tells of what its people gave back. */
  async function hearOfRefunds({ owner }: Life): Promise<void> {
    const { rows } = await sql`
    select from sandbox_pay_refunds where ref not in (
      select refund_ref from refunds where refund_ref is not null
    ) and charge_ref in (
      select payment_ref from charges where customer_id = ${owner.customerId}
    )`.execute(query());
    if (rows.length === 0) return;
    await runVerb(world.app.app, ['reconcile']);
    await world.work();
  }

  const someStep = fc.record({
    what: fc.constantFrom(...(Object.keys(acts) as (keyof typeof acts)[])),
    which: fc.integer({ min: 0, max: 4 }),
    cents: fc.integer({ min: 1, max: 4000 }),
  });

  const act = (life: Life, step: Step & { what: keyof typeof acts }) => acts[step.what](life, step);
  return { begin, act, someStep, hearOfRefunds };
}
