import { expect, test } from 'vitest';
import { streetLine } from './street-address.ts';

test('a street is one line, with the unit behind it, and no gaps for what is absent', () => {
  const whole = {
    ...{ streetNumber: '12', streetDirection: 'NW', streetName: 'Harbor Street' },
    streetUnit: 'Apt 4B',
  };
  expect(streetLine(whole)).toBe('12 NW Harbor Street, Apt 4B');
  expect(streetLine({ ...whole, streetDirection: '', streetUnit: '' })).toBe('12 Harbor Street');
  const nothing = { streetNumber: '', streetDirection: '', streetName: '', streetUnit: '' };
  expect(streetLine(nothing)).toBe('');
});
