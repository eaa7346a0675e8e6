import type { Meter } from '@portside/contract/usage';
import type { UsageKind } from '../adapters/carrier/carrier-usage.ts';
import { extraMegabytes } from '../add-ons/line-add-ons.ts';
import type { Query } from '../db/database.ts';
import type { PeriodOfLine } from '../lines/line-now.ts';
import type { Period } from '../lines/periods.ts';
import { type LimitsOfPlan, planLimits } from '../plans/plan-limits.ts';

const MB_OF_GB = 1000;

export interface UsageLimits {
  /** In the units of the meters; absent: none. */
  most: Partial<Record<UsageKind, number>>;
  /** Of data: what of its limit was bought beside the plan. */
  extra: number;
  /** Of data, once it is used up. */
  slowedTo: string | null;
}

/** For all of a period: what its plan allows, and what was bought beside it. */
export async function limitsOf(
  db: Query,
  who: { tenant: number; language: string },
  lineId: string,
  period: Pick<Period, 'planId' | 'from' | 'to'>,
): Promise<UsageLimits> {
  const { planId, from, to } = period;
  const all = await limitsOfAll(db, who, [{ lineId, planId, from, to }]);
  return all.get(lineId) ?? limitsFrom(undefined);
}

/** Of one period of each line, by the line, asked at once. */
export async function limitsOfAll(
  db: Query,
  who: { tenant: number; language: string },
  periods: readonly Omit<PeriodOfLine, 'number'>[],
): Promise<ReadonlyMap<string, UsageLimits>> {
  const planIds = periods.map(({ planId }) => planId);
  const [plans, extra] = await Promise.all([
    planLimits(db, who, planIds),
    extraMegabytes(db, periods),
  ]);
  return new Map(
    periods.map(({ lineId, planId }) => [lineId, limitsFrom(plans.get(planId), extra.get(lineId))]),
  );
}

function limitsFrom(plan: LimitsOfPlan | undefined, extra = 0): UsageLimits {
  if (!plan) return { most: {}, extra, slowedTo: null };
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
    slowedTo,
  };
}

export const unitOf: Readonly<Record<UsageKind, Meter['unit']>> = {
  data: 'MB',
  hotspot: 'MB',
  roaming: 'MB',
  talk: 'minutes',
  text: 'messages',
};
