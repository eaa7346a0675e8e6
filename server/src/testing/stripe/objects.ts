import type {
  Customer,
  Dispute,
  FraudWarning,
  Intent,
  Method,
  Refund,
  Session,
  StripeAccount,
  Token,
} from './account.ts';
import { stampOf } from './account.ts';

/** How Stripe shows what it holds. `expand` names what is shown whole instead of by its id. */
export const customerObject = (one: Customer) => ({
  id: one.id,
  object: 'customer',
  created: one.created,
  email: one.email,
  name: one.name,
  metadata: one.metadata,
  livemode: false,
});

function cardOf(card: Method['card']) {
  const [month = '0', year = '0'] = card.expiry.split('/');
  const brand = card.network ?? 'unknown';
  return {
    brand,
    display_brand: brand === 'amex' ? 'american_express' : brand,
    last4: card.last4Digits,
    exp_month: Number(month),
    exp_year: 2000 + Number(year),
    funding: 'credit',
    country: 'US',
    wallet: null,
  };
}

export const methodObject = (one: Method) => ({
  id: one.id,
  object: 'payment_method',
  type: 'card',
  created: one.created,
  customer: one.customer,
  billing_details: { name: one.card.cardholderName, email: null, phone: null, address: null },
  card: cardOf(one.card),
  livemode: false,
});

export const tokenObject = (one: Token) => ({
  id: one.id,
  object: 'confirmation_token',
  // Null once it was used.
  expires_at: one.intent === null ? stampOf(one.expiresAt) : null,
  payment_intent: one.intent,
  setup_intent: null,
  use_stripe_sdk: true,
  payment_method_preview: {
    type: 'card',
    billing_details: { name: one.card.cardholderName },
    card: cardOf(one.card),
  },
  livemode: false,
});

export function intentObject(one: Intent, origin: string, expand: readonly string[] = []) {
  const isDeclined = one.status === 'requires_payment_method';
  const method = expand.includes('payment_method') ? methodObject(one.method) : one.method.id;
  return {
    id: one.id,
    object: 'payment_intent',
    amount: one.amount,
    amount_received: one.status === 'succeeded' ? one.amount : 0,
    currency: 'usd',
    customer: one.customer,
    description: one.description,
    metadata: one.metadata,
    created: one.created,
    status: one.status,
    client_secret: `${one.id}_secret_${one.created}`,
    payment_method: isDeclined ? null : method,
    payment_method_types: ['card'],
    setup_future_usage: one.keepsFor,
    next_action: nextAction(one, origin),
    last_payment_error: one.decline && {
      type: 'card_error',
      ...one.decline,
      payment_method: methodObject(one.method),
    },
    livemode: false,
  };
}

/** Without an address to come back to, only the browser's script can ask the bank. */
function nextAction(one: Intent, origin: string) {
  if (one.status !== 'requires_action') return null;
  if (one.usesSdk || one.returnUrl === null) return { type: 'use_stripe_sdk', use_stripe_sdk: {} };
  const url = `${origin}/pages/bank/${one.id}`;
  return { type: 'redirect_to_url', redirect_to_url: { url, return_url: one.returnUrl } };
}

export const refundObject = (one: Refund) => ({
  id: one.id,
  object: 'refund',
  amount: one.amount,
  currency: 'usd',
  created: one.created,
  payment_intent: one.intent.id,
  metadata: one.metadata,
  status: one.status,
  ...(one.failureReason !== null && { failure_reason: one.failureReason }),
});

export const disputeObject = (one: Dispute) => ({
  id: one.id,
  object: 'dispute',
  amount: one.intent.amount,
  currency: 'usd',
  created: one.created,
  payment_intent: one.intent.id,
  reason: one.reason,
  status: one.status,
  metadata: one.metadata,
  evidence: one.evidence,
  evidence_details: {
    due_by: one.dueBy && stampOf(one.dueBy),
    has_evidence: Object.keys(one.evidence).length > 0,
    past_due: false,
    submission_count: one.submissions,
  },
});

/** Something can be done until the payment is disputed, or given back whole. */
export function warningObject(
  { id, created, intent, fraudType }: FraudWarning,
  { disputes, refunds }: StripeAccount,
) {
  const back = [...refunds.values()]
    .filter((one) => one.intent === intent && one.status !== 'failed')
    .reduce((sum, { amount }) => sum + amount, 0);
  const isDisputed = [...disputes.values()].some((one) => one.intent === intent);
  return {
    id,
    object: 'radar.early_fraud_warning',
    actionable: !isDisputed && back < intent.amount,
    charge: `ch_${intent.id}`,
    created,
    fraud_type: fraudType,
    livemode: false,
    payment_intent: intent.id,
  };
}

export function sessionObject(one: Session, now: Date, origin: string, expand: readonly string[]) {
  const isOver = one.status === 'open' && one.expiresAt <= now;
  const isOpen = one.status === 'open' && !isOver;
  return {
    id: one.id,
    object: 'checkout.session',
    mode: 'setup',
    status: isOver ? 'expired' : one.status,
    customer: one.customer,
    created: one.created,
    expires_at: stampOf(one.expiresAt),
    url: isOpen ? `${origin}/pages/setup/${one.id}` : null,
    setup_intent: one.method && setupOf(one, one.method, expand),
    livemode: false,
  };
}

function setupOf(one: Session, method: Method, expand: readonly string[]) {
  const id = one.id.replace('cs_', 'seti_');
  const isDeep = expand.includes('setup_intent.payment_method');
  if (!isDeep && !expand.includes('setup_intent')) return id;
  return {
    id,
    object: 'setup_intent',
    status: one.setupStatus,
    usage: 'off_session',
    customer: one.customer,
    metadata: one.metadata,
    payment_method: isDeep ? methodObject(method) : method.id,
  };
}
