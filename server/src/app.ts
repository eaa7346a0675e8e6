import { join } from 'node:path';
import type { PushKind } from '@portside/contract/push';
import type { Logger } from 'pino';
import type { AddressPort } from './adapters/address/address.ts';
import type { CarrierPort } from './adapters/carrier/carrier.ts';
import type { ChatPort } from './adapters/chat/chat.ts';
import type { ContentPort } from './adapters/content/content.ts';
import type { MailPort } from './adapters/mail/mail.ts';
import { openAdapters } from './adapters/open-adapters.ts';
import type { PaymentPort } from './adapters/payment/payment.ts';
import type { PushPort } from './adapters/push/push.ts';
import type { SmsPort } from './adapters/sms/sms.ts';
import type { TaxPort } from './adapters/tax/tax.ts';
import { loadBrands, type Brand, type Brands } from './brands/brands.ts';
import { movable, systemClock, type Clock } from './clock.ts';
import type { OrderKinds } from './checkout/order-kinds.ts';
import type { Owner } from './http/who.ts';
import type { Config } from './settings/config.ts';
import { ConfigError } from './settings/config-error.ts';
import { openDatabase, type Database, type Query, type Tx } from './db/database.ts';
import { claimDatabase, type SealingKey, sealingKey } from './db/master-key.ts';
import { migrate } from './db/migrate.ts';
import { poolerFaults } from './db/pooler.ts';
import { openLog } from './process/log.ts';
import { openJobs, type Jobs } from './jobs/jobs.ts';
import { followTime } from './jobs/moving-time.ts';
import { systemRandom, type Random } from './random.ts';
import { makeSecrets, type Secrets } from './settings/secrets.ts';

/** What an order paid for. */
export interface PaidFor {
  /** The line's of today, empty while there is none. */
  readonly number: string;
  /** As it was paid, also when a plan change cut it short later. Null before the line has begun. */
  readonly from: Date | null;
  readonly to: Date | null;
}

export interface Adapters {
  payment: PaymentPort;
  carrier: CarrierPort;
  mail: MailPort;
  sms: SmsPort;
  push: PushPort;
  content: ContentPort;
  tax: TaxPort;
  address: AddressPort;
  chat: ChatPort;
}

/** Each brand has its own, and brands with the same settings share one. */
export interface BrandAdapters {
  of(tenantId: number): Adapters;
  /**
   * The brands with the same account as this one, and itself: what comes from there is about them
   * only. Jobs of an earlier version name no brand; each row's own account is asked.
   */
  sharing(kind: keyof Adapters, tenantId: number | undefined): readonly number[];
  /** Every adapter once, for work that is not of one brand. */
  each<Kind extends keyof Adapters>(
    kind: Kind,
  ): readonly { readonly port: Adapters[Kind]; readonly brands: readonly Brand[] }[];
  /** What services answered this process is among what `listServices` tells. */
  saveTally(): Promise<void>;
  close(): void;
}

/** What slices that know many others hand to those that all of them know. */
export interface HandedIn {
  readonly orderKinds: OrderKinds;
  /** Notices to browsers, which follow emails and end with sessions. */
  readonly push: PushHooks;
  /**
   * What somebody else may have begun on a customer's lines is stopped, as far as that needs nobody
   * else: in the transaction of what shows that they were there. Waits for nothing.
   */
  readonly stopMoves: (app: App, tx: Tx, owner: Owner, by: 'denied' | 'pause') => Promise<void>;
  /**
   * Only what this browser began, which is logged out. In the same transaction; waits for nothing.
   * @returns whether anything was stopped
   */
  readonly stopBegunBy: (app: App, tx: Tx, owner: Owner, sessionId: string) => Promise<boolean>;
  /** The bank took an order's payment back: what counts no more. Under the lock of its charge. */
  readonly paymentLost: (app: App, tx: Tx, orderId: string) => Promise<void>;
  /** The bank decided for us: what was held back for the dispute. Under the lock of its charge. */
  readonly paymentStands: (app: App, tx: Tx, orderId: string) => Promise<void>;
  /** By order: its number as people say it. */
  readonly orderNumbers: (
    app: App,
    db: Query,
    owner: Owner,
    orderIds: readonly string[],
  ) => Promise<ReadonlyMap<string, string>>;
  /** Of an order: what its emails belong to, and the last of them unless several lines were bought at once. */
  readonly purchaseEvent: (
    db: Query,
    orderId: string,
  ) => Promise<{ readonly event: string; readonly isLast: boolean }>;
  /** By order, for those that have a line. */
  readonly paidFor: (
    db: Query,
    owner: Owner,
    orderIds: readonly string[],
  ) => Promise<ReadonlyMap<string, PaidFor>>;
}

/** What an email says, on the lock screen of who chose its kind: no number in full, and no secret. */
export interface PushNotice {
  readonly customerId: string;
  readonly about: PushKind;
  /** One sentence, in this language. */
  readonly body: string;
  readonly language: string;
  /** Where it leads, on the brand's own site. */
  readonly path: string;
  /** A newer one with the same takes its place. */
  readonly same: string;
}

/** A browser, by its session and, where it has one, by its own id. */
export interface BrowserOf {
  readonly sessionId: string;
  readonly browserId: string | undefined;
}

