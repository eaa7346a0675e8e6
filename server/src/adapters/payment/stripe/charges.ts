import { createHash } from 'node:crypto';
import type { Stripe } from 'stripe';
import type {
  BookEntry,
  Charge,
  ChargeRequest,
  MarkedCharge,
  PaymentPort,
  RejectedCharge,
} from '../payment.ts';
import { factsOf, holderOf, idOf, noCard } from './cards.ts';
import * as client from './client.ts';
import type { StripeSide } from './client.ts';
import { declineAdvice, declineReason } from './decline-codes.ts';

const CARD = ['payment_method'];

/** Made and confirmed in one call, once for each key. */
export async function charge(
  side: StripeSide,
  request: ChargeRequest,
): Promise<Charge | RejectedCharge> {
  try {
    const intent = await side.stripe.paymentIntents.create(paramsOf(request), {
      idempotencyKey: request.key,
      // Somebody waits, and proxies give up after a minute; the job goes on with the same key.
      ...(request.present && { maxNetworkRetries: 1 }),
    });
    return await describeFresh(side, intent);
  } catch (error) {
    if (!client.isStripeError(error)) throw error;
    if (error.type === 'StripeCardError') {
      return error.payment_intent ? describe(error.payment_intent) : unmade(error);
    }
    if (client.isOtherUseOfKey(error)) {
      // The same charge, written by another version of this adapter or with another address?
      const known = await intentOfKey(side, request);
      if (known?.metadata['asked'] === fingerprintOf(request)) return describe(known);
    }
    if (client.isStripesFailure(error)) {
      const known = await intentOfKey(side, request);
      if (known) return describe(known);
    }
    if (client.isInvalidRequest(error)) return rejection(side, request, error);
    throw error;
  }
}

/** The card was refused while its token was read: there is no payment. */
const unmade = (error: Stripe.errors.StripeError): Charge => ({
  kind: 'declined',
  card: factsOf(error.payment_method),
  reason: declineReason(error),
  ...advised(error),
});

const advised = (error: Parameters<typeof declineAdvice>[0]) => {
  const advice = declineAdvice(error);
  return advice && { advice };
};

function paramsOf(request: ChargeRequest): Stripe.PaymentIntentCreateParams {
  const { method, owner } = request;
  return {
    amount: request.amountCents,
    currency: 'usd',
    customer: request.customerRef,
    confirm: true,
    allowed_payment_method_types: ['card'],
    description: request.description.slice(0, 1000),
    metadata: {
      key: request.key,
      ownerKind: owner.kind,
      ownerId: owner.id,
      asked: fingerprintOf(request),
    },
    expand: CARD,
    ...(method.kind === 'saved'
      ? { payment_method: method.cardRef }
      : {
          confirmation_token: method.paymentToken,
          // The token says that the browser's script asks the bank; ours goes to the bank's page.
          use_stripe_sdk: false,
          ...(method.save && { setup_future_usage: 'off_session' as const }),
        }),
    ...(request.present ? { return_url: request.returnUrl } : { off_session: true }),
  };
}

/** What makes it another charge; an address or a description does not. */
function fingerprintOf(request: ChargeRequest): string {
  const { amountCents, customerRef, method, owner, present } = request;
  const how = method.kind === 'saved' ? [method.cardRef] : [method.paymentToken, method.save];
  const what = [amountCents, customerRef, owner.kind, owner.id, method.kind, ...how, present];
  return createHash('sha256').update(JSON.stringify(what)).digest('base64url');
}

/** Stripe made nothing of it: a card that can't be used any more, or something wrong for good. */
async function rejection(
  side: StripeSide,
  { method, customerRef }: ChargeRequest,
  error: Stripe.errors.StripeError,
): Promise<Charge | RejectedCharge> {
  if (error.code === 'amount_too_small') return { kind: 'rejected', reason: 'amount_too_small' };
  const isUsable =
    method.kind === 'saved'
      ? (await holderOf(side, method.cardRef)) === customerRef
      : await isTokenFresh(side, method.paymentToken);
  // No bank was asked.
  const reason = method.kind === 'token' ? 'form_expired' : 'not_supported';
  if (!isUsable) return { kind: 'declined', card: noCard, reason };
  side.log.error({ error: client.safeError(error) }, 'Stripe takes this charge for a mistake');
  return { kind: 'rejected', reason: 'rejected' };
}

async function isTokenFresh({ stripe, clock }: StripeSide, token: string): Promise<boolean> {
  try {
    const { expires_at } = await stripe.confirmationTokens.retrieve(token);
    return expires_at !== null && expires_at * 1000 > clock.now().getTime();
  } catch (error) {
    if (client.isInvalidRequest(error)) return false;
    throw error;
  }
}

