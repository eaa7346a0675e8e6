import type { TestResult } from '../../scripts/test-results.ts';
import type { Finding } from './books.ts';
import type { Ledger } from './ledger.ts';
import type { Plan } from './plan.ts';
import type { Tally } from './run.ts';
import type { World } from './world.ts';

const SHOWN = 5;

interface Ran {
  readonly plan: Plan;
  readonly world: World;
  readonly ledger: Ledger;
  readonly tally: Tally;
  readonly settled: number;
  readonly findings: readonly Finding[];
}

/** Each rule as a test, for `npm test`. */
export const resultsOf = (findings: readonly Finding[]): string =>
  JSON.stringify(
    findings.map(({ rule, broken }): TestResult => ({
      title: rule,
      file: 'bench/chaos',
      outcome: broken.length === 0 ? 'passed' : 'failed',
      message: broken.slice(0, SHOWN).join('\n'),
    })),
  );

/** Sizes, then each rule. */
export function report({ plan, world, ledger, tally, settled, findings }: Ran): string {
  const { answered, refused, unanswered } = ledger.calls;
  const met = (name: 'payment' | 'carrier') =>
    Object.entries(world.fronts[name].met)
      .map(([mood, times]) => `${times} ${mood}`)
      .join(', ');
  const list = (all: Iterable<readonly [string, number]>) =>
    [...all]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, times]) => `${name} ${times}`)
      .join(', ');
  const bad = findings.filter(({ broken }) => broken.length > 0).length;
  return [
    `people ${tally.people}, calls ${answered} answered, ${refused} refused, ${unanswered} without a good answer`,
    `orders acknowledged ${new Set(ledger.orders.map(({ id }) => id)).size}, emails ${world.emails.length}, notices ${world.delivered.notices} (${world.delivered.repeated} repeated, ${world.delivered.lost} lost)`,
    `kills ${tally.kills}, database stops ${tally.databaseStops}, clock moved ${(tally.clockHours / 24).toFixed(0)} days, settled in ${settled.toFixed(0)} s`,
    `faults: ${list(tally.faults)}`,
    `requests to the payment provider: ${met('payment')}; to the carrier: ${met('carrier')}`,
    `refusals: ${list(ledger.refusals)}`,
    ...tally.trouble.map((one) => `trouble: ${one}`),
    ...(world.database.disk ? [] : ['the disk was not filled: only root can make a small one']),
    '',
    ...findings.flatMap(({ rule, looked, broken }) => [
      `${broken.length === 0 ? 'holds ' : 'BROKEN'} ${rule} (${looked})`,
      ...broken.slice(0, SHOWN).map((one) => `         ${one.slice(0, 400)}`),
      ...(broken.length > SHOWN ? [`         and ${broken.length - SHOWN} more`] : []),
    ]),
    '',
    `${findings.length - bad} passed, ${bad} failed (seed ${plan.seed})`,
  ].join('\n');
}
