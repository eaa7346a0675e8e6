import { expect, test } from 'vitest';
import type { Allowance } from './carrier-allowances.ts';
import type { CarrierPort } from './carrier.ts';

/** What every carrier adapter keeps of what a line gets besides its plan. */
export function allowanceSuite(port: () => CarrierPort): void {
  const from = new Date('2026-11-01T00:00:00Z');
  const until = new Date('2026-12-01T00:00:00Z');
  const extra = (key: string, msisdn: string): Allowance => ({
    key,
    msisdn,
    addOnId: 'data-2',
    megabytes: 2000,
    from,
    until,
  });

  test('[K10] the same key is the same allowance, another key is one more', async () => {
    const one = extra('addon:1', '2125550111');
    await Promise.all([1, 2, 3].map(() => port().addAllowance(one)));
    const pass = { ...one, key: 'addon:2', addOnId: 'travel' };
    delete pass.megabytes;
    await port().addAllowance(pass);
    const kept = await port().listAllowances(one);
    expect(kept).toHaveLength(2);
    expect(kept).toEqual(expect.arrayContaining([one, pass]));
    await expect(port().addAllowance({ ...one, megabytes: 1 })).rejects.toThrow(/key/);
  });

  test('[K10] an allowance whose answer was lost is there, once, when it is asked for again', async () => {
    const one = extra('addon:3', '2125550196');
    await expect(port().addAllowance(one)).rejects.toMatchObject({ outcome: 'unknown' });
    await port().addAllowance(one);
    expect(await port().listAllowances(one)).toEqual([one]);
  });

  test('[K10] what is taken back stays so, even when the wish for it arrives late', async () => {
    const one = extra('addon:4', '2125550112');
    const late = { ...one, key: 'addon:5' };
    await port().addAllowance(one);
    for (const { key, msisdn } of [one, one, late]) {
      await port().removeAllowance({ key, msisdn });
    }
    await port().addAllowance(late);
    await port().addAllowance(one);
    expect(await port().listAllowances(one)).toEqual([]);
  });
}
