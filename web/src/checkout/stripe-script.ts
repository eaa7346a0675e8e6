import type { PublicPayment } from '@portside/contract/brand';
import type { Stripe, StripeConstructor } from '@stripe/stripe-js';
import { forgetLoad, loadOutsideScript } from '../api/outside-script.ts';

export type LoadStripe = (payment: PublicPayment) => Promise<Stripe>;

const host = globalThis as { Stripe?: StripeConstructor };
const known = new Map<string, Stripe>();

/** From the provider's own site (I22). One for each key: a second one would load its frames again. */
export const loadStripe: LoadStripe = async ({ scriptUrl, publishableKey }) => {
  await loadOutsideScript(scriptUrl, { brings: true });
  const make = host.Stripe;
  if (!make) {
    forgetLoad(scriptUrl);
    throw new Error('The script of the payment provider brought nothing');
  }
  const stripe = known.get(publishableKey) ?? make(publishableKey);
  known.set(publishableKey, stripe);
  return stripe;
};
