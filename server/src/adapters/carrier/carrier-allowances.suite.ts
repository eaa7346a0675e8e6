import { expect } from 'vitest';
import type { Allowance } from './carrier-allowances.ts';
import type { Suite } from './carrier-world.suite.ts';

/** What a line gets besides its plan. */
export function allowanceSuite({ world, port, needs, activated }: Suite): void {
  const from = new Date('2026-11-01T00:00:00Z');
  const until = new Date('2026-12-01T00:00:00Z');
  let given = 0;
  const extra = async (): Promise<Allowance> => {
    given += 1;
    const { msisdn } = await activated();
    return { key: `addon:${given}`, msisdn, addOnId: 'data-2', megabytes: 2000, from, until };
  };

  needs(
    'allowances',
    '[K10] the same key is the same allowance, another key is one more',
    async () => {
      const one = await extra();
      await Promise.all([1, 2, 3].map(() => port().addAllowance(one)));
      const { megabytes: _, ...pass } = { ...one, key: `${one.key}:pass`, addOnId: 'travel' };
      await port().addAllowance(pass);
      const kept = await port().listAllowances(one);
      expect(kept).toHaveLength(2);
      expect(kept).toEqual(expect.arrayContaining([one, pass]));
      await expect(port().addAllowance({ ...one, megabytes: 1 })).rejects.toThrow(/key/);
    },
  );

  needs(
    ['allowances', 'loseNextAnswer'],
    '[K10] an allowance whose answer was lost is there, once, when it is asked for again',
    async () => {
      const one = await extra();
      world().stage.loseNextAnswer();
      await expect(port().addAllowance(one)).rejects.toMatchObject({ outcome: 'unknown' });
      await port().addAllowance(one);
      expect(await port().listAllowances(one)).toEqual([one]);
    },
  );

  needs(
    'allowances',
    '[K10] what is taken back stays so, even when the wish for it arrives late',
    async () => {
      const one = await extra();
      const late = { ...one, key: `${one.key}:late` };
      await port().addAllowance(one);
      for (const { key, msisdn } of [one, one, late]) {
        await port().removeAllowance({ key, msisdn });
      }
      await port().addAllowance(late);
      await port().addAllowance(one);
      expect(await port().listAllowances(one)).toEqual([]);
    },
  );
}
