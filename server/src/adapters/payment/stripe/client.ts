import { Stripe } from 'stripe';
import type { World } from '../../../app.ts';
import { OutsideFailure } from '../../outside-failure.ts';

export interface StripeSettings {
  secretKey: string;
  publishableKey: string;
  /** `whsec_…`, of the endpoint that sends the notices. */
  webhookSecret: string;
  /** `https://api.stripe.com`; another host for tests. */
  apiUrl: string;
  /** Where the browser's half comes from; the provider's own site. */
  scriptUrl: string;
}

/** What an adapter of Stripe works with. */
export interface StripeSide {
  readonly stripe: Stripe;
  readonly clock: World['clock'];
  readonly log: World['log'];
}

/** A bank may take its time. */
const TIMEOUT_MS = 20_000;

export function stripeClient(settings: Pick<StripeSettings, 'secretKey' | 'apiUrl'>): Stripe {
  const url = new URL(settings.apiUrl);
  const protocol = url.protocol === 'http:' ? 'http' : 'https';
  return new Stripe(settings.secretKey, {
    maxNetworkRetries: 2,
    timeout: TIMEOUT_MS,
    telemetry: false,
    protocol,
    host: url.hostname,
    port: url.port || (protocol === 'http' ? 80 : 443),
  });
}

/** The error that Stripe answered with, of one of these kinds. */
export const isStripeError = (error: unknown): error is Stripe.errors.StripeError =>
  error instanceof Stripe.errors.StripeError;

/** Refused before anything was done: a mistake in the request, or something that is not there. */
export const isInvalidRequest = (error: unknown): error is Stripe.errors.StripeError =>
  isStripeError(error) && error.type === 'StripeInvalidRequestError';

/** The key was used before with other parameters. */
export const isOtherUseOfKey = (error: unknown): error is Stripe.errors.StripeError =>
  isStripeError(error) && error.type === 'StripeIdempotencyError' && error.statusCode !== 409;

/** The work may be done: only asking tells. A failure is replayed for as long as the key is kept. */
export const isStripesFailure = (error: unknown): error is Stripe.errors.StripeError =>
  isStripeError(error) && error.type === 'StripeAPIError';

/** What it says is safe to log: Stripe's own errors hold whole answers with names and secrets. */
export function safeError(error: Stripe.errors.StripeError): Error {
  const { type, statusCode, requestId } = error;
  const words = [type, statusCode, error.code ?? networkCode(error), requestId].filter(
    (one) => one !== undefined,
  );
  return new Error(`Stripe: ${words.join(' ')}`);
}

function networkCode({ detail }: Stripe.errors.StripeError): string | undefined {
  return detail instanceof Error && 'code' in detail ? String(detail.code) : undefined;
}

const neverSent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']);

/** Nothing was done, or nobody knows. */
function outcomeOf(error: Stripe.errors.StripeError): 'not_done' | 'unknown' {
  switch (error.type) {
    case 'StripeAuthenticationError':
    case 'StripePermissionError':
    case 'StripeRateLimitError':
      return 'not_done';
    case 'StripeConnectionError': {
      return neverSent.has(networkCode(error) ?? '') ? 'not_done' : 'unknown';
    }
    default:
      return 'unknown';
  }
}

/**
 * Trouble becomes an OutsideFailure; what is our own mistake (a wrong request, a key used twice)
 * stays an error to be looked at.
 */
export function troubleOf(error: unknown): unknown {
  if (!isStripeError(error)) return error;
  const cause = safeError(error);
  if (isOtherUseOfKey(error)) {
    return new Error('The idempotency key was used for something else', { cause });
  }
  if (isInvalidRequest(error)) return cause;
  return new OutsideFailure('payment', outcomeOf(error), cause);
}

/** Each verb of the port is one of these. */
export async function asking<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw troubleOf(error);
  }
}
