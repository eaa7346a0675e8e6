import { forgotPassword } from '@portside/contract/sign-in';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import type { App } from '../app.ts';
import { openTestWorld } from '../adapters/test-world.suite.ts';
import { runVerb } from '../operator/socket.ts';
import { textOf } from '../process/measures.ts';
import { openTestApp } from '../testing/test-app.ts';
import { defineJob, handle, openJobs, type Handler } from './jobs.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** Jobs that a test makes up, worked off on a real database; what is logged is kept. */
async function workOff(handlers: Handler[]) {
  const opened = await openTestWorld();
  const { world } = opened;
  closing.push(() => opened.close());
  const logged: { level: number; job?: string; msg: string }[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void logged.push(JSON.parse(line)) });
  const jobs = openJobs({ ...world, log });
  closing.push(() => jobs.stop());
  await jobs.start(handlers);
  const app = { ...world, log, jobs, jobsDb: world.db } as unknown as App;
  await jobs.work(app, handlers, []);
  return { app, jobs, logged, db: world.db };
}

async function until(look: () => Promise<boolean> | boolean): Promise<void> {
  for (const end = Date.now() + 60_000; !(await look());) {
    if (Date.now() > end) throw new Error(`It did not come to pass: ${look.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test('a job that fails for the last time is logged as an error, kept, and can be run again', async () => {
  const refund = defineJob<{ order: string }>('refund', { retryLimit: 1 });
  let isDown = true;
  const done: string[] = [];
  const { app, jobs, logged, db } = await workOff([
    handle(refund, async (_, { order }) => {
      if (isDown) throw new Error('The provider is down');
      done.push(order);
    }),
  ]);
  await db.transaction((tx) => jobs.enqueue(tx, refund, { order: 'ord_1' }));
  await until(async () => (await jobs.givenUp(db.query)).length === 1);
  expect(logged.map(({ level, job, msg }) => ({ level, job, msg }))).toEqual([
    { level: 40, job: 'refund', msg: 'job failed, it will be tried again' },
    {
      level: 50,
      job: 'refund',
      msg: 'job failed for the last time; portside jobs given-up lists it',
    },
  ]);
  const [kept] = await jobs.givenUp(db.query);
  expect(kept).toMatchObject({ name: 'refund', tries: 2, error: 'The provider is down' });
  expect(await jobs.states(db.query)).toEqual([
    { name: 'refund', waiting: 0, running: 0, givenUp: 1, oldestSeconds: 0 },
  ]);
  const list = await runVerb(app, ['jobs', 'given-up']);
  expect(list.text).toMatch(/refund\s+2 tries\s+\S+\s+The provider is down/);
  isDown = false;
  const again = await runVerb(app, ['jobs', 'retry', kept?.id ?? '']);
  expect(again).toEqual({ text: '1 job is in the queues again.', fine: true });
  await until(() => done.length === 1);
  expect(done).toEqual(['ord_1']);
  expect((await runVerb(app, ['jobs', 'retry', kept?.id ?? ''])).fine).toBe(false);
});

test('[N09] how long jobs take is measured by name and outcome: done, tried again, given up', async () => {
  const measured = defineJob<{ fails: number }>('measured', { retryLimit: 1 });
  const runs = new Map<number, number>();
  const { jobs, db } = await workOff([
    handle(measured, async (_, { fails }) => {
      runs.set(fails, (runs.get(fails) ?? 0) + 1);
      if ((runs.get(fails) ?? 0) <= fails) throw new Error('Not yet');
    }),
  ]);
  for (const fails of [0, 1, 2])
    await db.transaction((tx) => jobs.enqueue(tx, measured, { fails }));
  const countOf = (text: string, outcome: string) =>
    new RegExp(`portside_job_seconds_count\\{name="measured",outcome="${outcome}"\\} (\\d+)`).exec(
      text,
    )?.[1];
  await until(async () => (await jobs.givenUp(db.query)).length === 1);
  await until(async () => {
    const text = await textOf([]);
    return countOf(text, 'done') === '2' && countOf(text, 'given_up') === '1';
  });
  expect(countOf(await textOf([]), 'again')).toBe('2');
});

test('one of many that fails, or hangs, holds up and repeats none of the others', async () => {
  const post = defineJob<{ n: number }>('post', { atOnce: 4 });
  const hang = Promise.withResolvers<void>();
  const ran = new Map<number, number>();
  const { jobs, db } = await workOff([
    handle(post, async (_, { n }) => {
      ran.set(n, (ran.get(n) ?? 0) + 1);
      if (n === 3) await hang.promise;
      if (n === 7 && ran.get(n) === 1) throw new Error('Not this one');
    }),
  ]);
  closing.push(async () => hang.resolve());
  await db.transaction(async (tx) => {
    for (let n = 0; n < 60; n += 1) await jobs.enqueue(tx, post, { n });
  });
  await until(() => ran.size === 60 && ran.get(7) === 2);
  const others = [...ran].filter(([n]) => n !== 7);
  expect(others.filter(([, times]) => times !== 1)).toEqual([]);
});

test('[M05] work that a slow service is still doing is not begun again within its own time', async () => {
  const hasty = defineJob('hasty', { expireInSeconds: 1 });
  const patient = defineJob('patient', { expireInSeconds: 30 });
  const begun: string[] = [];
  const over = Promise.withResolvers<void>();
  const slowly = (name: string) => async () => {
    begun.push(name);
    await over.promise;
  };
  const { jobs, db } = await workOff([
    handle(hasty, slowly('hasty')),
    handle(patient, slowly('patient')),
  ]);
  await db.transaction(async (tx) => {
    await jobs.enqueue(tx, hasty, {});
    await jobs.enqueue(tx, patient, {});
  });
  await until(() => begun.filter((name) => name === 'hasty').length === 2);
  expect(begun.filter((name) => name === 'patient')).toHaveLength(1);
  over.resolve();
});

test('jobs are found and settled however often they were looked for', async () => {
  const post = defineJob<{ n: number }>('post');
  const ran: number[] = [];
  const { jobs, db } = await workOff([handle(post, async (_, { n }) => void ran.push(n))]);
  // By then a server has the statements of the queue prepared.
  for (let n = 0; n < 25; n += 1) {
    await db.transaction((tx) => jobs.enqueue(tx, post, { n }));
    await until(() => ran.length === n + 1);
  }
  await until(async () => {
    const [state] = await jobs.states(db.query);
    return state?.running === 0 && state.waiting === 0;
  });
  expect(ran).toEqual(Array.from({ length: 25 }, (_, n) => n));
});

test('nobody who works for long is seen: by /metrics, doctor and jobs, and by /readyz of a worker', async () => {
  const app = await openTestApp({ config: { roles: new Set(['api']) } });
  closing.push(() => app.close());
  await app.anyone.call(forgotPassword, { email: 'maya@example.com' });
  const ready = async (path: string) => {
    const answer = await app.fetch(path);
    return { status: answer.status, body: await answer.json() };
  };
  expect(await ready('/readyz')).toEqual({ status: 200, body: { status: 'ready' } });
  expect((await runVerb(app.app, ['doctor'])).text).toContain('ok    workers: nothing waits');
  // With the jobs that the demo's seed has done just now.
  await sql`update pgboss.job set start_after = start_after - interval '2 days',
    started_on = started_on - interval '2 days', heartbeat_on = heartbeat_on - interval '2 days',
    completed_on = completed_on - interval '2 days'`.execute(app.app.db.query);
  expect(await ready('/readyz')).toMatchObject({
    status: 200,
    body: { status: 'ready', jobs: 'nobody works them off' },
  });
  const { text } = await runVerb(app.app, ['doctor']);
  expect(text).toContain('LOOK  workers: nobody has worked for 2 days while jobs wait');
  expect((await runVerb(app.app, ['jobs'])).text).toMatch(/mail-reset-link\s+1\s+0\s+0\s+2 days/);
  const metrics = await (await app.fetch('/metrics')).text();
  expect(metrics).toMatch(/portside_jobs_stuck_seconds 1728\d\d/);
  expect(metrics).toMatch(/portside_jobs_oldest_seconds\{name="mail-reset-link"\} 1728\d\d/);
  // The same in a process that has workers, which would have to do something about it.
  (app.app.config.roles as Set<string>).add('worker');
  expect(await ready('/readyz')).toMatchObject({ status: 503, body: { status: 'not ready' } });
});