/** Nobody can answer a bank that has no page: such a charge is given up at once. */
async function describeFresh(side: StripeSide, intent: Stripe.PaymentIntent): Promise<Charge> {
  if (intent.status !== 'requires_action' || bankPage(intent)) return describe(intent);
  side.log.error({ paymentRef: intent.id }, 'Stripe asks for something other than a bank’s page');
  await cancelCharge(side, intent.id);
  const card = factsOf(intent.payment_method);
  return { kind: 'declined', paymentRef: intent.id, card, reason: 'confirmation_failed' };
}

const bankPage = (intent: Stripe.PaymentIntent) => intent.next_action?.redirect_to_url?.url;

function describe(intent: Stripe.PaymentIntent): Charge {
  const paymentRef = intent.id;
  const card = factsOf(intent.payment_method);
  switch (intent.status) {
    case 'succeeded': {
      const saved = intent.setup_future_usage ? idOf(intent.payment_method) : '';
      return { kind: 'paid', paymentRef, card, ...(saved && { savedCardRef: saved }) };
    }
    case 'requires_action': {
      const redirectUrl = bankPage(intent);
      return redirectUrl
        ? { kind: 'confirm', paymentRef, card, redirectUrl }
        : { kind: 'processing', paymentRef };
    }
    case 'requires_payment_method': {
      const error = intent.last_payment_error;
      const reason = error ? declineReason(error) : 'declined';
      const card = factsOf(error?.payment_method);
      return { kind: 'declined', paymentRef, card, reason, ...(error && advised(error)) };
    }
    case 'canceled':
      return { kind: 'cancelled', paymentRef };
    default:
      return { kind: 'processing', paymentRef };
  }
}

export async function viewCharge({ stripe }: StripeSide, paymentRef: string): Promise<Charge> {
  return describe(await stripe.paymentIntents.retrieve(paymentRef, { expand: CARD }));
}

export async function viewMarked(
  { stripe }: StripeSide,
  paymentRef: string,
): Promise<MarkedCharge> {
  const intent = await stripe.paymentIntents.retrieve(paymentRef, { expand: CARD });
  const { key } = intent.metadata;
  return { charge: describe(intent), amountCents: intent.amount, ...(key && { key }) };
}

export async function findCharge(
  side: StripeSide,
  request: { key: string; customerRef: string },
): Promise<Charge | undefined> {
  const known = await intentOfKey(side, request);
  return known && describe(known);
}

/**
 * Read from the customer's list, which holds what was made a moment ago; Stripe's search lags
 * behind. If a key was used again after it was forgotten, the one that took money counts.
 */
async function intentOfKey(
  { stripe }: StripeSide,
  { key, customerRef }: { key: string; customerRef: string },
): Promise<Stripe.PaymentIntent | undefined> {
  let best: Stripe.PaymentIntent | undefined;
  const all = stripe.paymentIntents.list({
    customer: customerRef,
    limit: 100,
    expand: CARD.map((name) => `data.${name}`),
  });
  for await (const intent of all) {
    if (intent.metadata['key'] !== key) continue;
    if (!best || weightOf(intent) > weightOf(best)) best = intent;
  }
  return best;
}

const weights: Readonly<Record<string, number>> = {
  succeeded: 3,
  processing: 2,
  requires_action: 2,
  requires_payment_method: 1,
};
const weightOf = ({ status }: Stripe.PaymentIntent) => weights[status] ?? 0;

/** What is paid or under way at the bank stays so. */
export async function cancelCharge(side: StripeSide, paymentRef: string): Promise<Charge> {
  try {
    return describe(await side.stripe.paymentIntents.cancel(paymentRef, { expand: CARD }));
  } catch (error) {
    const isOver =
      client.isInvalidRequest(error) && error.code === 'payment_intent_unexpected_state';
    if (!isOver) throw error;
    return viewCharge(side, paymentRef);
  }
}

const PAGE = 100;

export async function listCharges(
  { stripe }: StripeSide,
  { since, cursor }: { since: Date; cursor?: string | undefined },
): ReturnType<PaymentPort['listBooks']> {
  const page = await stripe.paymentIntents.list({
    limit: PAGE,
    created: { gte: Math.ceil(since.getTime() / 1000) },
    expand: CARD.map((name) => `data.${name}`),
    ...(cursor !== undefined && { starting_after: cursor }),
  });
  const last = page.data.at(-1);
  return { entries: page.data.map(entryOf), ...(page.has_more && last && { next: last.id }) };
}

function entryOf(intent: Stripe.PaymentIntent): BookEntry {
  const { ownerKind: kind, ownerId: id } = intent.metadata;
  return {
    ref: intent.id,
    amountCents: intent.amount,
    kind: describe(intent).kind,
    ...(kind && id && { owner: { kind, id } }),
    at: new Date(intent.created * 1000),
  };
}
