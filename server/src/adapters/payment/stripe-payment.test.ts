import { paymentSuite } from './payment.suite.ts';
import { openStripe, stripeBench } from './stripe-bench.suite.ts';

paymentSuite('Stripe', async () => stripeBench(await openStripe()));
