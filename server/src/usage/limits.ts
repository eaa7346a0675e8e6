import { type BoughtData, dataIn } from '../add-ons/line-add-ons.ts';
import type { Query } from '../db/database.ts';
import { type PeriodOfLine, periodsIn } from '../lines/line-now.ts';
import type { Period } from '../lines/periods.ts';
import { type LimitsOfPlan, planLimits } from '../plans/plan-limits.ts';
import { metersOf, spanOf, type UsageLimits } from './meters.ts';
import * as store from './store.ts';

const MB_OF_GB = 1000;

/** For all of a period: what its plan allows, and what was bought beside it. */
export async function limitsOf(
  db: Query,
  who: { tenant: number; language: string },
  lineId: string,
  period: Pick<Period, 'planId' | 'from' | 'to'>,
): Promise<UsageLimits> {
  const { planId, from, to } = period;
  const all = await limitsOfAll(db, who, [{ lineId, planId, from, to }]);
  return all.get(lineId) ?? limitsFrom(undefined, []);
}

/** Of one period of each line, by the line, asked at once. */
export async function limitsOfAll(
  db: Query,
  who: { tenant: number; language: string },
  periods: readonly Omit<PeriodOfLine, 'number'>[],
): Promise<ReadonlyMap<string, UsageLimits>> {
  const planIds = periods.map(({ planId }) => planId);
  const [plans, bought] = await Promise.all([planLimits(db, who, planIds), dataIn(db, periods)]);
  const ofLine = Map.groupBy(bought, (one) => one.lineId);
  const spent = await spentBefore(db, who, periods, ofLine);
  return new Map(
    periods.map(({ lineId, planId }) => {
      const carried = (ofLine.get(lineId) ?? []).map((one) => {
        const before = spent.get(one.id) ?? 0;
        return { until: one.to, spent: before, left: one.megabytes - before };
      });
      return [lineId, limitsFrom(plans.get(planId), carried)];
    }),
  );
}

type BoughtOf = ReadonlyMap<string, readonly BoughtData[]>;

/**
 * A change of plan begins a new period while what was bought beside the old plan holds: what the old
 * one used of it is gone. Megabytes by the add-on's row.
 */
export async function spentBefore(
  db: Query,
  who: { tenant: number; language: string },
  periods: readonly Omit<PeriodOfLine, 'number'>[],
  known?: BoughtOf,
): Promise<ReadonlyMap<string, number>> {
  const bought = known ?? Map.groupBy(await dataIn(db, periods), (one) => one.lineId);
  const times = periods.flatMap(({ lineId, from: to }) => {
    const [first] = (bought.get(lineId) ?? [])
      .map(({ from }) => from)
      .filter((from) => from < to)
      .toSorted((a, b) => a.getTime() - b.getTime());
    return first ? [{ lineId, from: first, to }] : [];
  });
  const spent = new Map<string, number>();
  if (times.length === 0) return spent;
  const earlier = await periodsIn(db, times);
  const planIds = earlier.map(({ planId }) => planId);
  const spans = earlier.map((one) => ({ lineId: one.lineId, ...spanOf(one) }));
  const [plans, held, sums] = await Promise.all([
    planLimits(db, who, planIds),
    dataIn(db, times),
    store.sumsOf(db, spans),
  ]);
  for (const [at, period] of earlier.entries()) {
    const { most } = limitsFrom(plans.get(period.planId), []);
    const used = metersOf(
      sums.filter((one) => one.at === at),
      { most },
    );
    let beyond = Math.max(0, (used[0]?.used ?? 0) - (most.data ?? Infinity));
    for (const one of held) {
      const holds = one.lineId === period.lineId && one.from < period.to && one.to > period.from;
      if (!holds) continue;
      const before = spent.get(one.id) ?? 0;
      const taken = Math.min(one.megabytes - before, beyond);
      spent.set(one.id, before + taken);
      beyond -= taken;
    }
  }
  return spent;
}

function limitsFrom(plan: LimitsOfPlan | undefined, addOns: UsageLimits['addOns']): UsageLimits {
  const extra = addOns.reduce((sum, one) => sum + one.left, 0);
  if (!plan) return { most: {}, extra, addOns, slowedTo: null };
  const { dataGb, hotspotGb, roamingGb, talkMinutes, texts, slowedTo } = plan;
  return {
    most: {
      ...(dataGb !== null && { data: dataGb * MB_OF_GB + extra }),
      ...(hotspotGb !== undefined && { hotspot: hotspotGb * MB_OF_GB }),
      ...(roamingGb !== undefined && { roaming: roamingGb * MB_OF_GB }),
      ...(talkMinutes !== undefined && { talk: talkMinutes }),
      ...(texts !== undefined && { text: texts }),
    },
    extra,
    addOns,
    slowedTo,
  };
}
