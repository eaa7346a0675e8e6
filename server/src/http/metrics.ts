import type { FastifyInstance } from 'fastify';
import type { App } from '../app.ts';
import type { Query } from '../db/database.ts';
import { answers, answerSeconds, eventLoopLag, type Look, textOf } from '../process/measures.ts';
import { version } from '../process/version.ts';

export function countAnswers(http: FastifyInstance): void {
  http.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    countAnswer(request.method, route, reply.statusCode, reply.elapsedTime / 1000);
    done();
  });
}

export function countAnswer(method: string, route: string, status: number, seconds: number): void {
  answers.inc({ method, route, status });
  answerSeconds.observe({ method, route }, seconds);
}

export type Gauges = (
  app: App,
  db: Query,
) => Promise<Readonly<Record<'stuck' | 'books' | 'simCards', Readonly<Record<string, number>>>>>;

export async function metricsText(app: App, db: Query, gauges: Gauges): Promise<string> {
  return textOf([
    buildInfo,
    ...(await jobLooks(app, db)),
    ...ownLooks(await gauges(app, db)),
    readsTotal(app),
    connections(app),
    eventLoopLag(),
    ...ofTheProcess(),
  ]);
}

const buildInfo: Look = {
  name: 'portside_build_info',
  help: 'Which version runs, on which Node; always 1.',
  samples: [[1, { version, node: process.versions.node }]],
};

async function jobLooks({ jobs }: App, db: Query): Promise<Look[]> {
  const states = await jobs.states(db);
  return [
    {
      name: 'portside_jobs',
      help: 'Jobs by name and state: waiting, running, given_up.',
      samples: states.flatMap(({ name, waiting, running, givenUp }) => [
        [waiting, { name, state: 'waiting' }] as const,
        [running, { name, state: 'running' }] as const,
        [givenUp, { name, state: 'given_up' }] as const,
      ]),
    },
    {
      name: 'portside_jobs_oldest_seconds',
      help: 'How long the oldest job of a name has been due.',
      samples: states.map(({ name, oldestSeconds }) => [oldestSeconds, { name }]),
    },
    {
      name: 'portside_jobs_stuck_seconds',
      help: 'How long jobs have been due while nobody has worked; 0 when somebody does.',
      samples: [[await jobs.stuckFor(db)]],
    },
  ];
}

const helpOf = {
  stuck: 'Orders and money that hang, by kind; portside orders lists them.',
  books: 'The last comparison with the payment provider; portside reconcile explains it.',
};

const ownLooks = (found: Awaited<ReturnType<Gauges>>): Look[] => [
  ...(['stuck', 'books'] as const).map((name) => ({
    name: `portside_${name}`,
    help: helpOf[name],
    samples: Object.entries(found[name]).map(([kind, count]) => [count, { kind }] as const),
  })),
  {
    name: 'portside_sim_cards_in_stock',
    help: 'SIM cards that can be mailed, by brand that keeps a stock.',
    samples: Object.entries(found.simCards).map(([brand, count]) => [count, { brand }]),
  },
];

const readsTotal = ({ db }: App): Look => ({
  name: 'portside_reads_total',
  help: 'Reads that a replica may answer, by who did: primary or replica.',
  type: 'counter',
  samples: Object.entries(db.reads).map(([from, count]) => [count, { from }]),
});

/** The embedded database has one connection, for all. */
const connections = ({ db, jobsDb }: App): Look => ({
  name: 'portside_pool_connections',
  help: 'Connections to the database: by what they are for, and state (busy; waiting: who has none yet).',
  samples: (db.kind === 'postgres' ? [db, jobsDb] : [db]).flatMap(({ pool }) => [
    [pool.busy, { pool: pool.name, state: 'busy' }] as const,
    [pool.waiting, { pool: pool.name, state: 'waiting' }] as const,
  ]),
});

const MICROSECONDS = 1e6;

function ofTheProcess(): Look[] {
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed } = process.memoryUsage();
  return [
    {
      name: 'process_cpu_seconds_total',
      help: 'CPU time of the process, all threads.',
      type: 'counter',
      samples: [[(user + system) / MICROSECONDS]],
    },
    {
      name: 'process_start_time_seconds',
      help: 'When the process began, in seconds since 1970.',
      samples: [[performance.timeOrigin / 1000]],
    },
    {
      name: 'process_resident_memory_bytes',
      help: 'Memory of the process.',
      samples: [[rss]],
    },
    {
      name: 'portside_heap_used_bytes',
      help: 'Objects of the process, those that nobody needs any more included.',
      samples: [[heapUsed]],
    },
  ];
}
