import { stateOptions } from '@portside/contract/places';
import { expect, test } from 'vitest';
import { labelOf } from './bill-lines.ts';
import { placeIn } from './places-in-spanish.ts';

test('a tax names its state in the language of the bill', () => {
  const tax = { kind: 'tax', place: 'New York', cents: 102 } as const;
  expect(labelOf(tax, 'en')).toBe('New York sales tax');
  expect(labelOf(tax, 'es')).toBe('Impuesto a las ventas de Nueva York');
  expect(labelOf({ ...tax, kind: 'government_fee', place: 'Kings County' }, 'es')).toContain(
    'Kings County',
  );
});

test('each name that Spanish has is one of a state or territory', () => {
  const renamed = stateOptions.filter(({ label }) => placeIn('es', label) !== label);
  expect(renamed.map(({ value }) => value).join(' ')).toBe(
    'HI LA NH NJ NM NY NC ND OR PA SC SD WV DC VI AS MP',
  );
  for (const { label } of stateOptions) expect(placeIn('es', label)).toMatch(/^\p{Lu}\p{Ll}/u);
});
