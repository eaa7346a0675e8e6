import { buyAddOn, quoteAddOn } from '@portside/contract/add-ons';
import { listLines } from '@portside/contract/lines';
import { endLine, undoEndLine } from '@portside/contract/line-ending';
import { changePlan, quotePlanChange } from '@portside/contract/plan-change';
import { placeOrder } from '@portside/contract/checkout';
import { viewUser } from '@portside/contract/account';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownerOfRow, type Owner } from '../http/who.ts';
import { valueOf } from '../lines/period-value.ts';
import { viewAnyRenewable } from '../lines/renewable.ts';
import { runVerb } from '../operator/socket.ts';
import type { Caller } from '../testing/caller.ts';
import { openHandWorked, type HandWorked } from '../testing/hand-worked.ts';
import { orRefused } from '../testing/line-acts.ts';
import { freshKey, renew } from '../testing/line-life.ts';
import { cards, fillCart, newcomer, orderOf, paymentToken } from '../testing/shopping.ts';
import { customerBooks } from './customer-books.ts';

/* Made-up customers: whatever is paid, changed and given back, their books add up at each step. */

/** The longer form: `VALUE_LIVES=500`. */
const LIVES = Number(process.env['VALUE_LIVES'] ?? 20);
const SEED = 20261126;

let world: HandWorked;
beforeAll(async () => {
  world = await openHandWorked();
});
afterAll(() => world.app.close());

interface Life {
  noa: Caller;
  owner: Owner;
  lineId: string;
}

interface Step {
  what: keyof typeof acts;
  /** Which of the customer's payments, the newest first. */
  which: number;
  cents: number;
}

async function begin(): Promise<Life> {
  const { app } = world;
  const noa = await newcomer(app);
  const token = await paymentToken(app, cards.visa);
  await noa.call(placeOrder, orderOf(await fillCart(app), { paymentToken: token, saveCard: true }));
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
    act: (paid: { orderId: string; ref: string; cents: number }, cents: number) => Promise<unknown>,
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

/** What the provider took and gave back, by its own books. */
async function atProvider({ owner }: Life) {
  const { rows } = await sql<{ paid: number; back: number }>`
    select amount_cents as paid, coalesce((select sum(amount_cents) from sandbox_pay_refunds
      where charge_ref = sandbox_pay_charges.ref and status <> 'failed'), 0)::int as back
    from sandbox_pay_charges where status = 'paid' and owner_id in (
      select id from orders where customer_id = ${owner.customerId})`.execute(query());
  return rows;
}

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

async function check(life: Life): Promise<void> {
  const { app } = world.app;
  const books = await customerBooks(app, life.owner);
  expect(books).toMatchObject({ off: 0 });
  expect(books.credit).toBeGreaterThanOrEqual(0);
  const kept = await atProvider(life);
  for (const { paid, back } of kept) expect(back).toBeLessThanOrEqual(paid);
  const cash = kept.reduce((sum, one) => sum + one.paid - one.back, 0);
  expect(books.received).toBeLessThanOrEqual(cash + books.given + books.owed);
  const line = await viewAnyRenewable(app.db.query, life.lineId);
  const now = app.clock.now();
  const values = (line?.periods ?? []).map((one) => valueOf(one, now));
  for (const one of values) {
    expect(Math.min(...Object.values(one))).toBeGreaterThanOrEqual(0);
    expect(one.refunded + one.converted + one.consumed + one.left).toBe(one.paid);
  }
  // What unused days would pay for is worth no more than what was received.
  const unused = values.reduce((sum, one) => sum + one.left, 0);
  expect(unused).toBeLessThanOrEqual(books.received);
}

const someStep = fc.record({
  what: fc.constantFrom(...(Object.keys(acts) as Step['what'][])),
  which: fc.integer({ min: 0, max: 4 }),
  cents: fc.integer({ min: 1, max: 4000 }),
});

test('[K08] [K21] [M03] whatever is paid, changed and given back, by us or by the provider’s people, a customer’s books add up', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(someStep, { minLength: 4, maxLength: 10 }), async (steps) => {
      const life = await begin();
      for (const step of steps) {
        await acts[step.what](life, step);
        await world.pass(1);
        await hearOfRefunds(life);
        await check(life);
      }
    }),
    { numRuns: LIVES, seed: SEED, endOnFailure: LIVES <= 20 },
  );
});
