import type { Stripe } from 'stripe';
import type { CardNetwork } from '@portside/contract/payments';
import type { CardFacts, PaymentPort } from '../payment.ts';
import { isInvalidRequest, type StripeSide } from './client.ts';

const networks: Readonly<Record<string, CardNetwork>> = {
  visa: 'visa',
  mastercard: 'mastercard',
  amex: 'amex',
  jcb: 'jcb',
  discover: 'discover',
  diners: 'diners',
  unionpay: 'unionpay',
};

export const noCard: CardFacts = { network: null, last4Digits: '', expiry: '', cardholderName: '' };

export function factsOf(method: Stripe.PaymentMethod | string | null | undefined): CardFacts {
  if (!method || typeof method === 'string') return noCard;
  const { card, billing_details } = method;
  const cardholderName = billing_details.name ?? '';
  if (!card) return { ...noCard, cardholderName };
  const month = String(card.exp_month).padStart(2, '0');
  return {
    // Other networks have no picture of their own.
    network: networks[card.brand] ?? null,
    last4Digits: card.last4,
    expiry: `${month}/${String(card.exp_year).slice(-2)}`,
    cardholderName,
  };
}

export const idOf = (one: string | { id: string } | null | undefined): string =>
  typeof one === 'string' ? one : (one?.id ?? '');

export async function openSetup(
  { stripe }: StripeSide,
  { key, customerRef, successUrl, failureUrl }: Parameters<PaymentPort['openCardSetup']>[0],
): ReturnType<PaymentPort['openCardSetup']> {
  const { id, url } = await stripe.checkout.sessions.create(
    {
      mode: 'setup',
      currency: 'usd',
      allowed_payment_method_types: ['card'],
      customer: customerRef,
      success_url: successUrl,
      cancel_url: failureUrl,
    },
    { idempotencyKey: key },
  );
  if (!url) throw new Error(`Stripe opened no page for ${id}`);
  return { url, sessionId: id };
}

/** Only what Stripe itself says counts. */
export async function viewSetup(
  { stripe }: StripeSide,
  sessionId: string,
): ReturnType<PaymentPort['viewCardSetup']> {
  const session = await stripe.checkout.sessions.retrieve(sessionId, {
    expand: ['setup_intent.payment_method'],
  });
  if (session.mode !== 'setup') throw new Error(`The session ${sessionId} saves no card`);
  const customerRef = idOf(session.customer);
  if (session.status === 'expired') return { status: 'failed', customerRef };
  const setup = session.setup_intent;
  if (session.status !== 'complete' || !setup || typeof setup === 'string') {
    return { status: 'open', customerRef };
  }
  if (setup.status === 'canceled') return { status: 'failed', customerRef };
  const method = setup.payment_method;
  const isSaved = setup.status === 'succeeded' && method && typeof method !== 'string';
  // The bank may still be thinking.
  if (!isSaved || idOf(method.customer) !== customerRef) return { status: 'open', customerRef };
  return { status: 'complete', customerRef, cardRef: method.id, card: factsOf(method) };
}

export async function detachCard(side: StripeSide, cardRef: string): Promise<void> {
  try {
    await side.stripe.paymentMethods.detach(cardRef);
  } catch (error) {
    if (!isInvalidRequest(error) || (await holderOf(side, cardRef)) !== undefined) throw error;
  }
}

export async function viewCard(side: StripeSide, ref: string): Promise<CardFacts | undefined> {
  const method = await attachedMethod(side, ref);
  return method && factsOf(method);
}

/** Whose card it is; undefined when it is gone or was taken off. */
export async function holderOf(side: StripeSide, ref: string): Promise<string | undefined> {
  return idOf((await attachedMethod(side, ref))?.customer) || undefined;
}

async function attachedMethod({ stripe }: StripeSide, ref: string) {
  try {
    const method = await stripe.paymentMethods.retrieve(ref);
    return method.customer ? method : undefined;
  } catch (error) {
    if (isInvalidRequest(error)) return undefined;
    throw error;
  }
}
