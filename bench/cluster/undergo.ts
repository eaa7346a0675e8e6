import type { Acknowledged } from './driver.ts';
import type { Fault } from './faults.ts';
import { kinds, type Kind, type Outage, type Timeline } from './timeline.ts';

/** What customers noticed of one fault. */
export interface Undergone {
  readonly fault: Fault;
  readonly outages: Readonly<Record<Kind, Outage>>;
  /** The longest that an order of that time took to its end. */
  readonly slowestEnd: number;
}

/** The longest time that a call of any kind may find nobody. */
export const BAR_SECONDS = 30;
/** Longer than a customer waits for one answer, so that no call of this fault fails in the next one. */
const CALM_MS = 6000;
const AT_MOST_MS = 60_000;

export async function undergo(
  fault: Fault,
  timeline: Timeline,
  acknowledged: readonly Acknowledged[],
): Promise<Undergone> {
  const since = Date.now();
  await fault.run();
  const back = Date.now();
  while (Date.now() < Math.max(back, timeline.lastFailure()) + CALM_MS) {
    if (Date.now() > back + AT_MOST_MS) break;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const outages = kinds.map((kind) => [kind, timeline.outage(kind, since)] as const);
  const took = acknowledged.flatMap(({ at, endedAt = 0 }) =>
    endedAt >= since ? [endedAt - at] : [],
  );
  return {
    fault,
    outages: Object.fromEntries(outages) as Undergone['outages'],
    slowestEnd: Math.max(0, ...took) / 1000,
  };
}

/** Why this is worse than it may be; empty when it is not. */
export function failuresOf({ fault, outages }: Undergone): string[] {
  return kinds.flatMap((kind) => {
    const { failed, isOpen, seconds } = outages[kind];
    if (isOpen) return [`${fault.name}: ${kind} never came back`];
    if (seconds > BAR_SECONDS)
      return [`${fault.name}: ${kind} was away for ${seconds.toFixed(1)} s`];
    if (fault.bar === 'unnoticed' && failed > 0) {
      return [`${fault.name}: ${failed} calls failed (${outages[kind].failures.join(', ')})`];
    }
    return [];
  });
}
