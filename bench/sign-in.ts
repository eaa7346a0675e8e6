import { availableParallelism } from 'node:os';
import { demoPassword } from '@portside/contract/demo-people';
import { customerEmail } from '../server/src/testing/big-rows.ts';
import { type Calls, openCalls, timed } from './calls.ts';
import { loginFlood, LOGINS_A_SECOND } from './login-flood.ts';
import type { Finding } from './finding.ts';
import type { Measurement } from './measurement.ts';
import { harbor, networkOf } from './people.ts';
import { ask } from './postgres-server.ts';
import type { Metered } from './setting.ts';
import { middle, startCounting, untilQuiet } from './side-by-side.ts';

/** As many hashes as the product works on at once. */
const AT_ONCE = Math.max(1, Math.min(4, availableParallelism() - 1));
const PEOPLE = 60;
/** Customers that no other measurement logs in. */
const FIRST = 700;

/** A login against verifying its password alone, and reads during many logins. */
export const signIn: Measurement = {
  name: 'sign-in',
  title: 'Sign-in with argon2id',
  async run(bench) {
    const { product, bare, database } = await bench.setting();
    const { rows } = await ask<{ password_hash: string }>(
      database,
      `select password_hash from credentials
        join customers on id = credentials.customer_id where email = $1`,
      [customerEmail(FIRST)],
    );
    const hash = rows[0]?.password_hash ?? '';
    const logins = (count: number) =>
      round(product, count, (calls, at) => logIn(calls, FIRST + (at % PEOPLE)));
    const hashes = (count: number) =>
      round(bare, count, (calls) => calls.post('/hash', {}, { password: demoPassword, hash }));
    // The first login from a network is noted and written about: it is not what is measured.
    await logins(PEOPLE);
    await hashes(PEOPLE);
    await untilQuiet(product.pid);
    const ours: number[] = [];
    const theirs: number[] = [];
    for (let at = 0; at < (bench.quick ? 3 : 5); at += 1) {
      ours.push(await logins(bench.quick ? 60 : 120));
      theirs.push(await hashes(bench.quick ? 60 : 120));
    }
    const ratios = ours.map((cost, at) => (theirs[at] ?? 0) / cost);
    const ratio = middle(ratios);
    const cost: Finding = {
      id: 'sign-in.cost',
      what: 'one login, to verifying its password',
      value: ratio,
      ratio,
      rounds: ratios,
      unit: 'of bare',
      least: 0.85,
      note: `${middle(ours).toFixed(1)} ms of CPU with PostgreSQL, bare ${middle(theirs).toFixed(1)}`,
    };
    return bench.quick ? [cost] : [cost, await reads(product)];
  },
};

async function reads(product: Metered): Promise<Finding> {
  const { idle, flood, answers } = await loginFlood(product.address);
  const ms = (milliseconds: number) => `${milliseconds.toFixed(1)} ms`;
  return {
    id: 'sign-in.reads',
    what: `plan reads while ${LOGINS_A_SECOND} people a second log in`,
    value: flood.p99 / idle.p99,
    unit: 'times as long, 99 of 100',
    most: 2,
    note: [
      `median ${ms(idle.median)} alone, ${ms(flood.median)} meanwhile;`,
      `99 of 100 ${ms(idle.p99)} and ${ms(flood.p99)}; logins answered ${JSON.stringify(answers)}`,
    ].join(' '),
  };
}

/** @returns milliseconds of CPU for each */
async function round(
  server: Metered,
  count: number,
  act: (calls: Calls, at: number) => Promise<{ status: number }>,
): Promise<number> {
  const calls = openCalls(server.address, AT_ONCE);
  const spent = await startCounting(server);
  await timed(
    Array.from({ length: count }, (_, at) => at),
    AT_ONCE,
    async (at) => {
      const { status } = await act(calls, at);
      if (status !== 200) throw new Error(`A login was answered with ${status}`);
    },
  );
  const { process, database } = await spent();
  calls.close();
  return ((process + database) * 1000) / count;
}

function logIn(calls: Calls, customer: number) {
  const headers = { ...harbor, 'x-forwarded-for': networkOf(customer) };
  const who = { email: customerEmail(customer), password: demoPassword };
  return calls.post('/app/users/login', headers, who);
}
