import { CheckFailed } from '../../health.ts';
import * as client from './client.ts';
import type { StripeSettings, StripeSide } from './client.ts';

const TIMEOUT_MS = 10_000;

/** Reads one payment, which is what every other call needs the right for, too. */
export async function checkAccount(
  { stripe }: StripeSide,
  { secretKey, publishableKey }: StripeSettings,
): Promise<void> {
  const isLive = (key: string) => key.includes('_live_');
  if (isLive(secretKey) !== isLive(publishableKey)) {
    throw new CheckFailed(
      'payment',
      'One Stripe key is for tests and the other for real money: take STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY from the same page.',
    );
  }
  try {
    await stripe.paymentIntents.list({ limit: 1 }, { timeout: TIMEOUT_MS, maxNetworkRetries: 0 });
  } catch (error) {
    const advice = client.isStripeError(error) && adviceFor(error.type);
    if (!advice) throw client.troubleOf(error);
    throw new CheckFailed('payment', advice, client.safeError(error));
  }
}

function adviceFor(type: string): string | undefined {
  switch (type) {
    case 'StripeAuthenticationError':
      return 'Stripe does not know STRIPE_SECRET_KEY. Take it from Developers → API keys.';
    case 'StripePermissionError':
      return 'STRIPE_SECRET_KEY may not read payments: give it the rights that docs/adapters/stripe.md names.';
    default:
      return undefined;
  }
}
