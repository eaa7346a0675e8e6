import { isPast } from '../../adapters/payment/sandbox/cards.ts';
import { later, seconds } from '../../clock.ts';
import { freshId, need, stampOf, tell } from './account.ts';
import type { Decline, Intent, Method, StripeAccount } from './account.ts';
import { intentObject, methodObject } from './objects.ts';
import {
  checkAddress,
  checkFields,
  invalid,
  listOf,
  mapOf,
  StripeProblem,
  textOf,
} from './wire.ts';
import type { Fields } from './wire.ts';

const SETTLES_AFTER = seconds(3);
const LEAST = 50;

const declines: Record<string, Decline> = {
  declined: { code: 'card_declined', decline_code: 'generic_decline', message: 'Declined.' },
  declined_when_charged: { code: 'card_declined', decline_code: 'do_not_honor', message: 'No.' },
  declined_later: { code: 'card_declined', decline_code: 'generic_decline', message: 'Declined.' },
  insufficient_funds: {
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
  stolen: { code: 'card_declined', decline_code: 'stolen_card', message: 'Declined.' },
  expired: { code: 'expired_card', message: 'Your card has expired.' },
  unasked: {
    code: 'authentication_required',
    decline_code: 'authentication_required',
    message: 'This transaction requires authentication.',
  },
};
const bankSaidNo: Decline = {
  code: 'payment_intent_authentication_failure',
  message: 'The provided payment method has failed authentication.',
};

/** @throws StripeProblem 402 with the intent, when the bank declines */
export function createIntent(account: StripeAccount, fields: Fields): object {
  checkFields(
    fields,
    {
      amount: 'integer',
      currency: ['usd'],
      customer: 'text',
      payment_method: 'text',
      confirmation_token: 'text',
      confirm: ['true'],
      off_session: 'flag',
      use_stripe_sdk: 'flag',
      setup_future_usage: ['off_session', 'on_session'],
      allowed_payment_method_types: { list: ['card'] },
      return_url: 'text',
      description: 'text',
      statement_descriptor_suffix: 'text',
      metadata: 'map',
      expand: { list: ['payment_method'] },
    },
    ['amount', 'currency', 'confirm'],
  );
  const amount = Number(textOf(fields, 'amount'));
  if ((textOf(fields, 'description') ?? '').length > 1000) {
    throw invalid('Invalid string: at most 1000 characters', { param: 'description' });
  }
  if (amount < LEAST) {
    const message = 'Amount must be at least $0.50 usd';
    throw invalid(message, { code: 'amount_too_small', param: 'amount' });
  }
  const customer = textOf(fields, 'customer') ?? null;
  checkAddress(fields, 'return_url');
  if (customer !== null) need(account.customers, customer, 'customer', 'customer');
  const absent = textOf(fields, 'off_session') === 'true';
  const token = textOf(fields, 'confirmation_token');
  const keepsFor = (textOf(fields, 'setup_future_usage') ?? null) as Intent['keepsFor'];
  if (absent && keepsFor) {
    throw invalid('setup_future_usage cannot be used with off_session.', { param: 'off_session' });
  }
  const now = account.now();
  const intent: Intent = {
    id: freshId('pi'),
    created: stampOf(now),
    amount,
    customer,
    description: textOf(fields, 'description') ?? null,
    metadata: mapOf(fields, 'metadata'),
    status: 'succeeded',
    method: methodToCharge(account, fields, customer),
    keepsFor,
    returnUrl: textOf(fields, 'return_url') ?? null,
    // As a token says by itself.
    usesSdk:
      account.asksByScript ||
      (textOf(fields, 'use_stripe_sdk') ?? String(token !== undefined)) === 'true',
    decline: null,
    settleAt: null,
  };
  if (token !== undefined) need(account.tokens, token, 'confirmation_token').intent = intent.id;
  confirm(account, intent, absent);
  account.intents.set(intent.id, intent);
  tell(account, 'payment_intent.created', intentObject(intent, account.origin));
  tellState(account, intent);
  if (intent.decline) throw declinedProblem(account, intent, intent.decline);
  return intentObject(intent, account.origin, listOf(fields, 'expand'));
}

function methodToCharge(account: StripeAccount, fields: Fields, customer: string | null): Method {
  const ref = textOf(fields, 'payment_method');
  const tokenId = textOf(fields, 'confirmation_token');
  if (ref !== undefined && tokenId === undefined) {
    const method = need(account.methods, ref, 'PaymentMethod', 'payment_method');
    if (method.isDetached) {
      throw invalid('The provided PaymentMethod was detached. It may not be used again.');
    }
    if (method.customer !== customer) {
      const message = `The customer does not have a payment method with the ID ${ref}.`;
      throw invalid(message, { code: 'resource_missing', param: 'payment_method' });
    }
    return method;
  }
  if (tokenId === undefined) throw invalid('You cannot confirm without a payment method.');
  const token = need(account.tokens, tokenId, 'confirmation_token', 'confirmation_token');
  if (token.intent !== null) {
    throw invalid('This ConfirmationToken was used already.', { param: 'confirmation_token' });
  }
  if (token.expiresAt <= account.now()) {
    throw invalid('This ConfirmationToken has expired.', { param: 'confirmation_token' });
  }
  const method: Method = {
    id: freshId('pm'),
    created: stampOf(account.now()),
    customer: null,
    isDetached: false,
    card: token.card,
    setUpFor: null,
  };
  account.methods.set(method.id, method);
  return method;
}

function confirm(account: StripeAccount, intent: Intent, absent: boolean): void {
  const { card } = intent.method;
  const now = account.now();
  const paidBefore = [...account.intents.values()].some(
    (one) => one.status === 'succeeded' && one.method.card.last4Digits === card.last4Digits,
  );
  if (isPast(card.expiry, now)) return decline(intent, declines['expired']);
  if (absent && intent.method.setUpFor !== 'off_session') {
    return decline(intent, declines['unasked']);
  }
  switch (card.behaviour) {
    case 'asks_to_confirm':
      if (absent) return decline(intent, declines['unasked']);
      intent.status = 'requires_action';
      return undefined;
    case 'outcome_unknown':
      intent.status = 'processing';
      intent.settleAt = later(now, SETTLES_AFTER);
      return undefined;
    case 'declined_later':
      if (paidBefore) return decline(intent, declines['declined_later']);
      break;
    default:
      if (declines[card.behaviour]) return decline(intent, declines[card.behaviour]);
  }
  return succeed(intent);
}

function decline(intent: Intent, why: Decline | undefined): void {
  intent.status = 'requires_payment_method';
  intent.decline = why ?? null;
}

function succeed(intent: Intent): void {
  intent.status = 'succeeded';
  if (!intent.keepsFor || intent.method.customer !== null) return;
  Object.assign(intent.method, { customer: intent.customer, setUpFor: intent.keepsFor });
}

const declinedProblem = (account: StripeAccount, intent: Intent, why: Decline) =>
  new StripeProblem(402, {
    type: 'card_error',
    ...why,
    payment_intent: intentObject(intent, account.origin),
    payment_method: methodObject(intent.method),
  });

const eventTypes: Record<Intent['status'], string> = {
  succeeded: 'payment_intent.succeeded',
  processing: 'payment_intent.processing',
  requires_action: 'payment_intent.requires_action',
  requires_payment_method: 'payment_intent.payment_failed',
  canceled: 'payment_intent.canceled',
};

const tellState = (account: StripeAccount, intent: Intent) =>
  tell(account, eventTypes[intent.status], intentObject(intent, account.origin));

export function cancelIntent(account: StripeAccount, id: string, fields: Fields): object {
  checkFields(fields, { cancellation_reason: 'text', expand: { list: ['payment_method'] } });
  const intent = need(account.intents, id, 'payment_intent', 'intent');
  if (!['requires_action', 'requires_payment_method'].includes(intent.status)) {
    const message = `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`;
    throw invalid(message, { code: 'payment_intent_unexpected_state' });
  }
  intent.status = 'canceled';
  tellState(account, intent);
  return intentObject(intent, account.origin, listOf(fields, 'expand'));
}

/** The bank's page was answered; one that is no longer asked changes nothing. */
export function answerBank(account: StripeAccount, id: string, said: 'complete' | 'fail'): string {
  const intent = need(account.intents, id, 'payment_intent');
  if (intent.status === 'requires_action') {
    if (said === 'complete') succeed(intent);
    else decline(intent, bankSaidNo);
    tellState(account, intent);
  }
  const back = new URL(intent.returnUrl ?? 'about:blank');
  back.searchParams.set('payment_intent', intent.id);
  back.searchParams.set('payment_intent_client_secret', `${intent.id}_secret_${intent.created}`);
  back.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'failed');
  return back.href;
}

export function settleIntents(account: StripeAccount): void {
  for (const intent of account.intents.values()) {
    if (!intent.settleAt || intent.settleAt > account.now()) continue;
    intent.settleAt = null;
    succeed(intent);
    tellState(account, intent);
  }
}