/** All in the caller's transaction. */
export interface PushHooks {
  queue(app: App, tx: Tx, tenant: number, notice: PushNotice): Promise<void>;
  /** In one browser, in all but one, or in all. */
  end(tx: Tx, owner: Owner, which?: { of?: BrowserOf; butOf?: BrowserOf }): Promise<void>;
  /** What went to somebody else in a browser where this customer logs in. */
  endOfOthers(
    tx: Tx,
    browser: { readonly tenant: number; readonly browserId?: string },
    customerId: string,
  ): Promise<void>;
}

export interface App extends HandedIn {
  readonly config: Config;
  readonly brands: Brands;
  readonly db: Database;
  readonly jobsDb: Database;
  readonly jobs: Jobs;
  readonly clock: Clock;
  readonly random: Random;
  readonly secrets: Secrets;
  readonly log: Logger;
  readonly adapters: BrandAdapters;
  /** Services outside have so long, together, for a call that somebody waits for. */
  readonly patienceMs: number;
  /** Jobs, and what simulated services have due. */
  readonly lookEveryMs: number;
  /** A stored hash names its own. */
  readonly signInCost: SignInCost;
  /** Aborted before the process ends. */
  readonly leaving: AbortController;
  close(): Promise<void>;
}

export interface Overrides {
  clock?: Clock;
  log?: Logger;
  adapters?: (opened: Adapters, tenantId: number) => Adapters;
  database?: (opened: Database) => Database;
  patienceMs?: number;
  lookEveryMs?: number;
  signInCost?: SignInCost;
  /** For looking only: nothing is migrated, and a database that is away stops nothing. */
  asItIs?: boolean;
}

/** What guessing costs. */
export interface SignInCost {
  /** argon2id's, in KiB. */
  readonly memoryCost: number;
  /** argon2id's passes. */
  readonly timeCost: number;
  /** No answer that could tell who has an account comes earlier. */
  readonly floorMs: number;
}

/** 19 MiB, two passes: about 20 ms of a core. The floor is longer than the work, with some room. */
export const signInCost: SignInCost = { memoryCost: 19_456, timeCost: 2, floorMs: 250 };

/** With our own work a call ends within a quarter of a minute. */
const PATIENCE_MS = 12_000;
const LOOK_EVERY_MS = 200;

export async function openApp(
  config: Config,
  handedIn: HandedIn,
  overrides: Overrides = {},
): Promise<App> {
  const clock = movable(overrides.clock ?? systemClock);
  const log = overrides.log ?? openLog(config.logLevel);
  const brands = await loadBrands(config.brandsFolder, config.origin);
  const { hostname } = new URL(config.origin);
  const chatting = brands.byChatHost(hostname);
  if (chatting) {
    const fault = `PORTSIDE_ORIGIN: ${hostname} is the chatHost of ${chatting.id}, and no shop is there`;
    throw new ConfigError([fault]);
  }
  const opened = await openDatabase(config.database, config.roles);
  opened.disk?.onChange(({ isShort, ...room }) => {
    if (isShort) log.error(room, 'the disk is full: nothing is saved until there is room');
    else log.warn(room, 'the disk has room again');
  });
  const { asItIs = false } = overrides;
  const faults = asItIs ? [] : await poolerFaults(opened, config.database);
  if (faults.length > 0) {
    await opened.close();
    throw new ConfigError(faults);
  }
  const secrets = makeSecrets(config.masterKeys);
  if (!asItIs) await refuseOtherKeys(opened, config, () => sealingKey(opened.query, secrets));
  const wrapped = overrides.database ?? ((same) => same);
  const db = wrapped(opened);
  const jobsDb = wrapped(opened.poolFor('jobs'));
  if (!asItIs) {
    await migrate(opened);
    // The command line leaves an empty database to its first start, whatever key that has.
    if (config.roles.size > 0) {
      await refuseOtherKeys(opened, config, () => claimDatabase(opened.query, secrets));
    }
  }
  const world = {
    config,
    brands,
    db,
    clock,
    log,
    random: systemRandom(clock),
    secrets,
  };
  const jobs = openJobs(world);
  const adapters = await openAdapters(world, overrides.adapters);
  const app: App = {
    ...world,
    ...handedIn,
    jobsDb,
    jobs,
    adapters,
    patienceMs: overrides.patienceMs ?? PATIENCE_MS,
    lookEveryMs: overrides.lookEveryMs ?? LOOK_EVERY_MS,
    signInCost: overrides.signInCost ?? signInCost,
    leaving: new AbortController(),
    async close() {
      await jobs.stop();
      adapters.close();
      await jobsDb.close();
      await db.close();
    },
  };
  if (!asItIs) await followTime(app);
  return app;
}

/** Else it would look healthy, while emails that wait, PINs and second steps open no more. */
async function refuseOtherKeys(
  opened: Database,
  config: Config,
  look: () => Promise<SealingKey | undefined>,
): Promise<void> {
  const key = await look();
  if (!key || key.isOurs) return;
  await opened.close();
  throw new ConfigError([otherKey(config, key)]);
}

const otherKey = ({ database, dataFolder }: Config, { id }: SealingKey) => {
  const where =
    database.kind === 'postgres' ? '' : ` (or back into ${join(dataFolder, 'master.key')})`;
  return `PORTSIDE_MASTER_KEYS: this database is sealed with the key ${id}, which is not among them. Put that key into the list${where}, behind a new one if you are changing it. Nothing was changed`;
};

export type World = Pick<App, 'config' | 'brands' | 'db' | 'clock' | 'log' | 'random' | 'secrets'>;
