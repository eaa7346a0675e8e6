import { parseArgs } from 'node:util';
import { signAsStripe } from '../../adapters/payment/stripe/signature.ts';
import { systemClock } from '../../clock.ts';
import { startStripe } from './server.ts';

/**
 * A Stripe account on this machine, for walks in a browser:
 * `node server/src/testing/stripe/run-stripe.ts --port 12111 --notify http://127.0.0.1:3000/app/notices/payment`
 * Set STRIPE_SECRET_KEY=sk_test_local, STRIPE_PUBLISHABLE_KEY=pk_test_local,
 * STRIPE_WEBHOOK_SECRET=whsec_local, STRIPE_API_URL=http://127.0.0.1:12111 and
 * STRIPE_SCRIPT_URL=http://127.0.0.1:12111/endive/stripe.js.
 */
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '12111' },
    name: { type: 'string', default: 'local' },
    notify: { type: 'string', default: '' },
  },
});

const webhookSecret = `whsec_${values.name}`;
const stripe = await startStripe(
  {
    secretKey: `sk_test_${values.name}`,
    publishableKey: `pk_test_${values.name}`,
    webhookSecret,
    now: () => systemClock.now(),
  },
  Number(values.port),
);
console.log(`Stripe answers at ${stripe.url}`);

const waiting: string[] = [];
const timer = setInterval(() => void deliver(), 250);

/** The last ones first, and one of them twice; what was not taken comes again. */
async function deliver(): Promise<void> {
  const bodies = stripe.work().map(({ body }) => body);
  waiting.push(...bodies.toReversed(), ...bodies.slice(-1));
  if (!values.notify) return;
  for (const body of waiting.splice(0)) {
    const signature = signAsStripe(body, webhookSecret, systemClock.now());
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    const answer = await fetch(values.notify, { method: 'POST', headers, body }).catch(() => null);
    if (!answer?.ok) waiting.push(body);
  }
}

process.once('SIGTERM', () => {
  clearInterval(timer);
  void stripe.close();
});
