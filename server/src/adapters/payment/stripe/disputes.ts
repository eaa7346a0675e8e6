import type { Stripe } from 'stripe';
import type { Dispute, DisputeAnswer, DisputeEvidence, PaymentPort } from '../payment.ts';
import { idOf } from './cards.ts';
import * as client from './client.ts';
import type { StripeSide } from './client.ts';

/** Evidence was sent before it, so that does not answer it. */
const APPEAL = 'appeal_needs_response';

const statuses: Readonly<Record<string, Dispute['status']>> = {
  warning_needs_response: 'open',
  needs_response: 'open',
  warning_under_review: 'answered',
  under_review: 'answered',
  appeal_needs_response: 'open',
  appeal_under_review: 'answered',
  won: 'won',
  lost: 'lost',
  warning_closed: 'closed',
  prevented: 'closed',
};

/** A state that is new to us needs a look. */
const statusOf = ({ status, evidence_details: { submission_count: sent } }: Stripe.Dispute) => {
  const is = statuses[status] ?? 'open';
  return is === 'open' && sent > 0 && status !== APPEAL ? 'answered' : is;
};

/** Null or 0 where the bank takes no answer. */
const respondBy = ({ evidence_details: { due_by: due } }: Stripe.Dispute) =>
  due ? new Date(due * 1000) : undefined;

export async function viewDispute({ stripe }: StripeSide, disputeRef: string): Promise<Dispute> {
  const one = await stripe.disputes.retrieve(disputeRef);
  const until = respondBy(one);
  return {
    disputeRef,
    paymentRef: idOf(one.payment_intent),
    amountCents: one.amount,
    status: statusOf(one),
    reason: one.reason,
    ...(until && { respondBy: until }),
  };
}

/** Looks first: Stripe forgets a key after a day, but keeps what we wrote on the dispute. */
export async function answerDispute(
  side: StripeSide,
  { key, disputeRef, evidence, receipt }: Parameters<PaymentPort['answerDispute']>[0],
): Promise<DisputeAnswer> {
  const { disputes } = side.stripe;
  const look = async () => stateOf(await disputes.retrieve(disputeRef), key, side.clock.now());
  const before = await look();
  if (before) return before;
  const file = receipt && (await uploaded(side, disputeRef, receipt));
  const fields = { ...fieldsOf(evidence), ...(file && { receipt: file }) };
  try {
    await disputes.update(
      disputeRef,
      { evidence: fields, metadata: { key }, submit: true },
      // Each try has a file of its own, and so other fields.
      { idempotencyKey: file ? `${key}:${file}` : key },
    );
    return { kind: 'sent' };
  } catch (error) {
    const isInvalid = client.isInvalidRequest(error);
    if (!isInvalid && !client.isStripesFailure(error)) throw error;
    const after = await look();
    if (after) return after;
    if (!isInvalid) throw error;
    side.log.warn({ error: client.safeError(error), disputeRef }, 'Stripe refuses an answer');
    return { kind: 'refused', reason: 'rejected' };
  }
}

/** A bank is not left without an answer for a paper's sake: the words hold the receipt too. */
async function uploaded(
  { stripe, log }: StripeSide,
  disputeRef: string,
  data: Buffer,
): Promise<string | undefined> {
  try {
    const file = { data, name: 'receipt.pdf', type: 'application/pdf' };
    const { id } = await stripe.files.create({ purpose: 'dispute_evidence', file });
    return id;
  } catch (error) {
    if (!client.isStripeError(error)) throw error;
    log.warn({ error: client.safeError(error), disputeRef }, 'Stripe takes no receipt');
    return undefined;
  }
}

function stateOf(one: Stripe.Dispute, key: string, now: Date): DisputeAnswer | undefined {
  const status = statusOf(one);
  // Before we ask, nothing of ours is written on it.
  if (one.evidence_details.submission_count > 0 && one.metadata['key'] === key) {
    return { kind: 'sent' };
  }
  if (one.status === APPEAL) return { kind: 'refused', reason: 'appeal' };
  if (status === 'answered') return { kind: 'refused', reason: 'answered' };
  if (status !== 'open') return { kind: 'refused', reason: 'decided' };
  const until = respondBy(one);
  return until && until > now ? undefined : { kind: 'refused', reason: 'late' };
}

const names: Readonly<Record<keyof DisputeEvidence, keyof Stripe.DisputeUpdateParams.Evidence>> = {
  customerName: 'customer_name',
  customerEmail: 'customer_email_address',
  customerNetwork: 'customer_purchase_ip',
  billingAddress: 'billing_address',
  product: 'product_description',
  serviceDate: 'service_date',
  activity: 'access_activity_log',
  shippingAddress: 'shipping_address',
  shippingCarrier: 'shipping_carrier',
  shippingDate: 'shipping_date',
  trackingNumber: 'shipping_tracking_number',
  refundPolicy: 'refund_policy_disclosure',
  other: 'uncategorized_text',
};

/** An empty one would be an unknown value. */
const fieldsOf = (evidence: DisputeEvidence): Stripe.DisputeUpdateParams.Evidence =>
  Object.fromEntries(
    Object.entries(evidence).flatMap(([name, text]) =>
      text ? [[names[name as keyof DisputeEvidence], text]] : [],
    ),
  );
