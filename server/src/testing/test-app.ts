import { AsyncLocalStorage } from 'node:async_hooks';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StaffRole } from '@portside/contract/console/roles';
import { login } from '@portside/contract/sign-in';
import { nothingOutside } from '../settings/adapter-settings.ts';
import type { Adapters, Overrides } from '../app.ts';
import { later, type Clock } from '../clock.ts';
import type { Config } from '../settings/config.ts';
import { DatabaseAway } from '../db/database-away.ts';
import type { DatabaseLimits, DatabaseSettings } from '../db/database.ts';
import { demoPassword } from '@portside/contract/demo-people';
import { start, type Running } from '../process/start.ts';
import { openLog } from '../process/log.ts';
import { callerAt, confirming, type Caller } from './caller.ts';
import { endDemoLines } from './after-test.ts';
import { staffAt } from './staff-caller.ts';
import { migratedDatabase, seededDatabase } from './fresh-database.ts';

/** How long a test waits for a fact, on a machine that does much else at the same time. */
const PATIENCE = 60_000;
/** In seconds: whoever waits for a lock or a connection has as long, but where a test is about that. */
const patient = { lock: PATIENCE / 1000, connect: PATIENCE / 1000 };
/** Tests wait for jobs more often than for anything else. */
const LOOK_EVERY_MS = 200;
/** Between two looks while nothing is to be done; longer each time, since a look is work as well. */
const PAUSE_MS = 25;
const LONGER = 1.2;
const LONGEST_PAUSE_MS = 150;
/** For a job that hangs: the test looks again beside it. */
const ROUND_MS = 200;

export interface TestApp extends Running {
  /** Time as the product sees it; moves with the real one, and by hand. */
  readonly clock: Clock & { move(milliseconds: number): void };
  /** The first brand's. */
  readonly adapters: Adapters;
  readonly anyone: Caller;
  /** Logs in and calls as that person. */
  as(email: string, password?: string): Promise<Caller>;
  with(token: string): Caller;
  /** The demo member of staff of this role, logged in to the console. */
  staff(role: StaffRole): Promise<Caller>;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Emails to an address, newest first; waits until there are that many. */
  emails(to: string, atLeast?: number): Promise<MailboxMessage[]>;
  /** Asks again and again until there is an answer other than undefined; gives up in the end. */
  eventually<T>(look: () => Promise<T | undefined>): Promise<T>;
}

export interface MailboxMessage {
  id: string;
  to: string;
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
  code?: string;
  link?: string;
}

function withLimits(
  database: DatabaseSettings,
  { limits = {}, connections }: Pick<TestAppOptions, 'limits' | 'connections'>,
) {
  if (database.kind !== 'postgres') return database;
  return {
    ...database,
    limits: { ...database.limits, ...patient, ...limits },
    ...(connections && { connections }),
  };
}

/** A test whose point is the cost asks for the product's own. */
export const testCost = { memoryCost: 64, timeCost: 1, floorMs: 0 };

/** Always the same, so that what a prepared database has sealed can be opened. */
export const testMasterKeys = [Buffer.alloc(32, 9).toString('base64')];

export function testAppConfig(database: DatabaseSettings): Config {
  return {
    production: false,
    host: '127.0.0.1',
    port: 0,
    origin: 'http://127.0.0.1',
    proxies: 'none',
    trustsForwardedHost: false,
    roles: new Set(['api', 'worker']),
    logLevel: 'error',
    dataFolder: '/nonexistent',
    brandsFolder: resolve(import.meta.dirname, '../../../brands'),
    database,
    seed: 'demo',
    masterKeys: testMasterKeys,
    adapters: nothingOutside,
    metricsToken: undefined,
    traces: undefined,
    operatorToken: undefined,
    drainSeconds: 0,
    crmSecrets: { '': 'harbor-demo-crm-secret' },
    dev: false,
    misspelled: [],
  };
}

/** What these say changes what the demo's seed writes, or who it asks. */
const seededOtherwise = ['brandsFolder', 'seed', 'masterKeys', 'adapters', 'production'] as const;

interface TestAppOptions {
  config?: Partial<Config>;
  /** On a server; the embedded database has none. */
  limits?: Partial<DatabaseLimits>;
  /** On a server: for a test that is about them. */
  connections?: number;
  overrides?: Overrides;
  /** False: they have ended when it opens, for tests in which weeks pass and nobody asks for them. */
  demoLines?: false;
}

/** A test that is about the seed itself, or about its services, has it run in its own product. */
function isSeededAlike({ config = {}, overrides = {} }: TestAppOptions): boolean {
  const changed =
    overrides.adapters ?? overrides.clock ?? overrides.database ?? overrides.signInCost;
  return !changed && !seededOtherwise.some((name) => name in config);
}

/** One round of what waits by now, before the product would look for it. @returns false: nothing did */
async function workOn({ drain, tick }: Running['work']): Promise<boolean> {
  // A job that takes longer goes on beside the test.
  const found = await Promise.race([drain?.(), sleep(ROUND_MS, false, { ref: false })]);
  if (!found) await tick();
  return found ?? false;
}

/** As the product does: without its database it finds no work, and looks again. */
function whileAway(error: unknown): false {
  if (error instanceof DatabaseAway) return false;
  throw error;
}

/** The whole product on a free port: a real database, sandboxes, real HTTP; only time can be moved. */
export async function openTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  let moved = 0;
  const clock = {
    now: () => later(new Date(), moved),
    move(milliseconds: number) {
      moved += milliseconds;
    },
  };
  const database = isSeededAlike(options) ? await seededDatabase() : await migratedDatabase();
  const settings = withLimits(database.settings, options);
  const config: Config = { ...testAppConfig(settings), ...options.config };
  const log = openLog('error');
  const running = await start(config, {
    clock,
    log,
    patienceMs: PATIENCE,
    lookEveryMs: LOOK_EVERY_MS,
    signInCost: testCost,
    ...options.overrides,
  });
  if (options.demoLines === false) await endDemoLines(running);
  const at = (path: string) => `${running.address}${path}`;
  const withToken = (token: string | undefined) => callerAt(running.address, token);
  // A test may look while it holds a transaction; the product works beside it.
  const workBeside = AsyncLocalStorage.bind(() => workOn(running.work).catch(whileAway));
  const eventually: TestApp['eventually'] = async (look) => {
    const until = Date.now() + PATIENCE;
    for (let pause = PAUSE_MS; ; pause = Math.min(pause * LONGER, LONGEST_PAUSE_MS)) {
      const found = await look();
      if (found !== undefined) return found;
      if (Date.now() > until) throw new Error(`It did not come to pass: ${look.toString()}`);
      if (!(await workBeside())) await sleep(pause);
    }
  };
  return {
    ...running,
    clock,
    adapters: running.app.adapters.of(running.app.brands.first.client.mvnoId),
    anyone: withToken(undefined),
    with: withToken,
    async as(email, password = demoPassword) {
      const { token } = await withToken(undefined).call(login, { email, password });
      return confirming(withToken(token), password);
    },
    staff: (role) => staffAt(running.address, role),
    fetch: (path, init) => fetch(at(path), init),
    emails: (to, atLeast = 1) =>
      eventually(async () => {
        const found = await fetch(at(`/sandbox/mail/messages?to=${encodeURIComponent(to)}`));
        const emails = (await found.json()) as MailboxMessage[];
        return emails.length >= atLeast ? emails : undefined;
      }),
    eventually,
    async close() {
      await running.close();
      await database.drop();
    },
  };
}
