import { appendFile, cp, mkdtemp, rm } from 'node:fs/promises';
import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { register } from '@portside/contract/sign-in';
import { listPlans } from '@portside/contract/plans';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLog } from '../process/log.ts';
import { migratedFolder } from '../testing/prepared-databases.ts';
import { newcomer } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { isWrite } from './disk-room.ts';

const MEGABYTE = 1_000_000;
const freeIn = (folder: string) => {
  const { bavail, bsize } = statfsSync(folder);
  return Math.floor((bavail * bsize) / MEGABYTE);
};
/** A disk in memory, where there is one that is large enough: nobody else fills it. */
const isAlone = existsSync('/dev/shm') && freeIn('/dev/shm') > 2000;
const disk = isAlone ? '/dev/shm' : tmpdir();
/** Megabytes. The database itself takes some of it, and elsewhere other tests do. */
const ROOM = isAlone ? 600 : 1500;
const FILLING = Buffer.alloc(250 * MEGABYTE, 1);

let folder: string;
let floor: number;
let app: TestApp;
const logged: object[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(disk, 'portside-full-'));
  const log = openLog('error');
  const error = log.error.bind(log);
  log.error = (...said: Parameters<typeof error>) => {
    if (typeof said[0] === 'object') logged.push({ ...said[0], message: said[1] });
    error(...said);
  };
  const made = join(await migratedFolder(), 'database');
  await cp(made, join(folder, 'database'), { recursive: true });
  floor = freeIn(folder) - ROOM;
  const database = { kind: 'pglite', folder, floorMegabytes: floor } as const;
  app = await openTestApp({
    config: { database, dataFolder: folder, seed: 'none' },
    overrides: { log },
  });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const form = (email: string) => ({
  firstName: 'Noa',
  lastName: 'Full',
  email,
  regPassword: 'Anchor7!',
  confirmRegPassword: 'Anchor7!',
});

test('[N05] with little room left writes answer 503 early, the process lives and says why, and room is enough to recover', async () => {
  await newcomer(app);
  let tries = 0;
  const filler = join(folder, 'filler');
  const full = await app.eventually(async () => {
    tries += 1;
    if (freeIn(folder) > floor - 20) await appendFile(filler, FILLING);
    const wish = form(`full${tries}@example.com`);
    const tried = await app.anyone.refusal(register, wish).catch(() => null);
    return tried ?? undefined;
  });
  expect(full.status).toBe(503);
  expect(full.problem).toMatchObject({
    code: 'unavailable',
    message: 'Nothing can be saved right now. Please try again later.',
  });
  expect((await app.fetch('/healthz')).status).toBe(200);
  const ready = await app.fetch('/readyz');
  expect(ready.status).toBe(503);
  expect(await ready.text()).toContain(folder);
  expect((await app.anyone.call(listPlans, {})).plans.length).toBeGreaterThan(0);
  expect(logged).toContainEqual(
    expect.objectContaining({ folder, message: expect.stringContaining('the disk is full') }),
  );

  await rm(filler);
  await app.eventually(async () => (await app.fetch('/readyz')).status === 200 || undefined);
  await newcomer(app);
});

test.each([
  ['select * from orders', false],
  ['begin', false],
  ['INSERT INTO orders values (1)', true],
  ['  update orders set status = 1', true],
  ['with moved as (delete from jobs returning *) select 1', true],
  ['with all_of as (select 1) select * from all_of', false],
])('%s writes: %s', (statement, writes) => {
  expect(isWrite(statement)).toBe(writes);
});
