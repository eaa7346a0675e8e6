import { setTimeout as wait } from 'node:timers/promises';

/** Longer than the work takes, as long as the machine is not overrun; in milliseconds. */
const FLOOR = 250;

/**
 * Answers after this time at the earliest, so that what the work found out does not show in how
 * long it took: the job that looks for the account begins while the answer is on its way, and on one
 * machine they are in each other's way.
 */
export async function withMinimumTime<T>(
  work: () => Promise<T>,
  /** Of an answer that tells nobody anything new: it need not wait. */
  atOnce: (answer: T) => boolean = () => false,
): Promise<T> {
  const floor = wait(FLOOR);
  let needsTime = true;
  try {
    const answer = await work();
    needsTime = !atOnce(answer);
    return answer;
  } finally {
    if (needsTime) await floor;
  }
}
