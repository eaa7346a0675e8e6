import { expect } from 'vitest';
import type { PlanChangeRequest } from './carrier-lines.ts';
import type { Suite } from './carrier-world.suite.ts';

/** Another plan for a line. */
export function planSuite({ world, port, needs, activated, eventually }: Suite): void {
  const plans = () => world().stage.plans;
  const changed = (change: PlanChangeRequest) =>
    eventually(async () => {
      const { kind } = await port().changePlan(change);
      return kind === 'pending' ? undefined : kind;
    });

  needs(
    'changePlan',
    '[K08] a line gets another plan; the same key is the same change, asked for again or late',
    async () => {
      const { msisdn } = await activated();
      const [, second, third] = plans();
      const first = { key: `plan:${msisdn}:1`, msisdn, planId: second };
      await Promise.all([1, 2, 3].map(() => port().changePlan(first)));
      expect(await changed(first)).toBe('changed');
      expect(await port().viewPlan({ msisdn })).toBe(second);
      await changed({ key: `plan:${msisdn}:2`, msisdn, planId: third });
      // An old request that comes late, after its answer was lost, does not undo a newer one.
      expect(await changed(first)).toBe('changed');
      expect(await port().viewPlan({ msisdn })).toBe(third);
      const other = port().changePlan({ ...first, planId: plans()[0] });
      await expect(other).rejects.toThrow(/key/);
    },
  );

  needs(['changePlan', 'loseNextAnswer'], '[M07] a lost change of plan is made once', async () => {
    const { msisdn } = await activated();
    const change = { key: `plan:${msisdn}:lost`, msisdn, planId: plans()[1] };
    world().stage.loseNextAnswer();
    await expect(port().changePlan(change)).rejects.toMatchObject({ outcome: 'unknown' });
    expect(await changed(change)).toBe('changed');
    expect(await port().viewPlan({ msisdn })).toBe(plans()[1]);
  });
}
