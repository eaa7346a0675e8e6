import type { PortIn } from '@portside/contract/port-in';
import type { StepRow } from './store.ts';

/**
 * The steps as the customer reads them, oldest first. What we tried again by ourselves and ended
 * in the same delay is one step: a day of tries is no news.
 */
export function historyOf(steps: readonly StepRow[]): PortIn['history'] {
  const told: StepRow[] = [];
  for (const step of steps) {
    const before = told.findLastIndex((one) => one.status === 'delayed');
    const between = told.slice(before + 1);
    const same =
      step.status === 'delayed' &&
      told[before]?.reason === step.reason &&
      between.every((one) => one.status === 'submitted' || one.status === 'pending');
    if (same) told.length = before + 1;
    else told.push(step);
  }
  return told.map(({ status, at, reason }) => ({ status, at: at.toISOString(), reason }));
}
