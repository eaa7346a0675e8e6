import * as z from 'zod';
import type { World } from '../../../app.ts';
import type { Tx } from '../../../db/database.ts';
import { type NewNotice, queueNotices } from '../../sandbox/outbox.ts';
import { readJson } from '../../sandbox/read-json.ts';
import type { PaymentNotice } from '../payment.ts';
import { signAsStripe, stripeSignatureHolds } from '../stripe/signature.ts';

const API_VERSION = '2026-10-28.endive';
/** The start is held back, so that the end's notice overtakes it. */
const HELD_BACK_MS = 1500;

type Changed = { id: string; object: string } & Record<string, unknown>;

/** Queues an event with the state that it tells about. */
export async function emit(world: World, tx: Tx, type: string, object: Changed): Promise<void> {
  await queueNotices(world, tx, [eventOf(world, type, object)]);
}

/** An event in Stripe's envelope (integrations 1.6). */
export function eventOf(world: World, type: string, object: Changed): NewNotice {
  const id = world.random.id('evt');
  const beginning = /\.(?:created|requires_action|processing)$/.test(type);
  return {
    id,
    service: 'payment',
    about: `${type} ${object.id}`,
    heldBack: beginning && !type.startsWith('refund.') ? HELD_BACK_MS : 0,
    body: {
      id,
      object: 'event',
      api_version: API_VERSION,
      created: Math.floor(world.clock.now().getTime() / 1000),
      livemode: false,
      type,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      data: { object },
    },
  };
}

export function paymentNoticeHeaders(world: World, body: string): Record<string, string> {
  return {
    'content-type': 'application/json',
    'stripe-signature': signAsStripe(body, signingSecret(world), world.clock.now()),
  };
}

export function readPaymentNotice(
  world: World,
  headers: Record<string, string | undefined>,
  body: string,
): PaymentNotice | undefined {
  const header = headers['stripe-signature'] ?? '';
  if (!stripeSignatureHolds(header, body, signingSecret(world), world.clock.now())) {
    return undefined;
  }
  const event = readJson(stripeEvent, body);
  return event && { id: event.id, about: aboutOf(event.type), ref: event.data.object.id };
}

const stripeEvent = z.object({
  id: z.string(),
  type: z.string(),
  data: z.object({ object: z.object({ id: z.string() }) }),
});

function aboutOf(type: string): PaymentNotice['about'] {
  if (type.startsWith('payment_intent.')) return 'payment';
  if (type.startsWith('refund.')) return 'refund';
  if (type.startsWith('charge.dispute.')) return 'dispute';
  if (type.startsWith('radar.early_fraud_warning.')) return 'fraud_warning';
  return type.startsWith('checkout.session.') ? 'card_setup' : 'other';
}

function signingSecret(world: World): string {
  return `whsec_${Buffer.from(world.secrets.key('sandbox payment notices')).toString('base64url')}`;
}
