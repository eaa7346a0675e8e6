import type { Meter } from '@portside/contract/usage';
import type { UsageKind } from '../adapters/carrier/carrier-usage.ts';
import { extraMegabytes } from '../add-ons/line-add-ons.ts';
import type { Query } from '../db/database.ts';
import type { Period } from '../lines/periods.ts';
import { planLimits } from '../plans/plan-limits.ts';

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
  const [plan, extra] = await Promise.all([
    planLimits(db, who, period.planId),
    extraMegabytes(db, lineId, period),
  ]);
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
