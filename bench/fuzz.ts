import { parseArgs } from 'node:util';
import { harbor } from '../server/src/testing/caller.ts';
import { served } from '../server/src/slices.ts';
import { crmSecret, openPeople } from './fuzz/people.ts';
import { fuzz, type Fault } from './fuzz/run.ts';
import { targetsOf } from './fuzz/targets.ts';
import { runProduct } from './product.ts';

/**
 * `npm run fuzz -- --calls 100000 --seed 7`: calls made of the contract and broken, at a server of
 * its own, embedded or on an empty `--database` of PostgreSQL. The seed repeats the plan. Exits 1
 * when an answer is a fault (bench/fuzz/judge.ts).
 */
const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '3000' },
    seed: { type: 'string' },
    database: { type: 'string' },
  },
});
const calls = Number(values.calls);
const seed = Number(values.seed ?? Date.now() % 1_000_000);
if (!(Number.isSafeInteger(calls) && calls > 0 && Number.isSafeInteger(seed))) {
  console.error('Usage: npm run fuzz [-- --calls 100000 --seed 7 --database postgres://…]');
  process.exit(2);
}

const SHOWN = 20;
const targets = targetsOf(served);
console.log(`${calls} calls at ${targets.length} addresses, seed ${seed}`);
const product = await runProduct({
  ...(values.database !== undefined && { database: values.database }),
  env: { PORTSIDE_CRM_SECRET: crmSecret },
});
const began = performance.now();
try {
  const { address } = product;
  const people = await openPeople(address);
  const { faults, statuses, slowest } = await fuzz({
    address,
    targets,
    shop: harbor,
    people,
    seed,
    calls,
  });
  faults.slice(0, SHOWN).forEach(show);
  const seconds = (performance.now() - began) / 1000;
  console.log(`${seconds.toFixed(0)} s, the slowest answer took ${slowest.toFixed(0)} ms`);
  console.log(`by status: ${JSON.stringify(statuses)}`);
  console.log(`${faults.length} faults (seed ${seed})`);
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  await product.stop();
}

function show({ call, faults, answer }: Fault): void {
  const { number, target, caller, twist, method, path, body } = call;
  console.log(`\n${number}: ${faults.join(', ')}: ${target} as ${caller}, with ${twist}`);
  console.log(`  ${method} ${path.slice(0, 300)}`);
  console.log(`  ${JSON.stringify(String(body).slice(0, 500))}`);
  console.log(`  → ${JSON.stringify(answer.slice(-400))}`);
}
