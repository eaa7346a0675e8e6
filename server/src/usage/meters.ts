import type { Meter, Usage } from '@portside/contract/usage';
import type { UsageKind } from '../adapters/carrier/carrier-usage.ts';
import type { Period } from '../lines/periods.ts';
import { hours, later } from '../clock.ts';
import type { Reading } from './store.ts';

export interface UsageLimits {
  /** In the units of the meters; absent: none. */
  most: Partial<Record<UsageKind, number>>;
  /** Of data: what of its limit was bought beside the plan. */
  extra: number;
  /** That, one by one: what earlier periods used of it, and what it had left when this one began. */
  addOns: readonly { until: Date; spent: number; left: number }[];
  /** Of data, once it is used up. */
  slowedTo: string | null;
}

const unitOf: Readonly<Record<UsageKind, Meter['unit']>> = {
  data: 'MB',
  hotspot: 'MB',
  roaming: 'MB',
  talk: 'minutes',
  text: 'messages',
};

type Span = { from: Date; to: Date };

/**
 * A stretch belongs to the period in which it begins. The first period also has the stretch in which
 * the line began: there was nothing before.
 */
export function spanOf({ number, from, to }: Pick<Period, 'number' | 'from' | 'to'>): Span {
  return { from: number === 1 ? later(from, -hours(1)) : from, to };
}

const kinds: readonly UsageKind[] = ['data', 'hotspot', 'roaming', 'talk', 'text'];

const megabytes = (bytes: number) => Math.round(bytes / 1000) / 1000;

/** Data always; the others where there is a limit, hotspot and roaming also where they were used. */
export function metersOf(
  readings: readonly Pick<Reading, 'kind' | 'amount'>[],
  { most }: Pick<UsageLimits, 'most'>,
): Meter[] {
  const sums: Record<UsageKind, number> = { data: 0, hotspot: 0, roaming: 0, talk: 0, text: 0 };
  for (const { kind, amount } of readings) sums[kind] += amount;
  const ofData = most.hotspot === undefined;
  const used: Record<UsageKind, number> = {
    data: megabytes(sums.data + (ofData ? sums.hotspot : 0)),
    hotspot: megabytes(sums.hotspot),
    roaming: megabytes(sums.roaming),
    talk: Math.ceil(sums.talk / 60),
    text: sums.text,
  };
  const isShown = (kind: UsageKind) =>
    kind === 'data' || most[kind] !== undefined || (unitOf[kind] === 'MB' && used[kind] > 0);
  return kinds.filter(isShown).map((kind) => {
    const limit = most[kind];
    return {
      kind,
      used: used[kind],
      ...(limit !== undefined && { limit }),
      unit: unitOf[kind],
      ...(kind === 'hotspot' && ofData && { ofData: true as const }),
    };
  });
}

/** Every day from the first one until `until`, by the clock of the time zone. */
export function daysOf(
  readings: readonly Reading[],
  { from, until, timeZone }: { from: Date; until: Date; timeZone: string },
): Usage['days'] {
  const dateOf = dateIn(timeZone);
  const first = dateOf(from);
  const last = dateOf(until);
  const bytes = new Map<string, number>();
  for (const { kind, starts_at, amount } of readings) {
    if (unitOf[kind] !== 'MB') continue;
    const date = dateOf(starts_at);
    const on = date < first ? first : date;
    bytes.set(on, (bytes.get(on) ?? 0) + amount);
  }
  const days: Usage['days'] = [];
  for (let on = first; on <= last; on = dayAfter(on)) {
    days.push({ on, megabytes: megabytes(bytes.get(on) ?? 0) });
  }
  return days;
}

function dateIn(timeZone: string): (at: Date) => string {
  // Canada writes 2026-11-01.
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return (at) => format.format(at);
}

function dayAfter(on: string): string {
  const noon = new Date(`${on}T12:00:00Z`);
  noon.setUTCDate(noon.getUTCDate() + 1);
  return noon.toISOString().slice(0, 10);
}
