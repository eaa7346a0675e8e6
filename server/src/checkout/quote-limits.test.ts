import { askQuote } from '@portside/contract/checkout';
import { expect, onTestFinished, test } from 'vitest';
import { callerAt } from '../testing/caller.ts';
import { behindProxy } from '../testing/networks.ts';
import { newcomer } from '../testing/shopping.ts';
import { openTestApp } from '../testing/test-app.ts';

test('one account cannot have prices worked out without end, however many networks it comes from', async () => {
  const app = await openTestApp({ config: behindProxy });
  onTestFinished(() => app.close());
  const { token } = await newcomer(app);
  const request = { planId: 'ferry-5', cartId: 'scraping-1', zipCode: '10005' };
  const comingFrom = (network: string, whose: string | undefined) =>
    callerAt(app.address, whose, () => ({ 'x-forwarded-for': network }));
  for (let turn = 0; turn < 12; turn += 1) {
    await Promise.all(
      Array.from({ length: 25 }, (_, at) =>
        comingFrom(`10.9.${turn}.${at}`, token).call(askQuote, request),
      ),
    );
  }
  const { status } = await comingFrom('10.10.0.1', token).refusal(askQuote, request);
  expect(status).toBe(429);
  // Somebody else in that network is not told to wait.
  const other = await comingFrom('10.10.0.1', undefined).call(askQuote, request);
  expect(other.finalCheckoutAmount).toBeGreaterThan(0);
});
