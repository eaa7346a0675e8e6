import { startStripe, type StripeServer } from '../server/src/testing/stripe/server.ts';
import { signAsStripe } from '../server/src/adapters/payment/stripe/signature.ts';
import { type MovingProduct, openMovingProduct } from './moving-product.ts';

const keys = {
  secretKey: 'sk_test_harbor',
  publishableKey: 'pk_test_harbor',
  webhookSecret: 'whsec_harbor',
};

export interface StripeProduct extends MovingProduct {
  readonly stripe: StripeServer;
}

/** A product that its settings alone lead to a Stripe on this machine. */
export async function openStripeProduct(baseURL: string, nr: number): Promise<StripeProduct> {
  const now = () => new Date();
  const stripe = await startStripe({ ...keys, now });
  const product = await openMovingProduct(baseURL, nr, {
    STRIPE_SECRET_KEY: keys.secretKey,
    STRIPE_PUBLISHABLE_KEY: keys.publishableKey,
    STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
    STRIPE_API_URL: stripe.url,
  });
  const stop = deliver(stripe, `${product.address}/app/notices/payment/harbor`);
  return {
    ...product,
    stripe,
    async close() {
      await stop();
      await product.close();
      await stripe.close();
    },
  };
}

/** In the wrong order, and the last one twice; what was not taken comes again. */
function deliver(stripe: StripeServer, address: string): () => Promise<void> {
  const waiting: string[] = [];
  let round = Promise.resolve();
  async function send() {
    const bodies = stripe.work().map(({ body }) => body);
    waiting.push(...bodies.toReversed(), ...bodies.slice(-1));
    for (const body of waiting.splice(0)) {
      const signature = signAsStripe(body, keys.webhookSecret, new Date());
      const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
      const answer = await fetch(address, { method: 'POST', headers, body }).catch(() => undefined);
      if (!answer?.ok) waiting.push(body);
    }
  }
  const timer = setInterval(() => {
    round = round.then(send);
  }, 250);
  return async () => {
    clearInterval(timer);
    await round;
  };
}
