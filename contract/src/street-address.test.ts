import { expect, test } from 'vitest';
import { filledStreet, streetLine } from './street-address.ts';

test('a street is one line, with the unit behind it, and no gaps for what is absent', () => {
  const whole = {
    streetNumber: '12',
    streetDirection: 'NW',
    streetName: 'Harbor Street',
    streetUnit: 'Apt 4B',
  };
  expect(streetLine(whole)).toBe('12 NW Harbor Street, Apt 4B');
  expect(streetLine({ ...whole, streetDirection: '', streetUnit: '' })).toBe('12 Harbor Street');
  const nothing = { streetNumber: '', streetDirection: '', streetName: '', streetUnit: '' };
  expect(streetLine(nothing)).toBe('');
});

const empty = { streetNumber: '', streetDirection: '', streetName: '', streetUnit: '' };

test.each([
  ['14 Pier Street', { streetNumber: '14', streetName: 'Pier Street' }],
  ['12 NW Harbor St', { streetNumber: '12', streetDirection: 'NW', streetName: 'Harbor St' }],
  ['12 w. Harbor St', { streetNumber: '12', streetDirection: 'W', streetName: 'Harbor St' }],
  [
    '37-21B Main St, Apt 4B',
    { streetNumber: '37-21B', streetName: 'Main St', streetUnit: 'Apt 4B' },
  ],
  ['350 5th Avenue #1200', { streetNumber: '350', streetName: '5th Avenue', streetUnit: '#1200' }],
  ['1 East Road', { streetNumber: '1', streetName: 'East Road' }],
  ['5th Avenue', { streetName: '5th Avenue' }],
  ['Pier Street', { streetName: 'Pier Street' }],
])('“%s”, filled in at once as a street’s name, goes where its parts belong', (line, parts) => {
  expect(filledStreet(empty, line)).toEqual(parts);
});

test('a street’s name that is typed, or that begins with another number, stays as it is', () => {
  expect(filledStreet({ ...empty, streetName: '14 Pie' }, '14 Pier')).toEqual({
    streetName: '14 Pier',
  });
  expect(filledStreet({ ...empty, streetNumber: '9' }, '14 Pier Street')).toEqual({
    streetName: '14 Pier Street',
  });
});
