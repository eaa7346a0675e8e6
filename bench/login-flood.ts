import { demoPassword } from '@portside/contract/demo-people';
import { customerEmail } from '../server/src/testing/big-rows.ts';
import { openCalls, type Calls } from './calls.ts';
import { harbor, networkOf } from './people.ts';
import { middle, quantile } from './side-by-side.ts';

export const LOGINS_A_SECOND = 50;
const READS_A_SECOND = 100;
const SECONDS = 3;
const ROUNDS = 5;
const CONNECTIONS = 64;
/** Customers that no other measurement logs in. */
const FIRST = 800;
const PEOPLE = 100;

/** Milliseconds of plan reads, alone and during a flood of logins, and how the logins were answered. */
export interface FloodTimes {
  readonly idle: { readonly median: number; readonly p99: number };
  readonly flood: { readonly median: number; readonly p99: number };
  readonly answers: Readonly<Record<number, number>>;
}

/**
 * Requests at fixed rates, whatever the answers: a flood does not wait. It comes from many networks,
 * half of it with the right password. Quiet and flood alternate, and the median round counts.
 */
export async function loginFlood(address: string): Promise<FloodTimes> {
  const readers = openCalls(address, CONNECTIONS);
  const logins = openCalls(address, CONNECTIONS);
  const idle: number[][] = [];
  const flood: number[][] = [];
  const answers: Record<number, number> = {};
  try {
    await reads(readers);
    for (let round = 0; round < ROUNDS; round += 1) {
      idle.push(await reads(readers));
      const [times, ended] = await Promise.all([
        reads(readers),
        steadily(LOGINS_A_SECOND, (at) => logIn(logins, round * 1000 + at)),
      ]);
      flood.push(times);
      for (const { status } of ended) answers[status] = (answers[status] ?? 0) + 1;
    }
    return { idle: medians(idle), flood: medians(flood), answers };
  } finally {
    readers.close();
    logins.close();
  }
}

const medians = (rounds: readonly number[][]) => ({
  median: middle(rounds.map((times) => quantile(times, 0.5))),
  p99: middle(rounds.map((times) => quantile(times, 0.99))),
});

async function logIn(calls: Calls, at: number): Promise<number> {
  const customer = FIRST + (at % PEOPLE);
  // A stranger's password takes as long to refuse.
  const email = at % 2 === 0 ? customerEmail(customer) : `stranger-${at}@example.com`;
  const headers = { ...harbor, 'x-forwarded-for': networkOf(at % 2 === 0 ? customer : 5000 + at) };
  return (await calls.post('/app/users/login', headers, { email, password: demoPassword })).status;
}

async function reads(calls: Calls): Promise<number[]> {
  const answers = await steadily(
    READS_A_SECOND,
    async () => (await calls.get('/app/plans', harbor)).status,
  );
  const wrong = answers.find(({ status }) => status !== 200);
  if (wrong) throw new Error(`A plan read was answered with ${wrong.status}`);
  return answers.map(({ took }) => took);
}

/** So many calls a second, whether or not the answers before have come. */
export async function steadily(
  rate: number,
  call: (at: number) => Promise<number>,
  seconds = SECONDS,
) {
  const began = performance.now();
  const asked: Promise<{ status: number; took: number }>[] = [];
  for (let at = 0; at < rate * seconds; at += 1) {
    const early = began + (at * 1000) / rate - performance.now();
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
    const sent = performance.now();
    asked.push(call(at).then((status) => ({ status, took: performance.now() - sent })));
  }
  return Promise.all(asked);
}
