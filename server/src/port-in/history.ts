import type { PortIn } from '@portside/contract/port-in';
import type { StepRow } from './store.ts';

/** Oldest first. Retries that end in the same delay are one step. */
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
