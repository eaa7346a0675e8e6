import type {
  sendEvidence as sendEvidenceCall,
  viewEvidence as viewEvidenceCall,
} from '@portside/contract/console/disputes';
import type { OutputOf, ParsedInputOf, ReasonOf } from '@portside/contract/endpoint';
import type { DisputeEvidence } from '../adapters/payment/payment.ts';
import type { App } from '../app.ts';
import { notFound, refused, type Refused } from '../http/no.ts';
import type { Staff } from '../http/who.ts';
import { defineJob } from '../jobs/jobs.ts';
import { findDisputed, lockDispute, markAnswered } from '../payments/disputed-charges.ts';
import { receiptFile } from '../payments/receipts.ts';
import { told } from '../words/told.ts';
import { assembleEvidence } from './evidence.ts';
import * as store from './store.ts';

export const sendAnswer = defineJob<{ disputeId: string; tenant: number }>('send-dispute-answer');

/** As it was sent, else as it would be now. @throws No `not_found`, also for another brand's */
export async function viewEvidence(
  app: App,
  who: Staff,
  { id }: ParsedInputOf<typeof viewEvidenceCall>,
): Promise<OutputOf<typeof viewEvidenceCall>> {
  const disputed = await findDisputed(app.db.query, who.tenant, id);
  if (!disputed) throw notFound();
  who.noteAbout?.(disputed.owner);
  const [answer] = await store.answersOf(app.db.query, [id]);
  if (answer?.evidence && answer.state !== 'refused') {
    return { parts: partsOf(answer.evidence), sent: true, erased: false };
  }
  const { evidence, erased } = await assembleEvidence(app, who.brand, disputed);
  return { parts: partsOf(evidence), sent: false, erased };
}

/** Written down and queued in one transaction: two at once are one. */
export async function sendEvidence(
  app: App,
  who: Staff,
  { id, added }: ParsedInputOf<typeof sendEvidenceCall>,
): Promise<OutputOf<typeof sendEvidenceCall> | Refused<ReasonOf<typeof sendEvidenceCall>>> {
  const disputed = await findDisputed(app.db.query, who.tenant, id);
  if (!disputed) throw notFound();
  who.noteAbout?.(disputed.owner);
  const { evidence } = await assembleEvidence(app, who.brand, disputed, added);
  return app.db.transaction(async (tx) => {
    const dispute = await lockDispute(tx, who.tenant, id);
    if (!dispute) throw notFound();
    if (dispute.status === 'answered') return refused('answered');
    if (dispute.status !== 'open') return refused('decided');
    const now = app.clock.now();
    if (dispute.respond_by && dispute.respond_by <= now) return refused('late');
    const saved = await store.saveAnswer(tx, {
      dispute_id: id,
      tenant_id: who.tenant,
      evidence,
      staff: who.name,
      at: now,
    });
    if (!saved) return refused('answered');
    await app.jobs.enqueue(tx, sendAnswer, { disputeId: id, tenant: who.tenant });
    return told('It is on its way to the bank. This page says when the provider has taken it.');
  });
}

/** The job; harmless when repeated. @throws OutsideFailure */
export async function sendToProvider(
  app: App,
  { disputeId, tenant }: { disputeId: string; tenant: number },
): Promise<void> {
  const db = app.db.query;
  const [answer] = await store.answersOf(db, [disputeId]);
  const disputed = await findDisputed(db, tenant, disputeId);
  if (!disputed || answer?.state !== 'asked' || !answer.evidence) return;
  const { owner, charge } = disputed;
  const receipt = await receiptFile(app, app.brands.byTenant(tenant), owner, charge);
  const outcome = await app.adapters.of(tenant).payment.answerDispute({
    key: `dispute:${disputeId}:answer:${answer.attempt}`,
    disputeRef: disputed.disputeRef,
    evidence: answer.evidence,
    ...(receipt && { receipt }),
  });
  await app.db.transaction(async (tx) => {
    await lockDispute(tx, tenant, disputeId);
    const isSent = outcome.kind === 'sent';
    const reason = isSent ? null : outcome.reason;
    await store.settleAnswer(tx, answer, { state: isSent ? 'sent' : 'refused', reason });
    if (isSent || reason === 'answered') await markAnswered(tx, disputeId, app.clock.now());
  });
  app.log.info({ disputeId, outcome }, 'a dispute was answered');
}

const titles: readonly (readonly [keyof DisputeEvidence, string])[] = [
  ['customerName', 'Customer'],
  ['customerEmail', 'Email'],
  ['customerNetwork', 'Network of the purchase'],
  ['billingAddress', 'Billed to'],
  ['product', 'What was bought'],
  ['serviceDate', 'Paid on'],
  ['activity', 'Usage and logins'],
  ['shippingAddress', 'Sent to'],
  ['shippingCarrier', 'Sent by'],
  ['shippingDate', 'Sent on'],
  ['trackingNumber', 'Tracking number'],
  ['refundPolicy', 'Refund policy'],
  ['other', 'Consent and receipt'],
];

const partsOf = (evidence: DisputeEvidence) =>
  titles.flatMap(([name, title]) => {
    const text = evidence[name];
    return text ? [{ name, title, text }] : [];
  });
