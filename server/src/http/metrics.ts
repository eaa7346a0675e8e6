import type { FastifyInstance } from 'fastify';
import type { App } from '../app.ts';

/** Answers by route pattern (never by address: no secrets) and status. */
const answers = new Map<string, { count: number; seconds: number }>();

/** Counts every answer from here on. */
export function countAnswers(http: FastifyInstance): void {
  http.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    const key = `method="${request.method}",route="${route}",status="${reply.statusCode}"`;
    const seen = answers.get(key);
    const seconds = reply.elapsedTime / 1000;
    if (seen) {
      seen.count += 1;
      seen.seconds += seconds;
    } else answers.set(key, { count: 1, seconds });
    done();
  });
}

/** Prometheus text: answers, waiting and failed jobs, memory. */
export async function metricsText(app: App): Promise<string> {
  const jobs = await app.jobs.counts();
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
      `portside_jobs{name="${job.name}",state="failed"} ${job.failed}`,
    ]),
    '# TYPE process_resident_memory_bytes gauge',
    `process_resident_memory_bytes ${process.memoryUsage.rss()}`,
    '',
  ].join('\n');
}
