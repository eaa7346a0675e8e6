import { type CardField, readCard, type TypedCard } from '../../adapters/payment/sandbox/cards.ts';
import { hours, later } from '../../clock.ts';
import { freshId, need, stampOf, tell } from './account.ts';
import type { Session, StripeAccount } from './account.ts';
import { methodObject, sessionObject, tokenObject } from './objects.ts';
import { checkAddress, checkFields, invalid, mapOf, StripeProblem, textOf } from './wire.ts';
import type { Fields } from './wire.ts';

export const TOKENS_HOLD = hours(12);
const SESSIONS_HOLD = hours(24);

export function createSession(account: StripeAccount, fields: Fields): object {
  checkFields(
    fields,
    {
      mode: ['setup'],
      currency: ['usd'],
      customer: 'text',
      client_reference_id: 'text',
      allowed_payment_method_types: { list: ['card'] },
      success_url: 'text',
      cancel_url: 'text',
      setup_intent_data: { metadata: 'map', description: 'text' },
      metadata: 'map',
    },
    ['mode', 'success_url'],
  );
  const hasTypes = fields['allowed_payment_method_types'] !== undefined;
  if (!hasTypes && textOf(fields, 'currency') === undefined) {
    throw invalid('currency is required in setup mode.', { param: 'currency' });
  }
  for (const name of ['success_url', 'cancel_url']) checkAddress(fields, name);
  const customer = textOf(fields, 'customer') ?? '';
  need(account.customers, customer, 'customer', 'customer');
  const session: Session = {
    id: freshId('cs_test'),
    created: stampOf(account.now()),
    customer,
    successUrl: textOf(fields, 'success_url') ?? '',
    cancelUrl: textOf(fields, 'cancel_url') ?? '',
    metadata: mapOf(mapOf(fields, 'setup_intent_data'), 'metadata'),
    status: 'open',
    expiresAt: later(account.now(), SESSIONS_HOLD),
    method: null,
    setupStatus: 'succeeded',
  };
  account.sessions.set(session.id, session);
  return sessionObject(session, account.now(), account.origin, []);
}

/** The hosted page was filled in: where the browser goes, or what is wrong with the card. */
export function completeSession(
  account: StripeAccount,
  id: string,
  typed: TypedCard,
): { goTo: string } | { field: CardField; message: string } {
  const session = need(account.sessions, id, 'checkout.session');
  // Only the literal braces are filled in.
  const goTo = session.successUrl.replace('{CHECKOUT_SESSION_ID}', id);
  if (session.status === 'complete') return { goTo };
  const now = account.now();
  const read = readCard(typed, now);
  if (!('card' in read)) return read;
  const { behaviour } = read.card;
  if (behaviour === 'declined' || behaviour === 'insufficient_funds') {
    return { field: 'number', message: 'Your card was declined. Please try another one.' };
  }
  session.status = 'complete';
  session.method = {
    id: freshId('pm'),
    created: stampOf(now),
    customer: session.customer,
    isDetached: false,
    card: read.card,
    setUpFor: 'off_session',
  };
  account.methods.set(session.method.id, session.method);
  const shown = sessionObject(session, now, account.origin, []);
  tell(account, 'setup_intent.succeeded', {
    id: shown.setup_intent,
    object: 'setup_intent',
    status: 'succeeded',
    customer: session.customer,
  });
  tell(account, 'checkout.session.completed', shown);
  return { goTo };
}

/** The bank sent the customer a new card, and the network told Stripe. */
export function renewMethod(account: StripeAccount, id: string, expiry: string): void {
  const method = need(account.methods, id, 'PaymentMethod');
  method.card = { ...method.card, expiry, last4Digits: '1881' };
  tell(account, 'payment_method.automatically_updated', methodObject(method));
}

/** Somebody took it off in Stripe's dashboard. */
export function takeMethodOff(account: StripeAccount, id: string): void {
  const method = need(account.methods, id, 'PaymentMethod');
  method.customer = null;
  method.isDetached = true;
  tell(account, 'payment_method.detached', methodObject(method));
}

/** What the browser's script asks for, with the publishable key. */
export function createToken(account: StripeAccount, fields: Fields): object {
  checkFields(fields, {
    payment_method_data: {
      type: ['card'],
      card: { number: 'text', exp_month: 'integer', exp_year: 'integer', cvc: 'text' },
      billing_details: { name: 'text', email: 'text', address: 'map' },
    },
    setup_future_usage: ['off_session'],
    return_url: 'text',
  });
  const method = mapOf(fields, 'payment_method_data') as Fields;
  const card = mapOf(method, 'card');
  const name = mapOf(method, 'billing_details')['name'] ?? '';
  const expiry = `${(card['exp_month'] ?? '').padStart(2, '0')}/${(card['exp_year'] ?? '').slice(-2)}`;
  const number = card['number'] ?? '';
  const read = readCard(
    { number, expiry, cvv: card['cvc'] ?? '', cardholderName: name },
    account.now(),
  );
  if (!('card' in read)) {
    const code = `${read.field === 'number' ? 'incorrect' : 'invalid'}_${read.field}`;
    throw new StripeProblem(402, { type: 'card_error', code, message: read.message });
  }
  const token = {
    id: freshId('ctoken'),
    card: read.card,
    expiresAt: later(account.now(), TOKENS_HOLD),
    intent: null,
  };
  account.tokens.set(token.id, token);
  return tokenObject(token);
}
