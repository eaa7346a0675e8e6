import { days, later } from '../clock.ts';
import { isCancelAsked, isStuck } from './progress.ts';
import type { PortInRow, StepRow } from './store.ts';

/** Prepaid and regional carriers take up to two days. */
const TAKES = days(2);

export interface Delay {
  /** The day that the customer is told. */
  readonly until: Date;
  readonly isOver: boolean;
}

/** Undefined without one, or once we gave up. A retry is the same delay. */
export function delayOf(
  row: Pick<PortInRow, 'status' | 'cancel_asked_at' | 'given_up_at'>,
  steps: readonly Pick<StepRow, 'status' | 'at'>[],
  now: Date,
): Delay | undefined {
  if (row.status !== 'delayed' || isCancelAsked(row) || isStuck(row)) return undefined;
  const turned = steps.findLastIndex((step) => step.status === 'action_needed');
  const first = steps.slice(turned + 1).find((step) => step.status === 'delayed');
  if (!first) return undefined;
  const until = later(first.at, TAKES);
  return { until, isOver: until <= now };
}
