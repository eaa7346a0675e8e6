import { appendFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { placeOrder } from '@portside/contract/checkout';
import { listLines } from '@portside/contract/lines';
import { forgotPassword } from '@portside/contract/sign-in';
import { viewEsim } from '@portside/contract/sim';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openApp, type App } from '../app.ts';
import type { Config } from '../settings/config.ts';
import type { Manifest } from '../db/export.ts';
import { handlers, handedIn } from '../slices.ts';
import { everyRow } from '../testing/every-row.ts';
import { freshDatabase, type TestDatabase } from '../testing/fresh-database.ts';
import {
  cards,
  fillCart,
  newcomer,
  orderOf,
  orderWhen,
  paymentToken,
} from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { runVerb } from './socket.ts';

/** What a product on the embedded database leaves behind when it moves to a server. */
interface Moved {
  config: Config;
  rows: Record<string, string[]>;
  jobs: string[];
  buyer: { email: string; activationCode: string; orderId: string };
}

const workingRoles: Config['roles'] = new Set(['api', 'worker']);

let parent: string;
let exported: string;
let moved: Moved;
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'portside-import-'));
  exported = join(parent, 'export');
  moved = await exportEmbedded();
});
afterAll(() => rm(parent, { recursive: true }));

const ours = async ({ app }: { app: App }) =>
  Object.fromEntries(
    [...(await everyRow(app.db.query))]
      .filter(([table]) => /^public\.(?!kysely_|master_key$)/.test(table))
      .map(([table, all]) => [table, all.toSorted()]),
  );
const waiting = async ({ app }: { app: App }) =>
  (await app.jobs.unfinished(app.db.query)).toSorted();

async function buy(app: TestApp, customer: Awaited<ReturnType<typeof newcomer>>) {
  const token = await paymentToken(app, cards.visa);
  const order = orderOf(await fillCart(app), { paymentToken: token });
  return (await customer.call(placeOrder, order)).orderId;
}

async function exportEmbedded(): Promise<Moved> {
  const config: Partial<Config> = {
    database: { kind: 'pglite', folder: join(parent, 'embedded') },
    dataFolder: join(parent, 'embedded'),
    masterKeys: [Buffer.alloc(32, 5).toString('base64')],
  };
  const app = await openTestApp({ config });
  const customer = await newcomer(app);
  await orderWhen(app, customer, await buy(app, customer), 'active');
  const [line] = (await customer.call(listLines, {})).lines;
  const { activationCode } = await customer.call(viewEsim, { id: line?.id ?? '' });
  expect(activationCode).toMatch(/^LPA:1\$/);
  await app.close();
  // Nobody works off what is asked for from here on.
  const still = await openTestApp({ config: { ...config, roles: new Set(['api']) } });
  const orderId = await buy(still, await again(still, customer.email));
  await still.anyone.call(forgotPassword, { email: 'maya@example.com' });
  // An account of somebody who has two: it points to another row of its own table.
  const [first, second] = (
    await sql<{ id: string }>`select id from customers order by id desc limit 2`.execute(
      still.app.db.query,
    )
  ).rows;
  await sql`update customers set joined_to = ${first?.id}, holds_email = false
    where id = ${second?.id}`.execute(still.app.db.query);
  await sql`insert into pgboss.job_common (name, data, policy, source_name, source_retry_count, source_output)
    values ('given-up', '{"lineId": "lin_1"}', 'standard', 'activate-line', 30,
      '{"message": "The carrier is away"}')`.execute(still.app.db.query);
  const look = async () => ({ rows: await ours(still), jobs: await waiting(still) });
  const told = await still.eventually(async () => {
    // The simulated services keep sending notices.
    const before = await look();
    await rm(exported, { recursive: true, force: true });
    expect((await runVerb(still.app, ['export', exported])).fine).toBe(true);
    const after = await look();
    return JSON.stringify(after) === JSON.stringify(before) ? after : undefined;
  });
  const moving = still.app.config;
  await still.close();
  return { config: moving, ...told, buyer: { email: customer.email, activationCode, orderId } };
}

