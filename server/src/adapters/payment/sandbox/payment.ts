import type { World } from '../../../app.ts';
import { behave, realPause, type Pause } from '../../sandbox/break-modes.ts';
import type { PaymentPort } from '../payment.ts';
import { chargeOnce, KEYS_KEPT, describe, settleCharge, settleIfDue } from './charges.ts';
import { readPaymentNotice } from './notices.ts';
import { listBooks } from './books.ts';
import { answerDispute, viewDispute } from './disputes.ts';
import { viewFraudWarning } from './fraud-warnings.ts';
import { listPayouts } from './payouts.ts';
import { findRefund, refundOnce, viewRefund } from './refunds.ts';
import { openSetup, viewSetup } from './setups.ts';
import * as store from './store.ts';

export { saveSandboxCard } from './setups.ts';

/** As at Stripe. */
const LEAST_CENTS = 50;

/**
 * Durable, steered by magic card numbers (listed at `/sandbox`), shown at `/sandbox/pay`. Stores no
 * card number.
 */
export function sandboxPayment(world: World, pause: Pause = realPause): PaymentPort {
  const { db } = world;
  const working = () => behave(world, 'payment', pause);
  return {
    name: 'sandbox',
    leastCents: LEAST_CENTS,
    keysKeptFor: KEYS_KEPT,
    browser: () => ({
      kind: 'sandbox',
      scriptUrl: '/sandbox/pay/client.js',
      publishableKey: 'pk_sandbox_portside',
    }),
    sources: () => ({}),
    async createCustomer({ key, email, name }) {
      await working();
      return store
        .payTables(db.query)
        .insertInto('sandbox_pay_customers')
        .values({ ref: world.random.id('cus'), key, email, name, created_at: world.clock.now() })
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet((known) => ({ key: known.ref('excluded.key') })),
        )
        .returning('ref')
        .executeTakeFirstOrThrow();
    },
    async charge(request) {
      const mode = await working();
      if (mode === 'rejects') return { kind: 'rejected', reason: 'rejected' };
      if (request.amountCents < LEAST_CENTS) {
        return { kind: 'rejected', reason: 'amount_too_small' };
      }
      return chargeOnce(world, request);
    },
    async viewCharge(paymentRef) {
      await working();
      const row = await store.chargeByRef(db.query, paymentRef);
      if (!row) throw new Error(`The provider knows no payment ${paymentRef}`);
      return describe(world, await settleIfDue(world, row));
    },
    async findCharge({ key }) {
      await working();
      const row = await store.chargeMadeFor(db.query, key);
      return row && describe(world, await settleIfDue(world, row));
    },
    async viewMarked(paymentRef) {
      await working();
      const row = await store.chargeByRef(db.query, paymentRef);
      if (!row) throw new Error(`The provider knows no payment ${paymentRef}`);
      const charge = describe(world, await settleIfDue(world, row));
      return { charge, key: row.made_for, amountCents: row.amount_cents };
    },
    async cancelCharge(paymentRef) {
      await working();
      const row = await settleCharge(world, paymentRef, 'confirm', 'cancelled');
      return describe(world, await settleIfDue(world, row));
    },
    async refund(request) {
      const mode = await working();
      return refundOnce(world, request, mode === 'no_refunds');
    },
    async viewRefund(refundRef) {
      await working();
      return viewRefund(world, refundRef);
    },
    async findRefund(request) {
      await working();
      return findRefund(world, request);
    },
    async listBooks(request) {
      await working();
      return listBooks(world, request);
    },
    tellsPayouts: true,
    async listPayouts(days) {
      await working();
      return listPayouts(world, days);
    },
    async viewFraudWarning(warningRef) {
      await working();
      return viewFraudWarning(world, warningRef);
    },
    async viewDispute(disputeRef) {
      await working();
      return viewDispute(world, disputeRef);
    },
    async answerDispute(request) {
      await working();
      return answerDispute(world, request);
    },
    async openCardSetup(request) {
      await working();
      return openSetup(world, request);
    },
    async viewCardSetup(sessionId) {
      await working();
      return viewSetup(world, sessionId);
    },
    async viewCard(cardRef) {
      await working();
      const card = await store.savedCard(db.query, cardRef);
      return card && store.factsOf(card);
    },
    async detachCard(cardRef) {
      await working();
      await store
        .payTables(db.query)
        .updateTable('sandbox_pay_cards')
        .set({ detached_at: world.clock.now() })
        .where('ref', '=', cardRef)
        .where('detached_at', 'is', null)
        .execute();
    },
    readNotice: (headers, body) => readPaymentNotice(world, headers, body),
  };
}
