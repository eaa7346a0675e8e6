import { demoPeople } from '@portside/contract/demo-people';
import { demoPassword } from '../server/src/seed/people.ts';
import { runProduct } from './product.ts';

const LOGINS_A_SECOND = 50;
const READS_A_SECOND = 100;
const SECONDS = 4;
const ROUNDS = 9;
const client = { 'x-api-key': 'harbor-demo-key', 'company-code': 'WEB-1', mvnoId: '6' };

/** Milliseconds of plan reads, alone and during a flood of logins. */
export interface FloodTimes {
  readonly idleMedian: number;
  readonly idleP99: number;
  readonly floodMedian: number;
  readonly floodP99: number;
  readonly p99Ratio: number;
  readonly loginsAsked: number;
  readonly loggedIn: number;
  readonly refused: number;
  readonly turnedAway: number;
}

/**
 * Requests at fixed rates, whatever the answers: a flood does not wait. Quiet and flood alternate,
 * and the median round counts.
 */
export async function loginFloodTimes(): Promise<FloodTimes> {
  const product = await runProduct();
  const readPlans = () => status(`${product.address}/app/plans`, { headers: client });
  const logIn = (at: number) => {
    // A stranger's password takes as long to refuse.
    const person = demoPeople[at % demoPeople.length];
    const email = at % 2 === 0 ? person?.email : `stranger-${at}@example.com`;
    return status(`${product.address}/app/users/login`, {
      method: 'POST',
      headers: { ...client, 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: demoPassword }),
    });
  };
  try {
    await steadily(READS_A_SECOND, 2, readPlans);
    const idle: number[][] = [];
    const flood: number[][] = [];
    const logins = new Map<number, number>();
    for (let round = 0; round < ROUNDS; round += 1) {
      idle.push(await reads(readPlans));
      const [times, answers] = await Promise.all([
        reads(readPlans),
        steadily(LOGINS_A_SECOND, SECONDS, logIn),
      ]);
      flood.push(times);
      for (const { answer } of answers) logins.set(answer, (logins.get(answer) ?? 0) + 1);
    }
    const [idleP99, floodP99] = [middle(idle, 0.99), middle(flood, 0.99)];
    return {
      idleMedian: middle(idle, 0.5),
      idleP99,
      floodMedian: middle(flood, 0.5),
      floodP99,
      p99Ratio: Number((floodP99 / idleP99).toFixed(2)),
      loginsAsked: LOGINS_A_SECOND * SECONDS * ROUNDS,
      loggedIn: logins.get(200) ?? 0,
      refused: logins.get(422) ?? 0,
      turnedAway: logins.get(429) ?? 0,
    };
  } finally {
    await product.stop();
  }
}

async function reads(readPlans: () => Promise<number>): Promise<number[]> {
  const answers = await steadily(READS_A_SECOND, SECONDS, readPlans);
  const wrong = answers.find(({ answer }) => answer !== 200);
  if (wrong) throw new Error(`A plan read was answered with ${wrong.answer}`);
  return answers.map(({ took }) => took);
}

async function steadily(
  rate: number,
  seconds: number,
  call: (at: number) => Promise<number>,
): Promise<{ answer: number; took: number }[]> {
  const began = performance.now();
  const asked: Promise<{ answer: number; took: number }>[] = [];
  for (let at = 0; at < rate * seconds; at += 1) {
    const due = began + (at * 1000) / rate;
    const early = due - performance.now();
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
    const sent = performance.now();
    asked.push(call(at).then((answer) => ({ answer, took: performance.now() - sent })));
  }
  return Promise.all(asked);
}

async function status(url: string, init: RequestInit): Promise<number> {
  const answer = await fetch(url, init);
  await answer.text();
  return answer.status;
}

function quantile(times: number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return Number((sorted[Math.floor((sorted.length - 1) * part)] ?? 0).toFixed(1));
}

const middle = (rounds: number[][], part: number) =>
  quantile(
    rounds.map((times) => quantile(times, part)),
    0.5,
  );

if (import.meta.main) console.table(await loginFloodTimes());
