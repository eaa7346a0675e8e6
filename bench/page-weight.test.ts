import { expect, test } from 'vitest';
import { homePageWeight } from './page-weight.ts';

test('the home page loads at most 105 kB of JavaScript before the first interaction', () => {
  const { scripts, files } = homePageWeight();
  expect(scripts, JSON.stringify(files)).toBeLessThanOrEqual(105_000);
  // Neither React nor the router can be missing from it.
  expect(scripts).toBeGreaterThan(80_000);
});
