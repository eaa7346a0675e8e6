import { paymentSuite } from '../payment.suite.ts';
import { openStripe, stripeBench } from './bench.suite.ts';

paymentSuite('Stripe', async () => stripeBench(await openStripe()));
