import { openStripe } from '../../adapters/payment/stripe/bench.suite.ts';
import { askEverything } from '../../adapters/payment/stripe/walk.suite.ts';
import { descriptionErrors, type ApiDescription } from './openapi-requests.ts';

/**
 * `npm run test:stripe`: holds every request of the adapter against the description that Stripe
 * publishes, as it is today. It is fetched and forgotten, never kept here.
 */
const ADDRESS = 'https://raw.githubusercontent.com/stripe/openapi/master/openapi/spec3.json';
const PATIENCE_MS = 60_000;

/** Nothing was checked. */
const COULD_NOT = 2;

async function fetchDescription(): Promise<ApiDescription | undefined> {
  try {
    const answer = await fetch(ADDRESS, { signal: AbortSignal.timeout(PATIENCE_MS) });
    if (!answer.ok) throw new Error(`it answered ${answer.status}`);
    return (await answer.json()) as ApiDescription;
  } catch (error) {
    const { cause, message } = error as Error;
    const why = cause instanceof Error ? cause.message : message;
    console.error(
      `NOT CHECKED: Stripe’s description could not be fetched from ${ADDRESS} (${why}).`,
    );
    return undefined;
  }
}

const api = await fetchDescription();
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
