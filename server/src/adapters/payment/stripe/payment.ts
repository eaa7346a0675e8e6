import { createHash } from 'node:crypto';
import type { World } from '../../../app.ts';
import { hours } from '../../../clock.ts';
import type { PaymentPort } from '../payment.ts';
import { detachCard, openSetup, viewCard, viewSetup } from './cards.ts';
import * as charges from './charges.ts';
import { asking, isOtherUseOfKey, stripeClient } from './client.ts';
import type { StripeSettings, StripeSide } from './client.ts';
import { answerDispute, viewDispute } from './disputes.ts';
import { viewFraudWarning } from './fraud-warnings.ts';
import { checkAccount } from './health.ts';
import { readNotice } from './notices.ts';
import { listPayouts } from './payouts.ts';
import * as refunds from './refunds.ts';

export type { StripeSettings } from './client.ts';

/** The least that Stripe takes in US dollars. */
const LEAST_CENTS = 50;
/** Stripe keeps a key for a day at least. */
const KEYS_KEPT = hours(24);
const SITE = 'https://js.stripe.com';

/** A function of its settings: several accounts live in one process. */
export function stripePayment(
  settings: StripeSettings,
  world: Pick<World, 'clock' | 'log'>,
): PaymentPort {
  const side: StripeSide = { stripe: stripeClient(settings), clock: world.clock, log: world.log };
  const { scriptUrl, publishableKey } = settings;
  return {
    name: 'stripe',
    leastCents: LEAST_CENTS,
    keysKeptFor: KEYS_KEPT,
    browser: () => ({ kind: 'stripe', scriptUrl, publishableKey }),
    sources: () => sourcesOf(scriptUrl, settings.apiUrl),
    createCustomer: (request) => asking(() => createCustomer(side, request)),
    charge: (request) => asking(() => charges.charge(side, request)),
    viewCharge: (paymentRef) => asking(() => charges.viewCharge(side, paymentRef)),
    findCharge: (request) => asking(() => charges.findCharge(side, request)),
    viewMarked: (paymentRef) => asking(() => charges.viewMarked(side, paymentRef)),
    cancelCharge: (paymentRef) => asking(() => charges.cancelCharge(side, paymentRef)),
    refund: (request) => asking(() => refunds.refund(side, request)),
    viewRefund: (refundRef) => asking(() => refunds.viewRefund(side, refundRef)),
    findRefund: (request) => asking(() => refunds.findRefund(side, request)),
    listBooks: ({ of, ...which }) =>
      asking(() => (of === 'charges' ? charges.listCharges : refunds.listRefunds)(side, which)),
    tellsPayouts: true,
    listPayouts: (days) => asking(() => listPayouts(side, days)),
    viewFraudWarning: (warningRef) => asking(() => viewFraudWarning(side, warningRef)),
    viewDispute: (disputeRef) => asking(() => viewDispute(side, disputeRef)),
    answerDispute: (request) => asking(() => answerDispute(side, request)),
    openCardSetup: (request) => asking(() => openSetup(side, request)),
    viewCardSetup: (sessionId) => asking(() => viewSetup(side, sessionId)),
    viewCard: (cardRef) => asking(() => viewCard(side, cardRef)),
    detachCard: (cardRef) => asking(() => detachCard(side, cardRef)),
    check: () => checkAccount(side, settings),
    readNotice: (headers, body) =>
      readNotice(headers, body, { secret: settings.webhookSecret, now: world.clock.now() }),
  };
}

async function createCustomer(
  { stripe }: StripeSide,
  { key, email, name }: Parameters<PaymentPort['createCustomer']>[0],
): Promise<{ ref: string }> {
  const params = { email, name, metadata: { key } };
  try {
    return { ref: (await stripe.customers.create(params, { idempotencyKey: key })).id };
  } catch (error) {
    // Renamed between two tries. A record that nobody uses costs nothing.
    if (!isOtherUseOfKey(error)) throw error;
    const other = createHash('sha256').update(`${email} ${name}`).digest('base64url');
    const idempotencyKey = `${key}:${other}`;
    return { ref: (await stripe.customers.create(params, { idempotencyKey })).id };
  }
}

/**
 * As docs.stripe.com/security/guide asks, for the Payment Element with cards and wallets. The script
 * adds others of its site, which the page's `default` policy lets pass (decision 0650).
 */
function sourcesOf(scriptUrl: string, apiUrl: string): ReturnType<PaymentPort['sources']> {
  const script = new URL(scriptUrl).origin;
  const guest = { 'trusted-types': ['default'] };
  if (script !== SITE) {
    const api = new URL(apiUrl).origin;
    return {
      'script-src': [script],
      'connect-src': [script, api],
      'frame-src': [script],
      ...guest,
    };
  }
  return {
    'script-src': [script, 'https://*.js.stripe.com'],
    // Whatever stands between our server and Stripe, browsers ask Stripe itself.
    'connect-src': ['https://api.stripe.com'],
    'frame-src': [script, 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
    'img-src': ['https://*.stripe.com'],
    ...guest,
  };
}
