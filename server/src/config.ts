import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import * as z from 'zod';
import { type AdapterChoices, type AdapterSettings, nothingOutside } from './adapter-settings.ts';
import { ConfigError } from './config-error.ts';
import type { DatabaseLimits, DatabaseSettings } from './db/database.ts';
import { demoCrmSecrets, faultsInProduction, isProduction } from './production.ts';
import { readProxies, type Proxies } from './proxies.ts';

const roles = ['web', 'api', 'worker'] as const;
type Role = (typeof roles)[number];

export interface Config {
  /** Nothing published opens anything (production.ts). */
  production: boolean;
  host: string;
  port: number;
  /** Without a slash at the end. */
  origin: string;
  proxies: Proxies;
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
  /** From SIGTERM until calls are refused, for the balancer to notice. */
  drainSeconds: number;
  /** By brand id; `''` is the first brand. */
  crmSecrets: Readonly<Record<string, string>>;
  dev: boolean;
}

/** Longer than any intended wait, shorter than a customer's. */
export const usualLimits: DatabaseLimits = { lock: 5, statement: 30, idle: 30, connect: 5 };
/** What the database's cores keep busy. More would only wait inside the server. */
export const usualConnections = Math.min(32, 8 + 4 * availableParallelism());
const FEWEST_CONNECTIONS = 8;
const LEAST_TOKEN = 16;
/** Balancers look every second or two, and believe the second look. */
const DRAIN_SECONDS = 5;

type Env = Readonly<Record<string, string | undefined>>;

const not = (sentence: string) => ({
  error: ({ input }: { input?: unknown }) => `${sentence}, not ${String(input)}`,
});

const parts = (text: string) => text.split(',').map((one) => one.trim());

const within = (text: string, least: number, most = Number.POSITIVE_INFINITY) =>
  Number.isInteger(Number(text)) && Number(text) >= least && Number(text) <= most;

const count = (name: string, usual: number, least = 1) =>
  z
    .string()
    .refine((text) => within(text, least), not(`${name} is a whole number, ${least} at least`))
    .transform(Number)
    .default(usual);

const server = (name: string) =>
  z
    .string()
    .regex(
      /^postgres(?:ql)?:\/\//,
      `${name} is the address of a PostgreSQL server: postgres://user:password@host/name`,
    )
    .optional();

const settings = z.object({
  PORTSIDE_ENV: z
    .enum(['production', 'trial'], not('PORTSIDE_ENV is production or trial'))
    .optional(),
  HOST: z.string().default('localhost'),
  PORT: z
    .string()
    .refine((text) => within(text, 0, 65_535), not('PORT is a port number'))
    .transform(Number)
    .default(3000),
  /** Base of every link in an email, and of origin checks. */
  PORTSIDE_ORIGIN: z
    .string()
    .transform((text) => text.trim().replace(/\/$/, ''))
    .refine(
      (text) => /^https?:/i.test(text) && URL.parse(text)?.origin === text,
      'PORTSIDE_ORIGIN is scheme and host only, in small letters: https://www.carrier.example',
    )
    .optional(),
  PORTSIDE_TRUST_PROXY: z
    .string()
    .transform((text) => readProxies(text.trim()))
    .refine(
      (proxies) => proxies !== undefined,
      'PORTSIDE_TRUST_PROXY is the number of proxies in front (true: one), or their networks: 10.0.0.0/8,…',
    )
    .default('none'),
  PORTSIDE_ROLES: z
    .string()
    .transform(parts)
    .pipe(z.array(z.enum(roles, not('PORTSIDE_ROLES knows web, api, worker'))))
    .default([...roles]),
  PORTSIDE_LOG: z.string().default('warn'),
  PORTSIDE_DATA: z.string().default('.portside'),
  PORTSIDE_BRANDS: z.string().default(join(import.meta.dirname, '../../brands')),
  DATABASE_URL: server('DATABASE_URL'),
  /** Where DATABASE_URL is a pooler (docs/decisions/0350). */
  DATABASE_DIRECT_URL: server('DATABASE_DIRECT_URL'),
  /** A standby that reads may go to (docs/decisions/0352). */
  DATABASE_REPLICA_URL: server('DATABASE_REPLICA_URL'),
  PORTSIDE_DB_LOCK_SECONDS: count('PORTSIDE_DB_LOCK_SECONDS', usualLimits.lock),
  PORTSIDE_DB_STATEMENT_SECONDS: count('PORTSIDE_DB_STATEMENT_SECONDS', usualLimits.statement),
  PORTSIDE_DB_IDLE_SECONDS: count('PORTSIDE_DB_IDLE_SECONDS', usualLimits.idle),
  PORTSIDE_DB_CONNECT_SECONDS: count('PORTSIDE_DB_CONNECT_SECONDS', usualLimits.connect),
  PORTSIDE_DB_CONNECTIONS: count('PORTSIDE_DB_CONNECTIONS', usualConnections, FEWEST_CONNECTIONS),
  MAIL_URL: z
    .string()
    .regex(
      /^smtps?:\/\//,
      'MAIL_URL is the address of an SMTP server: smtp://user:password@host:port',
    )
    .optional(),
  MAIL_FROM: z.string().optional(),
  PORTSIDE_SEED: z.enum(['none', 'demo'], not('PORTSIDE_SEED is none or demo')).optional(),
  /** Some deployments write `undefined` or `null` for a missing variable. */
  PORTSIDE_METRICS_TOKEN: z
    .string()
    .trim()
    .min(LEAST_TOKEN, `PORTSIDE_METRICS_TOKEN: at least ${LEAST_TOKEN} characters`)
    .optional(),
  /** `secret`, or `brand:secret,brand:secret`. Only a trial has a CRM entry without one. */
  PORTSIDE_CRM_SECRET: z
    .string()
    .transform((text) => text.split(',').map(secretOfBrand))
    .refine(
      (pairs) => pairs.every(([, secret]) => secret.length >= 20),
      'PORTSIDE_CRM_SECRET: at least 20 characters, or brand:secret,brand:secret',
    )
    .transform((pairs): Readonly<Record<string, string>> => Object.fromEntries(pairs))
    .optional(),
  PORTSIDE_MASTER_KEYS: z
    .string()
    .transform(parts)
    .refine(
      (keys) => keys.every((key) => Buffer.from(key, 'base64').length === 32),
      'PORTSIDE_MASTER_KEYS: each key is 32 bytes in base64',
    )
    .optional(),
  PORTSIDE_ALLOW_SANDBOX: z.string().optional(),
  PORTSIDE_DRAIN_SECONDS: z
    .string()
    .refine((text) => within(text, 0), not('PORTSIDE_DRAIN_SECONDS is a whole number'))
    .transform(Number)
    .optional(),
  PORTSIDE_DEV: z.string().optional(),
});

