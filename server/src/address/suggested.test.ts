import { expect, test } from 'vitest';
import { suggested } from './suggested.ts';

const typed = {
  streetNumber: '12',
  streetDirection: 'N',
  streetName: 'Oak Street',
  streetUnit: 'Apt 4',
  city: 'Springfield',
  state: 'IL',
  zipCode: '62701',
};

test.each([
  [{ streetName: 'OAK ST' }],
  [{ streetDirection: '', streetName: 'North Oak St.' }],
  [{ city: 'SPRINGFIELD' }],
  [{ streetUnit: '#4' }],
])('[M10] another way to write the same place is no suggestion: %o', (change) => {
  expect(suggested(typed, { ...typed, ...change })).toBeUndefined();
});

test('[M10] what is put right is put right, and the rest stays as typed', () => {
  const known = { ...typed, streetName: 'Oak St', city: 'Springfield', zipCode: '62702' };
  expect(suggested(typed, known)).toEqual({ ...typed, zipCode: '62702' });
  const misspelled = { ...typed, streetName: 'Oka Street' };
  expect(suggested(misspelled, { ...known, streetUnit: '' })).toEqual({
    ...known,
    streetUnit: 'Apt 4',
  });
});
