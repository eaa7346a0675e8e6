import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import type { App } from '../app.ts';
import type { Query } from '../db/database.ts';
import {
  eventLoopLag,
  label,
  type Metric,
  metricText,
  openHistogram,
  outsideSeconds,
} from '../process/measures.ts';

/** By route pattern: addresses hold secrets. */
const answers = new Map<string, number>();
const answerSeconds = openHistogram(
  'portside_answer_seconds',
  'From a request to its answer: by method and route.',
);

export function countAnswers(http: FastifyInstance): void {
  http.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    countAnswer(request.method, route, reply.statusCode, reply.elapsedTime / 1000);
    done();
  });
}

export function countAnswer(method: string, route: string, status: number, seconds: number): void {
  const labels = `method="${method}",${label('route', route)}`;
  const key = `${labels},status="${status}"`;
  answers.set(key, (answers.get(key) ?? 0) + 1);
  answerSeconds.observe(labels, seconds);
}

export type Gauges = (
  app: App,
  db: Query,
) => Promise<Readonly<Record<'stuck' | 'books' | 'simCards', Readonly<Record<string, number>>>>>;

const { version } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
) as { version: string };

export async function metricsText(app: App, db: Query, gauges: Gauges): Promise<string> {
  const metrics = [
    buildInfo(),
    ...(await jobMetrics(app, db)),
    ...ownMetrics(await gauges(app, db)),
    answersTotal(),
    readsTotal(app),
    eventLoopLag(),
    residentMemory(),
  ];
  const lines = [
    ...metrics.flatMap(metricText),
    ...answerSeconds.lines(),
    ...outsideSeconds.lines(),
  ];
  return `${lines.join('\n')}\n`;
}

const buildInfo = (): Metric => ({
  name: 'portside_build_info',
  help: 'Which version runs, on which Node; always 1.',
  type: 'gauge',
  samples: [`{${label('version', version)},${label('node', process.versions.node)}} 1`],
});

async function jobMetrics({ jobs }: App, db: Query): Promise<Metric[]> {
  const states = await jobs.states(db);
  return [
    {
      name: 'portside_jobs',
      help: 'Jobs by name and state: waiting, running, given_up.',
      type: 'gauge',
      samples: states.flatMap(({ name, waiting, running, givenUp }) => [
        `{name="${name}",state="waiting"} ${waiting}`,
        `{name="${name}",state="running"} ${running}`,
        `{name="${name}",state="given_up"} ${givenUp}`,
      ]),
    },
    {
      name: 'portside_jobs_oldest_seconds',
      help: 'How long the oldest job of a name has been due.',
      type: 'gauge',
      samples: states.map(
        ({ name, oldestSeconds }) => `{name="${name}"} ${oldestSeconds.toFixed(1)}`,
      ),
    },
    {
      name: 'portside_jobs_stuck_seconds',
      help: 'How long jobs have been due while nobody has worked; 0 when somebody does.',
      type: 'gauge',
      samples: [` ${(await jobs.stuckFor(db)).toFixed(1)}`],
    },
  ];
}

const helpOf = {
  stuck: 'Orders and money that hang, by kind; portside orders lists them.',
  books: 'The last comparison with the payment provider; portside reconcile explains it.',
};

const ownMetrics = (found: Awaited<ReturnType<Gauges>>): Metric[] => [
  ...(['stuck', 'books'] as const).map((name) => ({
    name: `portside_${name}`,
    help: helpOf[name],
    type: 'gauge' as const,
    samples: Object.entries(found[name]).map(([kind, count]) => `{kind="${kind}"} ${count}`),
  })),
  {
    name: 'portside_sim_cards_in_stock',
    help: 'SIM cards that can be mailed, by brand that keeps a stock.',
    type: 'gauge',
    samples: Object.entries(found.simCards).map(
      ([id, count]) => `{${label('brand', id)}} ${count}`,
    ),
  },
];

const answersTotal = (): Metric => ({
  name: 'portside_answers_total',
  help: 'Answers by method, route and status.',
  type: 'counter',
  samples: [...answers].map(([labels, count]) => `{${labels}} ${count}`),
});

const readsTotal = ({ db }: App): Metric => ({
  name: 'portside_reads_total',
  help: 'Reads that a replica may answer, by who did: primary or replica.',
  type: 'counter',
  samples: Object.entries(db.reads).map(([from, count]) => `{from="${from}"} ${count}`),
});

const residentMemory = (): Metric => ({
  name: 'process_resident_memory_bytes',
  help: 'Memory of the process.',
  type: 'gauge',
  samples: [` ${process.memoryUsage.rss()}`],
});
