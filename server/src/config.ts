import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import type { DatabaseLimits, DatabaseSettings } from './db/database.ts';
import { demoCrmSecrets, faultsInProduction, isProduction } from './production.ts';
import { readProxies, type Proxies } from './proxies.ts';

export type Role = 'web' | 'api' | 'worker';

/** Every setting, checked. Made of unions: a choice and what it needs stand together. */
export interface Config {
  /** Customers may come: nothing that is known to everybody opens anything (production.ts). */
  production: boolean;
  host: string;
  port: number;
  /** The address customers use, without a slash at the end. */
  origin: string;
  /** The proxies in front, whose `X-Forwarded-*` is believed. */
  proxies: Proxies;
  roles: ReadonlySet<Role>;
  logLevel: string;
  dataFolder: string;
  brandsFolder: string;
  database: DatabaseSettings;
  seed: 'none' | 'demo';
  /** Base64, 32 bytes each; the first one is used, all of them are accepted. */
  masterKeys: readonly string[];
  payment: { kind: 'sandbox' };
  carrier: { kind: 'sandbox' };
  mail: { kind: 'mailbox' } | { kind: 'smtp'; url: string; from: string };
  content: { kind: 'built-in' };
  tax: { kind: 'built-in' };
  chat: { kind: 'built-in' };
  /** Bearer token of `/metrics`; open while it is not set and nothing is in production. */
  metricsToken: string | undefined;
  /** The CRM's secret by brand id; the one under `''` belongs to the first brand. */
  crmSecrets: Readonly<Record<string, string>>;
  /** Serve the web through Vite with hot reload. */
  dev: boolean;
}

/** Long enough for whatever is meant to happen; shorter than a customer waits. */
export const usualLimits: DatabaseLimits = { lock: 5, statement: 30, idle: 30, connect: 5 };
export const usualConnections = 24;
const FEWEST_CONNECTIONS = 8;
const LEAST_TOKEN = 16;

/** The settings are not usable; `problems` names each one that is missing or wrong. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The settings are not complete:\n${problems.map((one) => `  - ${one}`).join('\n')}`);
    this.problems = problems;
  }
}

type Env = Readonly<Record<string, string | undefined>>;

/** Reads the environment, once, at start. An empty one means: everything embedded. */
export function readConfig(environment: Env = process.env): Config {
  const problems: string[] = [];
  const env = withoutEmpty(environment);
  const port = number(env, 'PORT', 3000, problems);
  const dataFolder = resolve(env.PORTSIDE_DATA ?? '.portside');
  const database = readDatabase(env, dataFolder, problems);
  const mail = readMail(env, problems);
  const said = readEnv(env, problems);
  const production = isProduction(said, { database, mail }, env.PORTSIDE_ORIGIN);
  const config: Config = {
    production,
    host: env.HOST ?? 'localhost',
    port,
    origin: readOrigin(env, problems) ?? `http://localhost:${port}`,
    proxies: readTrust(env, problems),
    roles: readRoles(env, problems),
    logLevel: env.PORTSIDE_LOG ?? 'warn',
    dataFolder,
    brandsFolder: resolve(env.PORTSIDE_BRANDS ?? join(import.meta.dirname, '../../brands')),
    database,
    seed: readSeed(env, database, problems),
    masterKeys: [],
    payment: { kind: 'sandbox' },
    carrier: { kind: 'sandbox' },
    mail,
    content: { kind: 'built-in' },
    tax: { kind: 'built-in' },
    chat: { kind: 'built-in' },
    metricsToken: readMetricsToken(env, problems),
    crmSecrets: readCrmSecrets(env, problems) ?? demoCrmSecrets(production, { database, mail }),
    dev: env.PORTSIDE_DEV === '1',
  };
  if (production) {
    const given = {
      origin: env.PORTSIDE_ORIGIN,
      masterKeys: env.PORTSIDE_MASTER_KEYS,
      allowSandbox: env.PORTSIDE_ALLOW_SANDBOX,
    };
    problems.push(...faultsInProduction(said, config, given));
  }
  const masterKeys = problems.length > 0 ? [] : readMasterKeys(env, dataFolder, problems);
  if (problems.length > 0) throw new ConfigError(problems);
  return { ...config, masterKeys };
}

/** `DATABASE_URL=` in a file of settings means that there is none. */
function withoutEmpty(environment: Env): Env {
  return Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
}

function readEnv(env: Env, problems: string[]): string | undefined {
  const said = env.PORTSIDE_ENV;
  if (said === undefined || said === 'production' || said === 'trial') return said;
  problems.push(`PORTSIDE_ENV is production or trial, not ${said}`);
  return undefined;
}

/** Every link in an email, and every check of where a call comes from, begins with it. */
function readOrigin(env: Env, problems: string[]): string | undefined {
  const text = env.PORTSIDE_ORIGIN?.trim().replace(/\/$/, '');
  if (text === undefined) return undefined;
  if (/^https?:/i.test(text) && URL.parse(text)?.origin === text) return text;
  problems.push(
    'PORTSIDE_ORIGIN is scheme and host only, in small letters: https://www.harbor.example',
  );
  return undefined;
}

