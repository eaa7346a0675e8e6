import { expect, test } from 'vitest';
import { usageAmount, usageLeft } from './usage-amount.ts';

test.each([
  [0, 'MB', 'en', '0 MB'],
  [0.3, 'MB', 'en', '1 MB'],
  [999.9, 'MB', 'en', '999 MB'],
  [9_999, 'MB', 'en', '9.99 GB'],
  [12_000, 'MB', 'es', '12 GB'],
  [1, 'minutes', 'en', '1 minute'],
  [61, 'minutes', 'es', '61 minutos'],
  [1_200, 'messages', 'en', '1,200'],
] as const)(
  '[K11] %s %s in %s is %s, never more than was used',
  (amount, unit, language, words) => {
    expect(usageAmount(amount, unit, language)).toBe(words);
  },
);

test('[K11] what is used and what is left make up the limit, as they are written', () => {
  const unit = 'MB';
  expect(usageAmount(7_079, unit)).toBe('7.07 GB');
  expect(usageLeft({ used: 7_079, limit: 12_000, unit })).toBe('4.93 GB');
  expect(usageLeft({ used: 12_001, limit: 12_000, unit })).toBe('0 MB');
});
