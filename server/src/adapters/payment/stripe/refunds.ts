import type { Stripe } from 'stripe';
import type { PaymentPort, Refund } from '../payment.ts';
import { idOf } from './cards.ts';
import * as client from './client.ts';
import type { StripeSide } from './client.ts';

type Request = Parameters<PaymentPort['refund']>[0];

/** Once for each key. */
export async function refund(side: StripeSide, request: Request): Promise<Refund> {
  const { key, paymentRef, amountCents } = request;
  try {
    return describe(
      await side.stripe.refunds.create(
        { payment_intent: paymentRef, amount: amountCents, metadata: { key } },
        { idempotencyKey: key },
      ),
    );
  } catch (error) {
    if (client.isStripesFailure(error)) {
      const known = await findRefund(side, request);
      if (known) return known;
    }
    if (!client.isInvalidRequest(error)) throw error;
    side.log.warn({ error: client.safeError(error), paymentRef }, 'Stripe refuses a refund');
    return { kind: 'failed', paymentRef, amountCents, key, reason: error.code ?? 'refused' };
  }
}

export async function viewRefund({ stripe }: StripeSide, refundRef: string): Promise<Refund> {
  return describe(await stripe.refunds.retrieve(refundRef));
}

export async function findRefund(
  { stripe }: StripeSide,
  { key, paymentRef }: Pick<Request, 'key' | 'paymentRef'>,
): Promise<Refund | undefined> {
  for await (const one of stripe.refunds.list({ payment_intent: paymentRef, limit: 100 })) {
    if (one.metadata?.['key'] === key) return describe(one);
  }
  return undefined;
}

const kinds: Readonly<Record<string, Refund['kind']>> = {
  succeeded: 'refunded',
  failed: 'failed',
  canceled: 'failed',
};

/** One that needs something of the customer is under way, too. */
const kindOf = ({ status }: Stripe.Refund) => kinds[status ?? ''] ?? 'pending';

function describe(one: Stripe.Refund): Refund {
  const key = one.metadata?.['key'];
  return {
    kind: kindOf(one),
    refundRef: one.id,
    paymentRef: idOf(one.payment_intent),
    amountCents: one.amount,
    ...(key && { key }),
    ...(one.failure_reason && { reason: one.failure_reason }),
  };
}

const PAGE = 100;

export async function listRefunds(
  { stripe }: StripeSide,
  { since, cursor }: { since: Date; cursor?: string | undefined },
): ReturnType<PaymentPort['listBooks']> {
  const page = await stripe.refunds.list({
    limit: PAGE,
    created: { gte: Math.ceil(since.getTime() / 1000) },
    ...(cursor !== undefined && { starting_after: cursor }),
  });
  const last = page.data.at(-1);
  const entries = page.data.map((one) => ({
    ref: one.id,
    amountCents: one.amount,
    kind: kindOf(one),
    at: new Date(one.created * 1000),
  }));
  return { entries, ...(page.has_more && last && { next: last.id }) };
}
