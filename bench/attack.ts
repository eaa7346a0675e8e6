import { parseArgs } from 'node:util';
import { demoPassword } from '@portside/contract/demo-people';
import { listLines } from '@portside/contract/lines';
import { login, register } from '@portside/contract/sign-in';
import { callerAt } from '../server/src/testing/caller.ts';
import { openMailServer } from '../server/src/testing/mail-server.ts';
import { attacks, type Attack, type Attacked } from './attack/attacks.ts';
import { openCalls } from './calls.ts';
import { steadily } from './login-flood.ts';
import { harbor } from './people.ts';
import { runProduct } from './product.ts';
import { middle, quantile } from './side-by-side.ts';

/**
 * `npm run attack -- --seconds 5`: each attack in turn at a server of its own, while a shop window
 * and a customer's account are read at a steady rate. What the attacker got, and what the others
 * waited, beside the same without an attack. Limits are those of production: one service is real.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    only: { type: 'string' },
    database: { type: 'string' },
  },
});
const seconds = Number(values.seconds);
const READS_A_SECOND = 20;
const ROUNDS = 3;
/** Others within twice the usual; below this nobody feels it. */
const UNFELT_MS = 20;

const mail = await openMailServer();
const product = await runProduct({
  ...(values.database !== undefined && { database: values.database }),
  env: { MAIL_URL: mail.url, MAIL_FROM: 'help@harbor.example' },
});
try {
  const { address } = product;
  const at = (network: string, token?: string) =>
    callerAt(address, token, () => ({ ...harbor, 'x-forwarded-for': network }));
  const person = { firstName: 'Noa', lastName: 'Scraper', email: 'scraper@example.com' };
  const words = { regPassword: 'Anchor7!', confirmRegPassword: 'Anchor7!' };
  const scraper = await at('198.51.100.1').call(register, { ...person, ...words });
  const maya = await at('198.51.100.2').call(login, {
    email: 'maya@example.com',
    password: demoPassword,
  });
  await at('198.51.100.2', maya.token ?? undefined).call(listLines, {});
  const where: Attacked = { address, token: scraper.token, victim: 'omar@example.com' };
  const chosen = attacks.filter(({ name }) => name.includes(values.only ?? ''));
  let isHeld = true;
  await others(address, maya.token ?? '', 3);
  for (const attack of chosen) isHeld = (await undergo(attack, where, maya.token ?? '')) && isHeld;
  process.exitCode = isHeld ? 0 : 1;
} finally {
  await product.stop();
  mail.close();
}

interface Waits {
  readonly median: number;
  readonly p95: number;
  readonly failed: number;
}

/** Without and with the attack in turn; the middle round counts. */
async function undergo(attack: Attack, where: Attacked, token: string): Promise<boolean> {
  const usual: Waits[] = [];
  const during: Waits[] = [];
  const met: Record<string, number> = {};
  for (let round = 0; round < ROUNDS; round += 1) {
    usual.push(await others(where.address, token, seconds));
    const [waits, got] = await Promise.all([
      others(where.address, token, seconds),
      attack.run(where, seconds),
    ]);
    during.push(waits);
    for (const [answer, times] of Object.entries(got)) met[answer] = (met[answer] ?? 0) + times;
  }
  const of = (part: 'median' | 'p95', waits: readonly Waits[]) =>
    middle(waits.map((one) => one[part]));
  const failed = during.reduce((sum, one) => sum + one.failed, 0);
  const isThere = (met[attack.reaches] ?? 0) > 0;
  const isSlow = of('p95', during) > Math.max(2 * of('p95', usual), UNFELT_MS);
  const isHeld = isThere && failed === 0 && !isSlow;
  const pair = (part: 'median' | 'p95') =>
    `${of(part, usual).toFixed(1)} → ${of(part, during).toFixed(1)} ms`;
  console.log(`\n${attack.name}`);
  console.log(
    `  the attacker: ${JSON.stringify(met)}${isThere ? '' : `: ${attack.reaches} NOT REACHED`}`,
  );
  console.log(
    `  others: median ${pair('median')}, 95 of 100 ${pair('p95')}, ${failed} refused${isHeld ? '' : ': NOT HELD'}`,
  );
  return isHeld;
}

/** Reads of the shop and of an account, from networks of their own. */
async function others(address: string, token: string, duration: number): Promise<Waits> {
  const calls = openCalls(address, 32);
  const paths = ['/', '/app/plans', '/shop', '/app/lines'];
  try {
    const answers = await steadily(
      READS_A_SECOND,
      async (turn) => {
        const headers = { ...harbor, 'x-forwarded-for': `192.0.2.${turn % 200}` };
        const path = paths[turn % paths.length] ?? '/';
        const own = { ...headers, authorization: `Bearer ${token}` };
        return (await calls.get(path, path === '/app/lines' ? own : headers)).status;
      },
      duration,
    );
    const times = answers.map(({ took }) => took);
    return {
      median: quantile(times, 0.5),
      p95: quantile(times, 0.95),
      failed: answers.filter(({ status }) => status !== 200).length,
    };
  } finally {
    calls.close();
  }
}
