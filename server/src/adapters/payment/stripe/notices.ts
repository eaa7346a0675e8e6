import * as z from 'zod';
import { readJson } from '../../sandbox/read-json.ts';
import type { PaymentNotice } from '../payment.ts';
import { stripeSignatureHolds } from './signature.ts';

const stripeEvent = z.object({
  id: z.string(),
  type: z.string(),
  data: z.object({ object: z.object({ id: z.string(), object: z.string() }) }),
});

/** Only what to look at is taken from it: an event may be old, repeated or out of order. */
export function readNotice(
  headers: Record<string, string | undefined>,
  body: string,
  { secret, now }: { secret: string; now: Date },
): PaymentNotice | undefined {
  if (!stripeSignatureHolds(headers['stripe-signature'] ?? '', body, secret, now)) return undefined;
  const event = readJson(stripeEvent, body);
  if (!event) return undefined;
  const { id: ref, object } = event.data.object;
  return { id: event.id, about: abouts[object] ?? 'other', ref };
}

const abouts: Readonly<Record<string, PaymentNotice['about']>> = {
  payment_intent: 'payment',
  refund: 'refund',
  dispute: 'dispute',
  'radar.early_fraud_warning': 'fraud_warning',
  'checkout.session': 'card_setup',
  payment_method: 'card',
};
