import { expect, test } from 'vitest';
import { homePageWeight } from './page-weight.ts';

test('the home page loads at most 115 kB of JavaScript before the first interaction', () => {
  const { scripts, files } = homePageWeight();
  expect(scripts, JSON.stringify(files)).toBeLessThanOrEqual(115_000);
  // Neither React nor the router can be missing from it.
  expect(scripts).toBeGreaterThan(80_000);
});
