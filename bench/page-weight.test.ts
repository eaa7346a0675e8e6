import { expect, test } from 'vitest';
import { homePageWeight } from './page-weight.ts';

test('the home page loads at most 115 kB of JavaScript (gzip) before the first interaction', () => {
  const { scripts, sent, files } = homePageWeight();
  expect(scripts, JSON.stringify(files)).toBeLessThanOrEqual(115_000);
  // React and its router are 90 kB of it (docs/decisions/0002).
  expect(sent, 'as it is sent, by brotli').toBeLessThanOrEqual(100_500);
  // Neither React nor the router can be missing from it.
  expect(scripts).toBeGreaterThan(80_000);
});
