import type { World } from '../../app.ts';
import { emit } from './sandbox-notices.ts';
import * as store from './sandbox-store.ts';

/** Gives money back, once for each key; more than was paid, or of what was not paid, fails. */
export function refundOnce(
  world: World,
  request: { key: string; paymentRef: string; amountCents: number },
): Promise<{ kind: 'refunded' | 'failed'; refundRef: string }> {
  const { key, paymentRef, amountCents } = request;
  return world.db.transaction(async (tx) => {
    const tables = store.payTables(tx);
    const charge = await store.lockCharge(tx, paymentRef);
    if (!charge) throw new Error(`The provider knows no payment ${paymentRef}`);
    const before = await tables
      .selectFrom('sandbox_pay_refunds')
      .selectAll()
      .where('charge_ref', '=', paymentRef)
      .execute();
    const known = before.find((one) => one.key === key);
    if (known && known.amount_cents !== amountCents) {
      throw new Error(`The idempotency key ${key} was used for another refund`);
    }
    if (known) return { kind: known.status, refundRef: known.ref };
    const returned = before
      .filter((one) => one.status === 'refunded')
      .reduce((sum, one) => sum + one.amount_cents, 0);
    const left = charge.status === 'paid' ? charge.amount_cents - returned : 0;
    const status = amountCents > 0 && amountCents <= left ? 'refunded' : 'failed';
    const ref = world.random.id('re');
    await tables
      .insertInto('sandbox_pay_refunds')
      .values({
        ref,
        key,
        charge_ref: paymentRef,
        amount_cents: amountCents,
        status,
        created_at: world.clock.now(),
      })
      .execute();
    await emit(world, tx, status === 'refunded' ? 'refund.created' : 'refund.failed', {
      id: ref,
      object: 'refund',
      payment_intent: paymentRef,
      amount: amountCents,
      status: status === 'refunded' ? 'succeeded' : 'failed',
    });
    return { kind: status, refundRef: ref };
  });
}
