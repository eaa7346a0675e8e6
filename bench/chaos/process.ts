import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { demoPassword, demoStaff } from '@portside/contract/demo-people';
import { later } from '../../server/src/clock.ts';
import { start } from '../../server/src/process/start.ts';
import { readConfig } from '../../server/src/settings/config.ts';
import { schedules } from '../../server/src/slices.ts';
import { waitingJobs } from '../../server/src/testing/waiting-jobs.ts';
import { addDemoStaff, demoStaff as shownCodes } from '../../server/src/staff/demo-staff.ts';

/**
 * The product in a process of its own, whose clock is ahead by what the file CHAOS_CLOCK says and off
 * by CHAOS_SKEW. After each move a worker enqueues all that has a schedule: real time comes to none.
 */
const file = process.env.CHAOS_CLOCK ?? '';
const skew = Number(process.env.CHAOS_SKEW ?? 0);
const LOOK_MS = 100;
const SHOW_MS = 1000;

const read = () => Number(readFileSync(file, 'utf8'));
let moved = read();
const running = await start(readConfig(), {
  clock: { now: () => later(new Date(), moved + skew) },
});
const { app } = running;
await addDemoStaff(app, app.brands.first.client.mvnoId, demoStaff, demoPassword);

/** Once for both workers, as the schedule does. */
async function sweep(): Promise<void> {
  await app.db.transaction(async (tx) => {
    const waiting = await waitingJobs(tx);
    for (const { job } of schedules) {
      if (!waiting.has(job.name)) await app.jobs.enqueue(tx, job, {});
    }
  });
}

const looking = setInterval(() => {
  const now = read();
  if (now <= moved) return;
  moved = now;
  if (app.config.roles.has('worker'))
    sweep().catch((error: unknown) => app.log.warn({ error }, 'no sweep'));
}, LOOK_MS);

/** What the authenticator apps of staff show, for who plays them. */
async function showCodes(): Promise<void> {
  const shown = `${file}.${process.pid}`;
  writeFileSync(shown, JSON.stringify(await shownCodes(app)));
  renameSync(shown, `${file}.staff`);
}
const showing = setInterval(() => {
  if (app.config.roles.has('api')) showCodes().catch(() => {});
}, SHOW_MS);

process.once('SIGTERM', () => {
  clearInterval(looking);
  clearInterval(showing);
  void running.close().then(() => process.exit(0));
});
process.stdout.write(`open at ${running.address}\n`);
