import { expect } from 'vitest';
import { becomes, comes, refOf } from './carrier-port-ins.suite.ts';
import type { Suite } from './carrier-world.suite.ts';

/** Numbers that do not come, or not at once. */
export function portInRefusalSuite(suite: Suite): void {
  const { world, port, needs } = suite;

  for (const reason of ['not_portable', 'same_network', 'pending_elsewhere'] as const) {
    needs(`way ${reason}`, `a number cannot come: ${reason}, at check and submit`, async () => {
      const asked = comes(suite, reason);
      const { key, msisdn, customer } = asked;
      const zipCode = world().stage.zipCodes['5G'];
      expect(await port().checkPortIn({ msisdn, zipCode })).toEqual({ portable: false, reason });
      expect(await port().submitPortIn(asked)).toMatchObject({ kind: 'not_created', reason });
      expect(await port().findPortIn({ key, msisdn, customer })).toBeUndefined();
    });
  }

  needs('way never_created', 'a carrier’s error at submit leaves nothing behind', async () => {
    const asked = comes(suite, 'never_created');
    const { key, msisdn, customer } = asked;
    expect(await port().submitPortIn(asked)).toMatchObject({ kind: 'not_created' });
    expect(await port().findPortIn({ key, msisdn, customer })).toBeUndefined();
  });

  needs(
    'way account_number',
    'a rejection has our reason and the carrier’s words; an update counts once a key',
    async () => {
      const asked = comes(suite, 'account_number');
      const ref = refOf(await port().submitPortIn(asked));
      const rejected = await becomes(suite, ref, 'rejected');
      expect(rejected.reason).toBe('account_number');
      expect(rejected.raw.code).not.toBe('');
      const { oldAccount, subscriber } = asked;
      const same = { key: `update:${ref}:1`, ref, subscriber, oldAccount };
      expect((await port().updatePortIn(same)).kind).toBe('pending');
      await becomes(suite, ref, 'rejected');
      // Late, after its answer was lost: it does not reopen anything.
      expect((await port().updatePortIn(same)).kind).toBe('rejected');
      const right = { ...oldAccount, accountNumber: '111222333' };
      await port().updatePortIn({ ...same, key: `update:${ref}:2`, oldAccount: right });
      expect((await becomes(suite, ref, 'completed')).iccid).not.toBe('');
    },
  );

  needs('way carrier_system', 'the trouble of a carrier’s own stays until it is over', async () => {
    const asked = comes(suite, 'carrier_system');
    const ref = refOf(await port().submitPortIn(asked));
    expect((await becomes(suite, ref, 'rejected')).reason).toBe('carrier_system');
    const { oldAccount, subscriber } = asked;
    await port().updatePortIn({ key: `again:${ref}`, ref, oldAccount, subscriber });
    expect((await becomes(suite, ref, 'rejected')).reason).toBe('carrier_system');
  });
}
