import { later, seconds } from '../../clock.ts';
import { freshId, need, stampOf, tell } from './account.ts';
import type { Refund, StripeAccount } from './account.ts';
import { refundObject } from './objects.ts';
import { checkFields, invalid, mapOf, textOf } from './wire.ts';
import type { Fields } from './wire.ts';

const SETTLES_AFTER = seconds(3);

export function createRefund(account: StripeAccount, fields: Fields): object {
  checkFields(
    fields,
    {
      payment_intent: 'text',
      amount: 'integer',
      reason: ['duplicate', 'fraudulent', 'requested_by_customer'],
      metadata: 'map',
    },
    ['payment_intent'],
  );
  const ref = textOf(fields, 'payment_intent') ?? '';
  const intent = need(account.intents, ref, 'payment_intent', 'payment_intent');
  if (intent.status !== 'succeeded') {
    const message = `This PaymentIntent (${ref}) does not have a successful charge to refund.`;
    throw invalid(message, { param: 'payment_intent' });
  }
  const returned = [...account.refunds.values()]
    .filter((one) => one.intent === intent && one.status !== 'failed')
    .reduce((sum, one) => sum + one.amount, 0);
  const left = intent.amount - returned;
  if (left === 0) {
    const message = 'The charge has already been refunded.';
    throw invalid(message, { code: 'charge_already_refunded' });
  }
  const amount = Number(textOf(fields, 'amount') ?? left);
  if (amount > left) throw invalid('The amount is greater than what is left.', { param: 'amount' });
  const isSlow = intent.method.card.behaviour === 'refunds_late';
  const refund: Refund = {
    id: freshId('re'),
    created: stampOf(account.now()),
    intent,
    amount,
    status: isSlow ? 'pending' : 'succeeded',
    metadata: mapOf(fields, 'metadata'),
    failureReason: null,
    settleAt: isSlow ? later(account.now(), SETTLES_AFTER) : null,
  };
  account.refunds.set(refund.id, refund);
  tell(account, 'refund.created', refundObject(refund));
  return refundObject(refund);
}

/** The bank returned it, maybe days after it was called done. */
export function failRefund(account: StripeAccount, id: string): void {
  const refund = need(account.refunds, id, 'refund');
  refund.status = 'failed';
  refund.failureReason = 'lost_or_stolen_card';
  refund.settleAt = null;
  tell(account, 'refund.failed', refundObject(refund));
}

export function settleRefunds(account: StripeAccount): void {
  for (const refund of account.refunds.values()) {
    if (!refund.settleAt || refund.settleAt > account.now()) continue;
    refund.settleAt = null;
    refund.status = 'succeeded';
    tell(account, 'refund.updated', refundObject(refund));
  }
}
