import type { FraudWarning } from '../payment.ts';
import { idOf } from './cards.ts';
import type { StripeSide } from './client.ts';

export async function viewFraudWarning(
  { stripe }: StripeSide,
  warningRef: string,
): Promise<FraudWarning> {
  const one = await stripe.radar.earlyFraudWarnings.retrieve(warningRef);
  return {
    warningRef,
    // Missing where it is about a charge that no PaymentIntent made: none of ours.
    paymentRef: idOf(one.payment_intent),
    reason: one.fraud_type,
    actionable: one.actionable,
    at: new Date(one.created * 1000),
  };
}