export const settingNames = Object.keys(settings.shape);

function secretOfBrand(text: string): [brand: string, secret: string] {
  const at = text.indexOf(':');
  return [text.slice(0, Math.max(0, at)).trim(), text.slice(at + 1).trim()];
}

/** An empty environment means everything embedded. */
export function readConfig(environment: Env = process.env): Config {
  const env = settled(environment);
  const { error } = settings.safeParse(env);
  const problems = error?.issues.map(({ message }) => message) ?? [];
  // Wrong settings count as defaults, so that all problems are reported at once.
  const wrong = new Set(error?.issues.map(({ path: [name] }) => name));
  const set = settings.parse(
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
  const { usual } = nothingOutside;
  const adapters = { ...nothingOutside, usual: { ...usual, mail: readMail(env, problems) } };
  const chosen = { database, adapters };
  const production = isProduction(set.PORTSIDE_ENV, chosen, env.PORTSIDE_ORIGIN);
  const config: Config = {
    production,
    host: set.HOST,
    port: set.PORT,
    origin: set.PORTSIDE_ORIGIN ?? `http://localhost:${set.PORT}`,
    proxies: set.PORTSIDE_TRUST_PROXY,
    roles: new Set(set.PORTSIDE_ROLES),
    logLevel: set.PORTSIDE_LOG,
    dataFolder,
    brandsFolder: resolve(set.PORTSIDE_BRANDS),
    database,
    seed: set.PORTSIDE_SEED ?? (database.kind === 'postgres' ? 'none' : 'demo'),
    masterKeys: [],
    adapters,
    metricsToken: set.PORTSIDE_METRICS_TOKEN,
    drainSeconds: set.PORTSIDE_DRAIN_SECONDS ?? (production ? DRAIN_SECONDS : 0),
    crmSecrets: set.PORTSIDE_CRM_SECRET ?? demoCrmSecrets(production, chosen),
    dev: set.PORTSIDE_DEV === '1',
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

/** `DATABASE_URL=` means none; settings of its connections are then ignored. */
function settled(environment: Env): Env {
  const set = Object.entries(environment).filter(([, value]) => value?.trim());
  const isUsed = ([name]: [string, unknown]) => !name.startsWith('PORTSIDE_DB_');
  return Object.fromEntries(environment.DATABASE_URL?.trim() ? set : set.filter(isUsed));
}

function readDatabase(
  url: string | undefined,
  set: z.infer<typeof settings>,
  folder: string,
): DatabaseSettings {
  if (!url) return { kind: 'pglite', folder };
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

function readMail(
  { MAIL_URL: url, MAIL_FROM: from }: Env,
  problems: string[],
): AdapterSettings['mail'] {
  if (url && from) return { kind: 'smtp', url, from };
  if (url) problems.push('MAIL_URL is set, so MAIL_FROM is needed: the sender of every email');
  if (from)
    problems.push('MAIL_FROM is set, so MAIL_URL is needed: smtp://user:password@host:port');
  return { kind: 'mailbox' };
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
