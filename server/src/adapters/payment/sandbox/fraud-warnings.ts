import type { World } from '../../../app.ts';
import type { FraudWarning } from '../payment.ts';
import { emit } from './notices.ts';
import * as store from './store.ts';

/** Of a paid payment, once. */
export function warnOfFraud(world: World, paymentRef: string): Promise<string | undefined> {
  return world.db.transaction(async (tx) => {
    const charge = await store.lockCharge(tx, paymentRef);
    if (charge?.status !== 'paid') return undefined;
    const [row] = await store
      .payTables(tx)
      .insertInto('sandbox_pay_warnings')
      .values({
        ref: world.random.id('issfr'),
        charge_ref: paymentRef,
        reason: 'made_with_stolen_card',
        created_at: world.clock.now(),
      })
      .onConflict((conflict) => conflict.column('charge_ref').doNothing())
      .returningAll()
      .execute();
    if (!row) return undefined;
    await emit(world, tx, 'radar.early_fraud_warning.created', {
      id: row.ref,
      object: 'radar.early_fraud_warning',
      payment_intent: paymentRef,
      fraud_type: row.reason,
      actionable: true,
    });
    return row.ref;
  });
}

/** Nothing is left to do once the money is back, or disputed. */
export async function viewFraudWarning(world: World, ref: string): Promise<FraudWarning> {
  const row = await store.findWarning(world.db.query, ref);
  if (!row) throw new Error(`The provider knows no fraud warning ${ref}`);
  return {
    warningRef: row.ref,
    paymentRef: row.charge_ref,
    reason: row.reason,
    actionable: !row.is_over,
    at: row.created_at,
  };
}
