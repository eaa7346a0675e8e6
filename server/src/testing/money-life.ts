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
import { routeRefund } from '../payments/news.ts';
import { chargeOwners } from '../slices.ts';
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
  /** All that were bought at once, that one first (P03). */
  lineIds: string[];
}

export interface Step {
  what: string;
  /** Which of the customer's payments, the newest first. */
  which: number;
  cents: number;
}

/** One order, and the payment that paid for it, maybe with others (P03). */
interface Paid {
  orderId: string;
  ref: string;
  cents: number;
  whole: number;
}

export function moneyLife(world: HandWorked) {
  async function begin(
    priced: Parameters<typeof fillCart>[1] = {},
    place: Partial<Parameters<typeof orderOf>[1]> = {},
    creditCents = 0,
  ): Promise<Life> {
    const { app } = world;
    const noa = await newcomer(app);
    const token = await paymentToken(app, cards.visa);
    if (creditCents > 0) {
      const given = [noa.email, (creditCents / 100).toFixed(2), '--reason', 'Welcome'];
      await runVerb(app.app, ['credit', 'add', ...given]);
    }
    const cart = await fillCart({ anyone: noa }, priced);
    await noa.call(placeOrder, orderOf(cart, { paymentToken: token, saveCard: true, ...place }));
    await world.pass(1);
    const { id } = await noa.call(viewUser, {});
    const { lines } = await noa.call(listLines, {});
    const lineIds = lines.map((line) => line.id);
    const owner = ownerOfRow({ tenant_id: 6, customer_id: id });
    return { noa, owner, lineId: lineIds[0] ?? '', lineIds };
  }

  const query = () => world.app.app.db.query;

  async function paymentOf({ owner }: Life, which: number) {
    const { rows } = await sql<Paid>`
    select charges.owner_id as "orderId", lead.payment_ref as ref, charges.amount_cents as cents,
      (select sum(amount_cents)::int from charges as part
        where part.id = lead.id or part.paid_with = lead.id) as whole
    from charges join charges as lead on lead.id = coalesce(charges.paid_with, charges.id)
    where charges.customer_id = ${owner.customerId} and lead.payment_ref is not null
      and charges.status <> 'declined'
    order by charges.created_at desc, charges.id desc`.execute(query());
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

  const lineOf = ({ lineIds }: Life, { which }: Step) => lineIds[which % lineIds.length] ?? '';

  const changeTo = (planId: string, when: 'now' | 'renewal') => (life: Life, step: Step) =>
    orRefused(
      (async () => {
        const { noa } = life;
        const id = lineOf(life, step);
        const { quoteId } = await noa.call(quotePlanChange, { id, planId, when });
        const token = await paymentToken(world.app, cards.visa);
        const pay = { id, quoteId, idempotencyKey: freshKey(), paymentToken: token };
        await noa.call(changePlan, pay);
      })(),
    );

  const ofPayment =
    (act: (paid: Paid, cents: number) => Promise<unknown>) =>
    async (life: Life, { which, cents }: Step) => {
      const paid = await paymentOf(life, which);
      if (paid) await act(paid, Math.min(cents, paid.cents));
    };

  const theyGiveBack = (ref: string, amountCents: number) =>
    world.app.adapters.payment
      .refund({ key: `theirs:${ref}:${freshKey()}`, paymentRef: ref, amountCents })
      .catch(() => undefined);

  const acts = {
    renewal: (life: Life, step: Step) => orRefused(renew(world.app, life.noa, lineOf(life, step))),
    dearer: changeTo('clipper-unlimited', 'now'),
    cheaper: changeTo('skiff-2', 'now'),
    usual: changeTo('sloop-12', 'now'),
    later: changeTo('clipper-unlimited', 'renewal'),
    addOn: (life: Life, step: Step) =>
      orRefused(
        (async () => {
          const { noa } = life;
          const id = lineOf(life, step);
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
    theirPart: ofPayment(({ ref }, amountCents) => theyGiveBack(ref, amountCents)),
    /** Of several lines more than this one's may be given back at once. */
    theirMost: ofPayment(({ ref, whole }, cents) => theyGiveBack(ref, Math.max(1, whole - cents))),
    theirRefundAndOurs: ofPayment(async ({ ref, orderId }) => {
      await order('refund', orderId);
      await press('refunds', { payment: ref });
    }),
    /** Ours is not asked for yet when their news arrives. */
    theirNewsBeforeOurs: ofPayment(async ({ ref, orderId }) => {
      await order('refund', orderId);
      await press('refunds', { payment: ref });
      const { rows } = await sql<{ ref: string }>`select ref from sandbox_pay_refunds
        where charge_ref = ${ref} order by created_at desc, ref desc limit 1`.execute(query());
      const [newest] = rows;
      const news = { refundRef: newest?.ref ?? '', tenant: 6 };
      if (newest) await routeRefund(world.app.app, chargeOwners, news);
    }),
    ourRefundAndTheirs: ofPayment(async ({ ref, orderId }) => {
      await press('refunds', { payment: ref });
      await order('refund', orderId);
    }),
    dispute: ofPayment(({ ref }) => press('disputes', { payment: ref })),
    goodwill: ({ owner }: Life) =>
      runVerb(world.app.app, ['credit', 'add', owner.customerId, '5.00', '--reason', 'Sorry']),
    end: (life: Life, step: Step) => orRefused(life.noa.call(endLine, { id: lineOf(life, step) })),
    stay: (life: Life, step: Step) =>
      orRefused(life.noa.call(undoEndLine, { id: lineOf(life, step) })),
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
