import type { Dispute } from '../payment.ts';
import { idOf } from './cards.ts';
import type { StripeSide } from './client.ts';

const statuses: Readonly<Record<string, Dispute['status']>> = {
  warning_needs_response: 'open',
  needs_response: 'open',
  warning_under_review: 'answered',
  under_review: 'answered',
  won: 'won',
  lost: 'lost',
  warning_closed: 'closed',
  prevented: 'closed',
};

export async function viewDispute({ stripe }: StripeSide, disputeRef: string): Promise<Dispute> {
  const one = await stripe.disputes.retrieve(disputeRef);
  return {
    disputeRef,
    paymentRef: idOf(one.payment_intent),
    amountCents: one.amount,
    // A state that is new to us needs a look.
    status: statuses[one.status] ?? 'open',
    reason: one.reason,
  };
}
