import { openStripe } from '../../adapters/payment/stripe/bench.suite.ts';
import { askEverything } from '../../adapters/payment/stripe/walk.suite.ts';
import { COULD_NOT, readDescription } from '../openapi-file.ts';
import { descriptionErrors } from '../openapi-requests.ts';

/**
 * `npm run test:stripe [-- --file spec3.json]`: holds every request of the adapter against the
 * description that Stripe publishes.
 */
const ADDRESS = 'https://raw.githubusercontent.com/stripe/openapi/master/openapi/spec3.json';

const api = await readDescription('Stripe', ADDRESS);
if (api) {
  const bench = await openStripe();
  await askEverything(bench);
  const { seen } = bench.stripe;
  await bench.stripe.close();
  const errors = descriptionErrors(api, seen);
  for (const error of errors) console.error(error);
  const version = api.info.version;
  console.log(`${seen.length} requests, ${errors.length} not allowed by Stripe’s ${version}`);
  process.exitCode = errors.length > 0 ? 1 : 0;
} else process.exitCode = COULD_NOT;