/** A deployment that fills in a variable it does not have writes `undefined` or `null`. */
function readMetricsToken(env: Env, problems: string[]): string | undefined {
  const token = env.PORTSIDE_METRICS_TOKEN?.trim();
  if (token !== undefined && token.length < LEAST_TOKEN) {
    problems.push(`PORTSIDE_METRICS_TOKEN: at least ${LEAST_TOKEN} characters`);
  }
  return token;
}

function readDatabase(env: Env, folder: string, problems: string[]): DatabaseSettings {
  if (!env.DATABASE_URL) return { kind: 'pglite', folder };
  if (!/^postgres(?:ql)?:\/\//.test(env.DATABASE_URL)) {
    problems.push(
      'DATABASE_URL is the address of a PostgreSQL server: postgres://user:password@host/name',
    );
  }
  const count = (name: string, usual: number, least = 1) =>
    atLeast(env, `PORTSIDE_DB_${name}`, usual, least, problems);
  return {
    kind: 'postgres',
    url: env.DATABASE_URL,
    limits: {
      lock: count('LOCK_SECONDS', usualLimits.lock),
      statement: count('STATEMENT_SECONDS', usualLimits.statement),
      idle: count('IDLE_SECONDS', usualLimits.idle),
      connect: count('CONNECT_SECONDS', usualLimits.connect),
    },
    connections: count('CONNECTIONS', usualConnections, FEWEST_CONNECTIONS),
  };
}

function readMail(env: Env, problems: string[]): Config['mail'] {
  const { MAIL_URL: url, MAIL_FROM: from } = env;
  if (url && !/^smtps?:\/\//.test(url)) {
    problems.push('MAIL_URL is the address of an SMTP server: smtp://user:password@host:port');
  }
  if (url && from) return { kind: 'smtp', url, from };
  if (url) problems.push('MAIL_URL is set, so MAIL_FROM is needed: the sender of every letter');
  if (from)
    problems.push('MAIL_FROM is set, so MAIL_URL is needed: smtp://user:password@host:port');
  return { kind: 'mailbox' };
}

function readTrust(env: Env, problems: string[]): Proxies {
  const proxies = readProxies(env.PORTSIDE_TRUST_PROXY?.trim() ?? '');
  if (proxies) return proxies;
  problems.push(
    'PORTSIDE_TRUST_PROXY is the number of proxies in front (true: one), or their networks: 10.0.0.0/8,…',
  );
  return 'none';
}

function readRoles(env: Env, problems: string[]): Set<Role> {
  const known: Role[] = ['web', 'api', 'worker'];
  if (!env.PORTSIDE_ROLES) return new Set(known);
  const asked = env.PORTSIDE_ROLES.split(',').map((one) => one.trim());
  const unknown = asked.filter((one) => !known.some((role) => role === one));
  if (unknown.length > 0)
    problems.push(`PORTSIDE_ROLES knows web, api, worker, not ${unknown.join()}`);
  return new Set(known.filter((role) => asked.includes(role)));
}

function readSeed(env: Env, database: DatabaseSettings, problems: string[]): Config['seed'] {
  const asked = env.PORTSIDE_SEED ?? (database.kind === 'postgres' ? 'none' : 'demo');
  if (asked === 'none' || asked === 'demo') return asked;
  problems.push(`PORTSIDE_SEED is none or demo, not ${asked}`);
  return 'none';
}

/** `secret`, or `brand:secret,brand:secret`. Without one there is no CRM entry but in a trial. */
function readCrmSecrets(env: Env, problems: string[]): Record<string, string> | undefined {
  const text = env.PORTSIDE_CRM_SECRET;
  if (!text) return undefined;
  const pairs = text.split(',').map((one): [string, string] => {
    const at = one.indexOf(':');
    return [one.slice(0, Math.max(0, at)).trim(), one.slice(at + 1).trim()];
  });
  if (pairs.some(([, secret]) => secret.length < 20)) {
    problems.push('PORTSIDE_CRM_SECRET: at least 20 characters, or brand:secret,brand:secret');
  }
  return Object.fromEntries(pairs);
}

function readMasterKeys(env: Env, dataFolder: string, problems: string[]): string[] {
  if (env.PORTSIDE_MASTER_KEYS) {
    const keys = env.PORTSIDE_MASTER_KEYS.split(',').map((one) => one.trim());
    if (keys.every((key) => Buffer.from(key, 'base64').length === 32)) return keys;
    problems.push('PORTSIDE_MASTER_KEYS: each key is 32 bytes in base64');
    return [];
  }
  // Kept beside the embedded database, so that what it sealed can be opened after a restart.
  const file = join(dataFolder, 'master.key');
  mkdirSync(dataFolder, { recursive: true });
  try {
    return [readFileSync(file, 'utf8').trim()];
  } catch {
    const key = randomBytes(32).toString('base64');
    writeFileSync(file, key, { mode: 0o600 });
    return [key];
  }
}

function atLeast(env: Env, name: string, usual: number, least: number, problems: string[]): number {
  const text = env[name];
  if (!text) return usual;
  const value = Number(text);
  if (Number.isInteger(value) && value >= least) return value;
  problems.push(`${name} is a whole number, ${least} at least, not ${text}`);
  return usual;
}

function number(env: Env, name: string, fallback: number, problems: string[]): number {
  const text = env[name];
  if (!text) return fallback;
  const value = Number(text);
  if (Number.isInteger(value) && value >= 0 && value < 65_536) return value;
  problems.push(`${name} is a port number, not ${text}`);
  return fallback;
}
