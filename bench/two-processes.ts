import { bigDatabase } from '../server/src/testing/big-database.ts';
import { cores, hold, meterBackends, processSeconds } from './cpu-time.ts';
import { drive } from './drive.ts';
import type { Measurement } from './measurement.ts';
import { logIn } from './people.ts';
import { ownDatabase } from './postgres-server.ts';
import { type Measured, runProduct } from './product.ts';
import { middle, untilQuiet } from './side-by-side.ts';

const PATH = '/app/lines';
const SECONDS = 2;

interface Round {
  readonly perSecond: number;
  /** Milliseconds of CPU for a request: of the processes, and of PostgreSQL. */
  readonly process: number;
  readonly database: number;
}

/**
 * One process, then two at once, each with as many connections, on one database. A process has one
 * core's worth of JavaScript: what two can do is twice what is left of a core for each request.
 */
export const twoProcesses: Measurement = {
  name: 'two',
  title: 'Two processes on one PostgreSQL, line list with a token',
  async run({ server, quick }) {
    const { settings } = await bigDatabase(server.url, 10_000);
    const database = await ownDatabase(server.url, new URL(settings.url).pathname.slice(1));
    const first = await runProduct({ database: database.url });
    const second = await runProduct({ database: database.url });
    const backends = await meterBackends(server.url, database.url);
    try {
      const people = await logIn(
        first.address,
        Array.from({ length: 32 }, (_, at) => at + 1),
      );
      const askers = people.map(({ headers }) => headers);
      if (cores) holdApart([first, second], backends);
      const measure = async (products: readonly Measured[]): Promise<Round> => {
        const used = () => products.reduce((sum, { pid }) => sum + processSeconds(pid), 0);
        const before = { process: used(), database: await backends.seconds() };
        const driven = await Promise.all(
          products.map(({ address: url }) =>
            drive({ url, paths: [PATH], askers }, { seconds: SECONDS }),
          ),
        );
        const requests = driven.reduce((sum, one) => sum + one.requests, 0);
        return {
          perSecond: driven.reduce((sum, one) => sum + one.perSecond, 0),
          process: ((used() - before.process) * 1000) / requests,
          database: (((await backends.seconds()) - before.database) * 1000) / requests,
        };
      };
      await measure([first, second]);
      await untilQuiet(first.pid);
      const one: Round[] = [];
      const two: Round[] = [];
      for (let round = 0; round < (quick ? 3 : 5); round += 1) {
        one.push(await measure([first]));
        two.push(await measure([first, second]));
      }
      return findings(one, two);
    } finally {
      if (cores) hold(process.pid, cores.all);
      await backends.close();
      await first.stop();
      await second.stop();
      await database.drop();
    }
  },
};

function holdApart(products: readonly Measured[], backends: { hold(cores: string): void }): void {
  if (!cores) return;
  for (const [core, { pid }] of products.entries()) hold(pid, String(core));
  backends.hold(cores.driver);
  hold(process.pid, cores.driver);
}

function findings(one: readonly Round[], two: readonly Round[]) {
  const capacities = one.map(({ process }, at) => (2 * process) / (two[at]?.process ?? Infinity));
  const rates = one.map(({ perSecond }, at) => (two[at]?.perSecond ?? 0) / perSecond);
  const of = (rounds: readonly Round[], part: keyof Round) =>
    middle(rounds.map((round) => round[part])).toFixed(part === 'perSecond' ? 0 : 3);
  return [
    {
      id: 'two.capacity',
      what: 'what two processes can do, the database aside',
      value: middle(capacities),
      rounds: capacities,
      unit: 'times one',
      least: 1.7,
      note: [
        `${of(one, 'process')} ms for a request with one, ${of(two, 'process')} with two;`,
        `PostgreSQL ${of(one, 'database')} and ${of(two, 'database')}`,
      ].join(' '),
    },
    {
      id: 'two.rate',
      what: 'answers a second on this machine',
      unit: 'times one',
      value: middle(rates),
      rounds: rates,
      note: [
        `${of(one, 'perSecond')}/s and ${of(two, 'perSecond')}/s;`,
        cores
          ? 'each process on a core of its own, PostgreSQL and the driver share the others'
          : 'all share the same cores',
      ].join(' '),
    },
  ];
}
