import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import type { DatabaseLimits } from '../db/database.ts';
import { readProxies } from './proxies.ts';
import { headersOf } from './trace-settings.ts';

const roles = ['web', 'api', 'worker'] as const;
export type Role = (typeof roles)[number];

/** Longer than any intended wait, shorter than a customer's. */
export const usualLimits: DatabaseLimits = { lock: 5, statement: 30, idle: 30, connect: 5 };
/** What the database's cores keep busy. More would only wait inside the server. */
export const usualConnections = Math.min(32, 8 + 4 * availableParallelism());
const FEWEST_CONNECTIONS = 8;
const LEAST_TOKEN = 16;

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

/** What each one means is for docs/settings.md. */
export const coreSettings = z.object({
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
  /** Else the host is the one of the request: a proxy may pass on what a visitor wrote. */
  PORTSIDE_TRUST_FORWARDED_HOST: z
    .enum(['true', 'false'], 'PORTSIDE_TRUST_FORWARDED_HOST is true or false')
    .default('false'),
  PORTSIDE_ROLES: z
    .string()
    .transform(parts)
    .pipe(z.array(z.enum(roles, not('PORTSIDE_ROLES knows web, api, worker'))))
    .default([...roles]),
  PORTSIDE_LOG: z.string().default('warn'),
  PORTSIDE_DATA: z.string().default('.portside'),
  /** Free megabytes below which the embedded database writes nothing. */
  PORTSIDE_DISK_FLOOR_MB: count('PORTSIDE_DISK_FLOOR_MB', 100),
  PORTSIDE_BRANDS: z.string().default(join(import.meta.dirname, '../../../brands')),
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
  PORTSIDE_SEED: z.enum(['none', 'demo'], not('PORTSIDE_SEED is none or demo')).optional(),
  /** Some deployments write `undefined` or `null` for a missing variable. */
  PORTSIDE_METRICS_TOKEN: z
    .string()
    .trim()
    .min(LEAST_TOKEN, `PORTSIDE_METRICS_TOKEN: at least ${LEAST_TOKEN} characters`)
    .optional(),
  /** Opens the controls of simulated services in production. */
  PORTSIDE_OPERATOR_TOKEN: z
    .string()
    .trim()
    .min(LEAST_TOKEN, `PORTSIDE_OPERATOR_TOKEN: at least ${LEAST_TOKEN} characters`)
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
  /** OpenTelemetry's own names, so that what sets them for other programs sets them for this one. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .trim()
    .refine(
      (text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''),
      not('OTEL_EXPORTER_OTLP_ENDPOINT is an address: http://collector:4318'),
    )
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .refine(
      (text) => headersOf(text).every(([name]) => name !== ''),
      'OTEL_EXPORTER_OTLP_HEADERS: name=value,name=value',
    )
    .optional(),
  OTEL_SERVICE_NAME: z.string().default('portside'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .refine(
      (text) => Number(text) >= 0 && Number(text) <= 1,
      not('OTEL_TRACES_SAMPLER_ARG is a part of the traces, 0 to 1'),
    )
    .transform(Number)
    .default(1),
});

/** Their values can be in files, too. */
export const secretCoreSettings: ReadonlySet<string> = new Set([
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_REPLICA_URL',
  'PORTSIDE_MASTER_KEYS',
  'PORTSIDE_CRM_SECRET',
  'PORTSIDE_METRICS_TOKEN',
  'PORTSIDE_OPERATOR_TOKEN',
  'OTEL_EXPORTER_OTLP_HEADERS',
]);

function secretOfBrand(text: string): [brand: string, secret: string] {
  const at = text.indexOf(':');
  return [text.slice(0, Math.max(0, at)).trim(), text.slice(at + 1).trim()];
}
