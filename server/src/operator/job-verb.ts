import type { App } from '../app.ts';
import { age, textTable } from './text-table.ts';
import { UsageError } from './verb.ts';

/** `jobs`, `jobs given-up`, `jobs retry <id | all>`. */
export async function runJobs(app: App, [action, id]: string[]): Promise<string> {
  if (action === undefined) return countJobs(app);
  if (action === 'given-up') return listGivenUp(app);
  if (action === 'retry' && id) return tryAgain(app, id);
  throw new UsageError('jobs, jobs given-up, or jobs retry <id | all>');
}

async function countJobs(app: App): Promise<string> {
  const states = await app.jobs.states(app.db.query);
  const rows = states.map((one) => [
    one.name,
    String(one.waiting),
    String(one.running),
    String(one.givenUp),
    one.oldestSeconds >= 1 ? age(one.oldestSeconds) : '',
  ]);
  const head = ['job', 'waiting', 'running', 'given up', 'oldest waits for'];
  return textTable([head, ...rows], [1, 2, 3]);
}

async function listGivenUp(app: App): Promise<string> {
  const jobs = await app.jobs.givenUp(app.db.query);
  if (jobs.length === 0) return 'No job was given up.';
  const now = app.clock.now().getTime();
  const rows = jobs.map((job) => [
    `${age((now - job.at.getTime()) / 1000)} ago`,
    job.name,
    `${job.tries} tries`,
    job.id,
    job.error.slice(0, 120).replaceAll(/\s+/g, ' '),
  ]);
  return textTable(rows, [0, 2]);
}

async function tryAgain(app: App, id: string): Promise<string> {
  const all = id === 'all';
  const count = await app.jobs.tryAgain(all ? undefined : id);
  if (count === 0 && !all) throw new UsageError(`No given up job has the id ${id}.`);
  return `${count} ${count === 1 ? 'job is' : 'jobs are'} in the queues again.`;
}
