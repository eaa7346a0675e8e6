import { processSeconds } from './cpu-time.ts';
import { drive, type Length, type Target } from './drive.ts';
import type { Metered } from './setting.ts';

const FEWEST = 200;

/** One of two that are measured in turns. */
export interface Side {
  readonly target: Target;
  readonly server: Metered;
}

export interface Rounds {
  readonly count: number;
  /** Of CPU, on each side: a round has as many requests as that makes. */
  readonly seconds: number;
  /** By the clock. */
  readonly warmUp: number;
}

/** What one request cost on one side. Milliseconds of CPU. */
export interface Cost {
  readonly process: number;
  readonly database: number;
  readonly perSecond: number;
}

export interface Comparison {
  readonly ours: Cost;
  readonly theirs: Cost;
  /** Their CPU time for a request over ours, of each round: 1 is as cheap as theirs. */
  readonly ratios: readonly number[];
  readonly ratio: number;
}

/**
 * Measures two sides in turns, A B B A, so that a noisy moment of the machine and its slow drift hit
 * both; the middle one of the rounds counts.
 */
export async function sideBySide(ours: Side, theirs: Side, rounds: Rounds): Promise<Comparison> {
  const lengths = {
    ours: await warmedUp(ours, rounds),
    theirs: await warmedUp(theirs, rounds),
  };
  await untilQuiet(ours.server.pid);
  const sides = { ours, theirs };
  const costs = { ours: [] as Cost[], theirs: [] as Cost[] };
  for (let round = 0; round < rounds.count; round += 1) {
    const order = round % 2 === 0 ? (['ours', 'theirs'] as const) : (['theirs', 'ours'] as const);
    for (const which of order) costs[which].push(await costOf(sides[which], lengths[which]));
  }
  const ratios = costs.ours.map((cost, round) => total(costs.theirs[round]) / total(cost));
  return {
    ours: middleCost(costs.ours),
    theirs: middleCost(costs.theirs),
    ratios,
    ratio: middle(ratios),
  };
}

/** How many requests a round has. */
async function warmedUp(side: Side, { seconds, warmUp }: Rounds): Promise<Length> {
  await drive(side.target, { seconds: warmUp / 2 });
  const cost = await costOf(side, { seconds: warmUp / 2 });
  return { requests: Math.max(FEWEST, Math.round((seconds * 1000) / total(cost))) };
}

async function costOf({ target, server }: Side, length: Length): Promise<Cost> {
  const spent = await startCounting(server);
  const { requests, perSecond } = await drive(target, length);
  const used = await spent();
  const each = (part: number) => (part * 1000) / requests;
  return { process: each(used.process), database: each(used.database), perSecond };
}

/** Tells the seconds of CPU from now until it is asked. */
export async function startCounting({ pid, backends }: Metered) {
  const now = async () => ({ process: processSeconds(pid), database: await backends.seconds() });
  const before = await now();
  return async () => {
    const after = await now();
    const part = (which: keyof typeof after) => after[which] - before[which];
    return { process: part('process'), database: part('database') };
  };
}

export const total = (cost: Cost | undefined) => (cost ? cost.process + cost.database : 0);

export function middleCost(costs: readonly Cost[]): Cost {
  const of = (part: keyof Cost) => middle(costs.map((cost) => cost[part]));
  return {
    process: of('process'),
    database: of('database'),
    perSecond: of('perSecond'),
  };
}

/** The middle one; of an even number, the mean of the two in the middle. */
export function middle(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  const [low = 0, high = low] = [sorted[Math.ceil(half) - 1], sorted[Math.floor(half)]];
  return (low + high) / 2;
}

/** The value below which this part of them lies. */
export function quantile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * part)] ?? 0;
}

/** Waits until a process does nothing but wait: what it put off is not measured with something else. */
export async function untilQuiet(pid: number): Promise<void> {
  const until = Date.now() + 60_000;
  for (let before = processSeconds(pid); ;) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    const now = processSeconds(pid);
    if (now - before <= 0.03) return;
    if (Date.now() > until) throw new Error(`Process ${pid} does not come to rest`);
    before = now;
  }
}
