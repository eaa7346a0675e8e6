import { setTimeout as wait } from 'node:timers/promises';

/** Longer than the work takes, as long as the machine is not overrun; in milliseconds. */
const FLOOR = 250;

/**
 * Answers after this time at the earliest, so that what the work found out does not show in how
 * long it took: the job that looks for the account begins while the answer is on its way, and on one
 * machine they are in each other's way.
 */
export async function inLikeTime<T>(work: () => Promise<T>): Promise<T> {
  const floor = wait(FLOOR);
  try {
    return await work();
  } finally {
    await floor;
  }
}
