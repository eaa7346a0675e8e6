import type { FastifyInstance } from 'fastify';
import type { App } from '../app.ts';
import type { Query } from '../db/database.ts';

/** By route pattern: addresses hold secrets. */
const answers = new Map<string, { count: number; seconds: number }>();

export function countAnswers(http: FastifyInstance): void {
  http.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    countAnswer(request.method, route, reply.statusCode, reply.elapsedTime / 1000);
    done();
  });
}

export function countAnswer(method: string, route: string, status: number, seconds: number): void {
  const key = `method="${method}",route="${route}",status="${status}"`;
  const seen = answers.get(key);
  if (seen) {
    seen.count += 1;
    seen.seconds += seconds;
  } else answers.set(key, { count: 1, seconds });
}

export type Gauges = (
  app: App,
  db: Query,
) => Promise<Readonly<Record<string, Readonly<Record<string, number>>>>>;

export async function metricsText(app: App, db: Query, gauges: Gauges): Promise<string> {
  const jobs = await app.jobs.states(db);
  const ours = Object.entries(await gauges(app, db));
  return [
    '# TYPE portside_answers_total counter',
    ...[...answers].map(([key, seen]) => `portside_answers_total{${key}} ${seen.count}`),
    '# TYPE portside_answer_seconds_total counter',
    ...[...answers].map(
      ([key, seen]) => `portside_answer_seconds_total{${key}} ${seen.seconds.toFixed(4)}`,
    ),
    '# TYPE portside_jobs gauge',
    ...jobs.flatMap((job) => [
      `portside_jobs{name="${job.name}",state="waiting"} ${job.waiting}`,
      `portside_jobs{name="${job.name}",state="running"} ${job.running}`,
      `portside_jobs{name="${job.name}",state="given_up"} ${job.givenUp}`,
    ]),
    '# TYPE portside_jobs_oldest_seconds gauge',
    ...jobs.map(
      (job) => `portside_jobs_oldest_seconds{name="${job.name}"} ${job.oldestSeconds.toFixed(1)}`,
    ),
    '# TYPE portside_jobs_stuck_seconds gauge',
    `portside_jobs_stuck_seconds ${(await app.jobs.stuckFor(db)).toFixed(1)}`,
    ...ours.flatMap(([name, counts]) => [
      `# TYPE portside_${name} gauge`,
      ...Object.entries(counts).map(([kind, count]) => `portside_${name}{kind="${kind}"} ${count}`),
    ]),
    '# TYPE portside_reads_total counter',
    ...Object.entries(app.db.reads).map(
      ([from, count]) => `portside_reads_total{from="${from}"} ${count}`,
    ),
    '# TYPE process_resident_memory_bytes gauge',
    `process_resident_memory_bytes ${process.memoryUsage.rss()}`,
    '',
  ].join('\n');
}
