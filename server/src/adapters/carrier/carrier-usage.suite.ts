import { expect, test } from 'vitest';
import type { CarrierBench } from './carrier.suite.ts';

/** What every carrier keeps about usage. */
export function usageSuite(bench: () => CarrierBench): void {
  const began = new Date(0);
  const sums = (records: readonly { kind: string; amount: number }[]) => {
    const all: Record<string, number> = {};
    for (const { kind, amount } of records) all[kind] = (all[kind] ?? 0) + amount;
    return all;
  };

  test('[K11] what a line used is told with the moment up to which it is counted', async () => {
    const msisdn = '2125550131';
    const carrier = bench();
    const before = await carrier.port.usage({ msisdn }, began);
    expect(before.records).toEqual([]);
    await carrier.consume(msisdn, { kind: 'data', amount: 1_500_000 });
    await carrier.consume(msisdn, { kind: 'data', amount: 500_000 });
    await carrier.consume(msisdn, { kind: 'talk', amount: 61 });
    await carrier.pass(3_600_000);
    await carrier.consume(msisdn, { kind: 'data', amount: 7 });
    const told = await carrier.port.usage({ msisdn }, began);
    expect(told.asOf.getTime()).toBeGreaterThan(before.asOf.getTime());
    expect(sums(told.records)).toEqual({ data: 2_000_007, talk: 61 });
    for (const { from } of told.records) expect(from <= told.asOf).toBe(true);
    // Asked again, the stretches are the same ones.
    expect((await carrier.port.usage({ msisdn }, began)).records).toEqual(told.records);
    const last = told.records.at(-1)?.from ?? began;
    expect(sums((await carrier.port.usage({ msisdn }, last)).records)).toEqual({ data: 7 });
  });

  test('[K11] one number’s usage is not another’s, and an unknown number has none', async () => {
    const carrier = bench();
    await carrier.consume('2125550132', { kind: 'hotspot', amount: 3 });
    expect((await carrier.port.usage({ msisdn: '2125550133' }, began)).records).toEqual([]);
    expect(sums((await carrier.port.usage({ msisdn: '2125550132' }, began)).records)).toEqual({
      hotspot: 3,
    });
  });

  test('[K12] a notice says whose usage to look at', async () => {
    const carrier = bench();
    await carrier.consume('2125550134', { kind: 'data', amount: 1 });
    const told = (await carrier.pass(1000)).map((one) =>
      carrier.port.readNotice(one.headers, one.body),
    );
    expect(told).toContainEqual(expect.objectContaining({ about: 'usage', ref: '2125550134' }));
  });
}
