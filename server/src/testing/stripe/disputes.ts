import { days, later } from '../../clock.ts';
import { freshId, need, stampOf, tell } from './account.ts';
import type { Dispute, StripeAccount } from './account.ts';
import { disputeObject } from './objects.ts';
import { checkFields, invalid, mapOf, missing, textOf } from './wire.ts';
import type { Fields, Shape } from './wire.ts';

/** What a card's network gives a shop. */
const DISPUTE_OPEN = days(14);

export function openDispute(account: StripeAccount, paymentRef: string): string {
  const dispute: Dispute = {
    id: freshId('dp'),
    created: stampOf(account.now()),
    intent: need(account.intents, paymentRef, 'payment_intent'),
    status: 'needs_response',
    reason: 'fraudulent',
    dueBy: later(account.now(), DISPUTE_OPEN),
    evidence: {},
    submissions: 0,
    metadata: {},
  };
  account.disputes.set(dispute.id, dispute);
  tell(account, 'charge.dispute.created', disputeObject(dispute));
  return dispute.id;
}

export function moveDispute(account: StripeAccount, id: string, status: string): void {
  const dispute = need(account.disputes, id, 'dispute');
  dispute.status = status;
  const type = ['won', 'lost', 'warning_closed'].includes(status) ? 'closed' : 'updated';
  tell(account, `charge.dispute.${type}`, disputeObject(dispute));
}

const evidence: Readonly<Record<string, Shape>> = {
  access_activity_log: 'long',
  billing_address: 'text',
  cancellation_policy_disclosure: 'long',
  cancellation_rebuttal: 'long',
  customer_email_address: 'text',
  customer_name: 'text',
  customer_purchase_ip: 'text',
  product_description: 'long',
  receipt: 'text',
  refund_policy_disclosure: 'long',
  refund_refusal_explanation: 'long',
  service_date: 'text',
  shipping_address: 'text',
  shipping_carrier: 'text',
  shipping_date: 'text',
  shipping_tracking_number: 'text',
  uncategorized_text: 'long',
};
const MOST = 150_000;

/** Staged, or sent to the bank: once, while it waits for it. */
export function updateDispute(account: StripeAccount, fields: Fields, id: string): object {
  checkFields(fields, { evidence, metadata: 'map', submit: 'flag' });
  const dispute = need(account.disputes, id, 'dispute');
  const said = mapOf(fields, 'evidence');
  if (!/^(?:warning_)?needs_response$/.test(dispute.status)) {
    throw invalid('This dispute is already closed or under review.', { param: 'evidence' });
  }
  if (dispute.submissions > 0) {
    throw invalid('Evidence was already submitted for this dispute.', { param: 'submit' });
  }
  if (!dispute.dueBy || dispute.dueBy <= account.now()) {
    throw invalid('The time for evidence of this dispute is over.', { param: 'evidence' });
  }
  if (Object.values(said).join('').length > MOST) {
    throw invalid('The evidence is longer than 150,000 characters.', { param: 'evidence' });
  }
  const { receipt } = said;
  if (receipt !== undefined && !account.files.has(receipt)) {
    throw missing('file upload', receipt, 'evidence[receipt]');
  }
  Object.assign(dispute.evidence, said);
  Object.assign(dispute.metadata, mapOf(fields, 'metadata'));
  if (textOf(fields, 'submit') !== 'false') {
    dispute.submissions = 1;
    dispute.status = dispute.status.replace('needs_response', 'under_review');
    tell(account, 'charge.dispute.updated', disputeObject(dispute));
  }
  return disputeObject(dispute);
}
