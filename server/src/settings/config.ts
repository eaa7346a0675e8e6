import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import type * as z from 'zod';
import { adapterSettingNames, isAdapterSetting, readAdapters } from './adapter-environment.ts';
import type { AdapterChoices } from './adapter-settings.ts';
import { brandIdsIn } from '../brands/brands.ts';
import { ConfigError } from './config-error.ts';
import { coreSettings, secretCoreSettings, type Role } from './core-settings.ts';
import type { DatabaseSettings } from '../db/database.ts';
import { type Misspelled, misspelledSettings } from './misspelled.ts';
import { demoCrmSecrets, faultsInProduction, isProduction } from './production.ts';
import type { Proxies } from './proxies.ts';
import { type Env, withFiles } from './setting-files.ts';
import { traceSettings, type TraceSettings } from './trace-settings.ts';

export interface Config {
  /** Nothing published opens anything (production.ts). */
  production: boolean;
  host: string;
  port: number;
  /** Without a slash at the end. */
  origin: string;
  proxies: Proxies;
  /** `X-Forwarded-Host` of those proxies says which host is meant. */
  trustsForwardedHost: boolean;
  roles: ReadonlySet<Role>;
  logLevel: string;
  dataFolder: string;
  brandsFolder: string;
  database: DatabaseSettings;
  seed: 'none' | 'demo';
  /** Base64, 32 bytes each; the first one seals, all open. */
  masterKeys: readonly string[];
  adapters: AdapterChoices;
  /** Undefined: `/metrics` is open, outside of production only. */
  metricsToken: string | undefined;
  /** Undefined: nothing is traced. */
  traces: TraceSettings | undefined;
  /** Without it the sandboxes’ controls are closed in production. */
  operatorToken: string | undefined;
  /** From SIGTERM until calls are refused, for the balancer to notice. */
  drainSeconds: number;
  /** By brand id; `''` is the first brand. */
  crmSecrets: Readonly<Record<string, string>>;
  dev: boolean;
  /** Of the environment: begins like a setting of ours, and nobody reads it. */
  misspelled: readonly Misspelled[];
}

/** Balancers look every second or two, and believe the second look. */
const DRAIN_SECONDS = 5;

export const settingNames = [...Object.keys(coreSettings.shape), ...adapterSettingNames];

/** An empty environment means everything embedded. */
export function readConfig(environment: Env = process.env): Config {
  const unread: string[] = [];
  const env = settled(withFiles(environment, mayBeFile, unread));
  const { error } = coreSettings.safeParse(env);
  const problems = [...unread, ...(error?.issues.map(({ message }) => message) ?? [])];
  // Wrong settings count as defaults, so that all problems are reported at once.
  const wrong = new Set(error?.issues.map(({ path: [name] }) => name));
  const set = coreSettings.parse(
    Object.fromEntries(Object.entries(env).filter(([name]) => !wrong.has(name))),
  );
  const dataFolder = resolve(set.PORTSIDE_DATA);
  const database = readDatabase(env.DATABASE_URL, set, dataFolder);
  if (set.DATABASE_REPLICA_URL && !env.DATABASE_URL) {
    problems.push('DATABASE_REPLICA_URL is set, so DATABASE_URL is needed: the primary');
  }
  if (set.DATABASE_DIRECT_URL && !env.DATABASE_URL) {
    problems.push(
      'DATABASE_DIRECT_URL is set, so DATABASE_URL is needed: the way through the pooler',
    );
  }
  if (set.PORTSIDE_TRUST_FORWARDED_HOST === 'true' && set.PORTSIDE_TRUST_PROXY === 'none') {
    problems.push(
      'PORTSIDE_TRUST_FORWARDED_HOST is set, so PORTSIDE_TRUST_PROXY is needed: who may write that header',
    );
  }
  const brandsFolder = resolve(set.PORTSIDE_BRANDS);
  const adapters = readAdapters(env, brandIdsIn(brandsFolder), problems);
  const chosen = { database, adapters };
  const production = isProduction(set.PORTSIDE_ENV, chosen, env.PORTSIDE_ORIGIN);
  const config: Config = {
    production,
    host: set.HOST,
    port: set.PORT,
    origin: set.PORTSIDE_ORIGIN ?? `http://localhost:${set.PORT}`,
    proxies: set.PORTSIDE_TRUST_PROXY,
    trustsForwardedHost: set.PORTSIDE_TRUST_FORWARDED_HOST === 'true',
    roles: new Set(set.PORTSIDE_ROLES),
    logLevel: set.PORTSIDE_LOG,
    dataFolder,
    brandsFolder,
    database,
    seed: set.PORTSIDE_SEED ?? (database.kind === 'postgres' ? 'none' : 'demo'),
    masterKeys: [],
    adapters,
    metricsToken: set.PORTSIDE_METRICS_TOKEN,
    traces: traceSettings(set),
    operatorToken: set.PORTSIDE_OPERATOR_TOKEN,
    drainSeconds: set.PORTSIDE_DRAIN_SECONDS ?? (production ? DRAIN_SECONDS : 0),
    crmSecrets: set.PORTSIDE_CRM_SECRET ?? demoCrmSecrets(production, chosen),
    dev: set.PORTSIDE_DEV === '1',
    misspelled: misspelledSettings(env, settingNames),
  };
  if (production) {
    const given = {
      origin: env.PORTSIDE_ORIGIN,
      masterKeys: env.PORTSIDE_MASTER_KEYS,
      allowSandbox: set.PORTSIDE_ALLOW_SANDBOX,
    };
    problems.push(...faultsInProduction(set.PORTSIDE_ENV, config, given));
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return { ...config, masterKeys: set.PORTSIDE_MASTER_KEYS ?? [embeddedKey(dataFolder)] };
}

const mayBeFile = (name: string) => secretCoreSettings.has(name) || isAdapterSetting(name);

/** `DATABASE_URL=` means none; settings of its connections are then ignored. */
function settled(environment: Env): Env {
  const set = Object.entries(environment).filter(([, value]) => value?.trim());
  const isUsed = ([name]: [string, unknown]) => !name.startsWith('PORTSIDE_DB_');
  return Object.fromEntries(environment.DATABASE_URL?.trim() ? set : set.filter(isUsed));
}

function readDatabase(
  url: string | undefined,
  set: z.infer<typeof coreSettings>,
  folder: string,
): DatabaseSettings {
  if (!url) return { kind: 'pglite', folder, floorMegabytes: set.PORTSIDE_DISK_FLOOR_MB };
  return {
    kind: 'postgres',
    url,
    ...(set.DATABASE_REPLICA_URL && { replicaUrl: set.DATABASE_REPLICA_URL }),
    ...(set.DATABASE_DIRECT_URL && { directUrl: set.DATABASE_DIRECT_URL }),
    limits: {
      lock: set.PORTSIDE_DB_LOCK_SECONDS,
      statement: set.PORTSIDE_DB_STATEMENT_SECONDS,
      idle: set.PORTSIDE_DB_IDLE_SECONDS,
      connect: set.PORTSIDE_DB_CONNECT_SECONDS,
    },
    connections: set.PORTSIDE_DB_CONNECTIONS,
  };
}

/** Stored with the embedded database, so that it survives a restart. */
function embeddedKey(dataFolder: string): string {
  const file = join(dataFolder, 'master.key');
  mkdirSync(dataFolder, { recursive: true });
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    const key = randomBytes(32).toString('base64');
    writeFileSync(file, key, { mode: 0o600 });
    return key;
  }
}
