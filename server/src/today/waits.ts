/** How many waits of about so long: they add up over days, as a median does not. */
export type Waits = Readonly<Record<string, number>>;

/** Steps of 3.5 percent. */
const STEPS = 20;

export const stepOfWait = (seconds: number): string =>
  String(Math.round(STEPS * Math.log2(1 + Math.max(0, seconds))));

const secondsOf = (step: number) => Math.round(2 ** (step / STEPS) - 1);

export function addWaits(all: readonly Waits[]): Waits {
  const sum: Record<string, number> = {};
  for (const waits of all) {
    for (const [step, count] of Object.entries(waits)) sum[step] = (sum[step] ?? 0) + count;
  }
  return sum;
}

/** In seconds; null where nobody waited. @param part 0.5 for the median */
export function waitAt(waits: Waits, part: number): number | null {
  const steps = Object.entries(waits)
    .map(([step, count]) => ({ step: Number(step), count }))
    .toSorted((a, b) => a.step - b.step);
  const wanted = part * steps.reduce((sum, { count }) => sum + count, 0);
  let passed = 0;
  for (const { step, count } of steps) {
    passed += count;
    if (passed >= wanted) return secondsOf(step);
  }
  return null;
}
