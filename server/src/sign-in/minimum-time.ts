import { setTimeout as wait } from 'node:timers/promises';
import type { App } from '../app.ts';

/**
 * Answers no earlier than this, so that timing does not tell what was found. The lookup job starts
 * in the meantime and would slow the answer on one machine.
 */
export async function withMinimumTime<T>(
  { signInCost }: Pick<App, 'signInCost'>,
  work: () => Promise<T>,
  atOnce: (answer: T) => boolean = () => false,
): Promise<T> {
  const floor = wait(signInCost.floorMs);
  let needsTime = true;
  try {
    const answer = await work();
    needsTime = !atOnce(answer);
    return answer;
  } finally {
    if (needsTime) await floor;
  }
}
