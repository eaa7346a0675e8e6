import { expect } from 'vitest';
import type { Suite } from './carrier-world.suite.ts';

/** What a line used. */
export function usageSuite({ world, port, needs, activated, eventually, told }: Suite): void {
  const began = new Date(0);
  const sums = (records: readonly { kind: string; amount: number }[]) => {
    const all: Record<string, number> = {};
    for (const { kind, amount } of records) all[kind] = (all[kind] ?? 0) + amount;
    return all;
  };

  needs(
    ['usage', 'consume'],
    '[K11] what a line used is told with the moment up to which it is counted',
    async () => {
      const { msisdn } = await activated();
      const { consume } = world().stage;
      const before = await port().usage({ msisdn }, began);
      expect(before.records).toEqual([]);
      await consume(msisdn, { kind: 'data', amount: 1_500_000 });
      await consume(msisdn, { kind: 'data', amount: 500_000 });
      await consume(msisdn, { kind: 'talk', amount: 61 });
      await world().pass(world().stage.usageCut ?? 3_600_000);
      await consume(msisdn, { kind: 'data', amount: 7 });
      const told = await port().usage({ msisdn }, began);
      expect(told.asOf.getTime()).toBeGreaterThan(before.asOf.getTime());
      expect(sums(told.records)).toEqual({ data: 2_000_007, talk: 61 });
      for (const { from } of told.records) expect(from <= told.asOf).toBe(true);
      // Asked again, the stretches are the same ones.
      expect((await port().usage({ msisdn }, began)).records).toEqual(told.records);
      const last = told.records.at(-1)?.from ?? began;
      expect(sums((await port().usage({ msisdn }, last)).records)).toEqual({ data: 7 });
    },
  );

  needs(
    ['usage', 'consume'],
    '[K11] one number’s usage is not another’s, and an unknown number has none',
    async () => {
      const { msisdn } = await activated();
      await world().stage.consume(msisdn, { kind: 'data', amount: 3 });
      expect((await port().usage({ msisdn: '2125550133' }, began)).records).toEqual([]);
      expect(sums((await port().usage({ msisdn }, began)).records)).toEqual({ data: 3 });
    },
  );

  needs(['usage', 'consume', 'notices'], '[K12] a notice says whose usage to look at', async () => {
    const { msisdn, ref } = await activated();
    await world().stage.consume(msisdn, { kind: 'data', amount: 1 });
    const refs = [msisdn, ref];
    const tells = () => told().find((one) => one?.about === 'usage' && refs.includes(one.ref));
    await eventually(async () => tells());
  });
}
