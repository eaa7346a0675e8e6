import type { StreetAddress } from '@portside/contract/street-address';
import { describe, expect, test } from 'vitest';
import type { AddressPort } from './address.ts';

export const fulton: StreetAddress = {
  streetNumber: '120',
  streetDirection: '',
  streetName: 'Fulton Street',
  streetUnit: '',
  city: 'New York',
  state: 'NY',
  zipCode: '10038',
};

/** What every address adapter keeps. @param open the same service each time, with nothing kept */
export function addressSuite(name: string, open: () => AddressPort): void {
  describe(`addresses by ${name}`, () => {
    test('[M12] it is asked where it checks, and knows nothing where it does not', async () => {
      const port = open();
      const found = await port.find(fulton);
      expect(found !== undefined).toBe(port.checks);
    });

    test('[M12] a place that it finds is a whole address of one place', async () => {
      const found = await open().find({ ...fulton, streetName: 'Fultn Street' });
      if (!found) return;
      expect(found.zipCode).toMatch(/^\d{5}$/);
      expect(found.state).toMatch(/^[A-Z]{2}$/);
      expect(found.streetNumber).not.toBe('');
      expect(found.streetName).not.toBe('');
      expect(found.city).not.toBe('');
    });

    test('[M12] what nobody knows is no fault', async () => {
      const unknown = { ...fulton, streetNumber: '4711', streetName: 'Unheard Of Way' };
      expect(await open().find(unknown)).toBeUndefined();
    });

    test('the same question has the same answer', async () => {
      const port = open();
      expect(await port.find(fulton)).toEqual(await port.find(fulton));
    });
  });
}
