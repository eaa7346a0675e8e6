import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { buildIfChanged } from '../../scripts/web-build.ts';
import { chanceOf } from '../fuzz/chance.ts';
import { judge } from './books.ts';
import { planOf } from './plan.ts';
import { readBooks } from './read-books.ts';
import { report, resultsOf } from './report.ts';
import { settle, undergo } from './run.ts';
import { sabotageOf, sabotages } from './sabotage.ts';
import { openWorld } from './world.ts';

/**
 * `npm run chaos -- --minutes 30 --seed 7`: the product as four processes under load while everything
 * goes wrong, and all books compared afterwards (docs/decisions/0980). The seed repeats the plan.
 * `--break <name>` breaks something on purpose: then it must fail. `--keep` keeps logs and a dump of
 * the database. Exits 1 when a rule is broken.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '3' },
    seed: { type: 'string' },
    every: { type: 'string', default: '3' },
    people: { type: 'string', default: '6' },
    break: { type: 'string' },
    keep: { type: 'boolean', default: false },
  },
});
const seconds = Math.round(Number(values.minutes) * 60);
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const every = Number(values.every);
const atOnce = Number(values.people);
const broken = values.break;
const isKnown = broken === undefined || broken in sabotages;
if (!([seconds, seed, atOnce].every(Number.isSafeInteger) && seconds > 0 && every > 0 && isKnown)) {
  console.error(
    `Usage: npm run chaos [-- --minutes 30 --seed 7 --every 3 --people 6 --keep --break ${Object.keys(sabotages).join('|')}]`,
  );
  process.exit(2);
}

const plan = planOf(seed, seconds, every);
console.log(`${seconds} s, seed ${seed}: ${plan.faults.length} faults, ${atOnce} people at once`);
if (!buildIfChanged()) process.exit(1);
const sabotage = sabotageOf(broken);
const world = await openWorld(chanceOf(seed + 1), sabotage);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void world.close().finally(() => process.exit(130)));
}
try {
  await world.open();
  const { ledger, tally, people } = await undergo(world, plan, { seconds, atOnce });
  const settled = await settle(world);
  await sabotage.afterwards(world);
  const findings = judge(await readBooks(world, ledger, await people.stuck()), ledger);
  const text = report({ plan, world, ledger, tally, settled, findings });
  console.log(text);
  if (process.env.TEST_RESULTS) await writeFile(process.env.TEST_RESULTS, resultsOf(findings));
  process.exitCode = findings.every((one) => one.broken.length === 0) ? 0 : 1;
} finally {
  await world.close(values.keep);
}
