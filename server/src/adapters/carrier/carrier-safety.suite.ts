import { expect } from 'vitest';
import type { Suite } from './carrier-world.suite.ts';

/** The locks of a line, and where its emergency calls go. */
export function safetySuite({ port, needs, activated }: Suite): void {
  needs(
    'numberLock',
    '[K15] a line has its number lock from its activation; it is what it was last told',
    async () => {
      const line = await activated();
      expect(await port().viewNumberLock(line)).toBe(true);
      for (const on of [false, true, false]) {
        // Asked again after a lost answer, it is the same.
        await port().setNumberLock({ ...line, on });
        await port().setNumberLock({ ...line, on });
        expect(await port().viewNumberLock(line)).toBe(on);
      }
      expect(await port().viewNumberLock(await activated())).toBe(true);
    },
  );

  needs(
    'emergencyAddress',
    '[K19] a 911 address is taken, again after a lost answer, or refused',
    async () => {
      const { msisdn } = await activated();
      for (const [streetNumber, isFound] of [
        ['120', true],
        ['911', false],
        ['121', true],
      ] as const) {
        const asked = { msisdn, address: { ...address, streetNumber } };
        expect(await port().setEmergencyAddress(asked)).toBe(isFound);
        expect(await port().setEmergencyAddress(asked)).toBe(isFound);
      }
    },
  );
}

const address = {
  streetDirection: '',
  streetName: 'Fulton Street',
  streetUnit: '',
  city: 'New York',
  state: 'NY',
  zipCode: '10038',
};
