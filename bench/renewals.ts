import { setTimeout as sleep } from 'node:timers/promises';
import { openCalls, type Calls } from './calls.ts';
import { cores, hold, meterBackends } from './cpu-time.ts';
import { allDueNow, chargedLines, chargedWrongly, commits, dueLines } from './due-lines.ts';
import type { Finding } from './finding.ts';
import { steadily } from './login-flood.ts';
import type { Measurement } from './measurement.ts';
import { harbor, logIn, type Person } from './people.ts';
import { runProduct } from './product.ts';
import { quantile, startCounting } from './side-by-side.ts';

const DUE = 100_000;
/** Charges of a day are made between 9 and 11. */
const WITHIN_SECONDS = 7200;
/** How many are waited for: `BENCH_RENEWALS=100000` is all of them. */
const COUNT = Math.min(DUE, Number(process.env['BENCH_RENEWALS'] ?? 5000));
/** What the process and PostgreSQL have in memory by then is there all day. */
const WARM_UP = Math.min(500, COUNT / 2);
const LOOK_MS = 2000;
const READS_A_SECOND = 20;
const ALONE_SECONDS = 20;
/** The worker looks once a minute. */
const USUAL_SECONDS = 120;
/** The first minute of a worker passes before it looks. */
const STUCK_MS = 180_000;

/**
 * 100,000 lines are due on one day. A worker charges them while people look at the site: first as they
 * fall due, then all that is left at once, as after an outage.
 */
export const renewals: Measurement = {
  name: 'renewals',
  title: `${DUE.toLocaleString('en-US')} lines due on one day, charged by autopay`,
  async run({ server }) {
    const database = await dueLines(server.url, DUE, WITHIN_SECONDS);
    const stops: (() => Promise<unknown>)[] = [() => database.drop()];
    try {
      const backends = await meterBackends(server.url, database.url);
      stops.unshift(() => backends.close());
      const open = async (roles: string) => {
        const product = await runProduct({
          database: database.url,
          env: { PORTSIDE_ROLES: roles },
        });
        stops.unshift(() => product.stop());
        if (cores) hold(product.pid, cores.product);
        return product;
      };
      if (cores) {
        hold(process.pid, cores.driver);
        backends.hold(cores.product);
      }
      const site = await open('web,api');
      const people = await logIn(
        site.address,
        Array.from({ length: 50 }, (_, at) => at + 1),
      );
      const calls = openCalls(site.address, 16);
      stops.unshift(async () => calls.close());
      await look(calls, people, 3);
      const alone = await look(calls, people, ALONE_SECONDS);
      const worker = await open('worker');
      await charged(database.url, WARM_UP);
      // At its usual time, while people look.
      const usual = await look(calls, people, USUAL_SECONDS);
      await allDueNow(database.url);
      const spent = await startCounting({ ...worker, backends });
      const before = {
        charged: await chargedLines(database.url),
        commits: await commits(database.url),
      };
      const began = performance.now();
      const end = new AbortController();
      const looking = lookUntil(calls, people, end.signal);
      await charged(database.url, Math.min(DUE, before.charged + COUNT));
      const seconds = (performance.now() - began) / 1000;
      const count = (await chargedLines(database.url)) - before.charged;
      const used = await spent();
      const committed = (await commits(database.url)) - before.commits;
      end.abort();
      const meanwhile = await looking;
      const wrong = await chargedWrongly(database.url);
      return [
        ...charging({ count, seconds, used, committed, wrong }),
        slower('list', 'line list while a day’s charges are made', alone.lists, usual.lists, 2),
        slower('page', 'home page while a day’s charges are made', alone.pages, usual.pages, 2),
        slower('list-behind', 'line list while all are made at once', alone.lists, meanwhile.lists),
        slower('page-behind', 'home page while all are made at once', alone.pages, meanwhile.pages),
      ];
    } finally {
      if (cores) hold(process.pid, cores.all);
      for (const stop of stops) await stop();
    }
  },
};

/** Waits until so many have been charged. */
async function charged(database: string, count: number): Promise<void> {
  let [known, since] = [0, performance.now()];
  for (;;) {
    const now = await chargedLines(database);
    if (now >= count) return;
    if (now > known) [known, since] = [now, performance.now()];
    if (performance.now() - since > STUCK_MS) throw new Error(`It stands still at ${known}`);
    await sleep(LOOK_MS);
  }
}

interface Looks {
  readonly lists: number[];
  readonly pages: number[];
}

async function look(calls: Calls, people: readonly Person[], seconds: number): Promise<Looks> {
  const lists: number[] = [];
  const pages: number[] = [];
  const read = async (at: number) => {
    const isList = at % 2 === 0;
    const began = performance.now();
    const person = people[(at / 2) % people.length];
    const { status } = isList
      ? await calls.get('/app/lines', person?.headers ?? harbor)
      : await calls.get('/', {});
    (isList ? lists : pages).push(performance.now() - began);
    return status;
  };
  const answers = await steadily(READS_A_SECOND, read, seconds);
  const wrong = answers.find(({ status }) => status !== 200);
  if (wrong) throw new Error(`A look was answered with ${wrong.status}`);
  return { lists, pages };
}

async function lookUntil(
  calls: Calls,
  people: readonly Person[],
  end: AbortSignal,
): Promise<Looks> {
  const all: Looks = { lists: [], pages: [] };
  while (!end.aborted) {
    const { lists, pages } = await look(calls, people, 5);
    all.lists.push(...lists);
    all.pages.push(...pages);
  }
  return all;
}

function charging({
  count,
  seconds,
  used,
  committed,
  wrong,
}: {
  count: number;
  seconds: number;
  used: { process: number; database: number };
  committed: number;
  wrong: number;
}): Finding[] {
  const rate = count / seconds;
  const each = (part: number) => ((part * 1000) / count).toFixed(1);
  const whole = COUNT >= DUE;
  const minutes = DUE / rate / 60;
  const where = cores
    ? 'site, worker and PostgreSQL on two cores, driver on the others'
    : 'the driver on the same cores';
  return [
    {
      id: 'renewals.rate',
      what: 'charges a second, one worker',
      value: rate,
      unit: '/s',
      least: DUE / WITHIN_SECONDS,
      note: `${where}; ${each(used.process)} ms of CPU in the worker and ${each(used.database)} in PostgreSQL for a charge, looks included; ${(committed / count).toFixed(1)} commits`,
    },
    {
      id: 'renewals.minutes',
      what: whole ? 'until all were charged' : 'until all would be charged',
      value: minutes,
      unit: 'minutes',
      most: WITHIN_SECONDS / 60,
      note: whole ? 'all of them' : `worked out from ${count} charges in ${seconds.toFixed(0)} s`,
    },
    {
      id: 'renewals.wrong',
      what: 'lines charged twice, or charged and not paid',
      value: wrong,
      unit: 'lines',
      most: 0,
    },
  ];
}

function slower(
  id: string,
  what: string,
  alone: number[],
  meanwhile: number[],
  most?: number,
): Finding {
  const of = (times: number[], part: number) => quantile(times, part).toFixed(1);
  return {
    id: `renewals.${id}`,
    what,
    value: quantile(meanwhile, 0.5) / quantile(alone, 0.5),
    unit: 'times as long',
    ...(most !== undefined && { most }),
    note: `median ${of(alone, 0.5)} ms alone, ${of(meanwhile, 0.5)} meanwhile; 99 of 100 ${of(alone, 0.99)} and ${of(meanwhile, 0.99)}`,
  };
}