async function again(app: TestApp, email: string) {
  return { ...(await app.as(email, 'Anchor7!')), email };
}

/** As the command line opens it: nothing is brought or worked off. */
async function onto(database: TestDatabase, change: Partial<Config> = {}) {
  const config: Config = { ...moved.config, database: database.settings, roles: new Set() };
  const app = await openApp({ ...config, ...change }, handedIn);
  await app.jobs.start(handlers);
  return { app, close: () => app.close() };
}

test('[N05] an embedded folder moves into a server: every row, number and job, and work goes on there', async () => {
  const database = await freshDatabase(join(parent, 'target'));
  const target = await onto(database);
  const { text, fine } = await runVerb(target.app, ['import', exported]);
  expect({ text, fine }).toEqual({
    text: expect.stringMatching(/^\d+ rows of \d+ tables and \d+ jobs are here, as they were at /),
    fine: true,
  });
  expect(await ours(target)).toEqual(moved.rows);
  expect(await waiting(target)).toEqual(moved.jobs);
  expect(moved.jobs.join()).toContain('mail-reset-link');
  const [given] = await target.app.jobs.givenUp(target.app.db.query);
  expect(given).toMatchObject({ name: 'activate-line', tries: 31, error: 'The carrier is away' });
  const twice = await runVerb(target.app, ['import', exported]);
  expect(twice).toEqual({ text: expect.stringContaining('is not empty'), fine: false });
  await target.close();

  const working = await openTestApp({
    config: { ...moved.config, database: database.settings, seed: 'none', roles: workingRoles },
  });
  const { email, orderId, activationCode } = moved.buyer;
  const customer = await again(working, email);
  await orderWhen(working, customer, orderId, 'active');
  const { lines } = await customer.call(listLines, {});
  expect(lines).toHaveLength(2);
  const code = await customer.call(viewEsim, { id: lines[0]?.id ?? '' });
  expect(code.activationCode).toBe(activationCode);
  expect((await working.emails('maya@example.com'))[0]?.link).toContain('/reset');
  await working.close();
  await database.drop();
});

test('[N05] an import that cannot be whole is refused with its reason, and leaves nothing behind', async () => {
  const database = await freshDatabase(join(parent, 'refusing'));
  const target = await onto(database);
  const refused = async (change: (folder: string, manifest: Manifest) => Promise<unknown>) => {
    const folder = await mkdtemp(join(parent, 'changed-'));
    await cp(exported, folder, { recursive: true });
    const file = join(folder, 'manifest.json');
    const manifest = JSON.parse(await readFile(file, 'utf8')) as Manifest;
    await change(folder, manifest);
    await writeFile(file, JSON.stringify(manifest));
    const { text, fine } = await runVerb(target.app, ['import', folder]);
    expect(fine, text).toBe(false);
    expect(Object.values(await ours(target)).flat()).toEqual([]);
    return text;
  };
  expect(await refused((folder) => appendFile(join(folder, 'orders.jsonl'), '{}\n'))).toMatch(
    /orders.jsonl is not as it was written/,
  );
  expect(await refused((folder) => rm(join(folder, 'cards.jsonl')))).toMatch(/cards.jsonl cannot/);
  expect(await refused(async (_, manifest) => manifest.migrations.push('2099-later'))).toMatch(
    /another version: 2099-later/,
  );
  expect(await refused(async (_, manifest) => Object.assign(manifest, { version: 2 }))).toMatch(
    /no export that this version reads/,
  );
  expect((await runVerb(target.app, ['import', parent])).text).toMatch(/no manifest.json/);
  expect((await runVerb(target.app, ['import'])).fine).toBe(false);
  await target.close();
  const stranger = await onto(database, { masterKeys: [Buffer.alloc(32, 6).toString('base64')] });
  const { text } = await runVerb(stranger.app, ['import', exported]);
  expect(text).toMatch(/opens with another key.*PORTSIDE_MASTER_KEYS/);
  await stranger.close();
  await database.drop();
});
