import { expect, test } from 'vitest';
import type { CarrierPort } from './carrier.ts';

/** @param activated a line that is active, and its number */
export function carrierPlans(port: () => CarrierPort, activated: () => Promise<string>): void {
  test('[K08] a line gets another plan; the same key is the same change, asked for again or late', async () => {
    const msisdn = await activated();
    expect(await port().viewPlan({ msisdn })).toBeUndefined();
    const first = { key: `plan:${msisdn}:1`, msisdn, planId: 'plan_2' };
    const all = await Promise.all([1, 2, 3].map(() => port().changePlan(first)));
    expect(all).toEqual(all.map(() => ({ kind: 'changed' })));
    expect(await port().viewPlan({ msisdn })).toBe('plan_2');
    await port().changePlan({ key: `plan:${msisdn}:2`, msisdn, planId: 'plan_3' });
    // An old request that comes late, after its answer was lost, does not undo a newer one.
    expect(await port().changePlan(first)).toEqual({ kind: 'changed' });
    expect(await port().viewPlan({ msisdn })).toBe('plan_3');
    const other = port().changePlan({ ...first, planId: 'plan_4' });
    await expect(other).rejects.toThrow(/key/);
  });

  test('[K08] a change that is refused stays so, and changes nothing', async () => {
    const msisdn = '2125550186';
    const change = { key: 'plan:refused', msisdn, planId: 'plan_2' };
    expect(await port().changePlan(change)).toEqual({ kind: 'refused' });
    expect(await port().changePlan(change)).toEqual({ kind: 'refused' });
    expect(await port().viewPlan({ msisdn })).toBeUndefined();
  });
}
