import { cardNetwork } from '@portside/contract/payments';
import { expect, test } from 'vitest';
import { cardName } from './card-name.ts';

test('each network of a card has a name of its own, before the last four digits', () => {
  const names = cardNetwork.options.map((network) => cardName({ network, last4_digits: '4242' }));
  for (const name of names) expect(name).toMatch(/^[A-Z].* •••• 4242$/);
  expect(new Set(names).size).toBe(names.length);
  expect(cardName({ network: null, last4_digits: '4242' })).toBe('•••• 4242');
});
