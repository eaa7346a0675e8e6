import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  type AdapterKind,
  adapterKinds,
  adapterTable,
} from '../server/src/settings/adapter-settings.ts';
import { type coreSettings, secretCoreSettings } from '../server/src/settings/core-settings.ts';
import type { Setting, SettingKind } from '../server/src/settings/setting-kinds.ts';

/** `docs/settings.md`: every setting there is, from the code that reads them. */
const file = path.resolve(import.meta.dirname, '../docs/settings.md');

const core = {
  PORTSIDE_ENV:
    '`production` or `trial`; unset, SMTP or a PostgreSQL server behind https is production',
  PORT: 'where to listen: 3000',
  HOST: 'where to listen: localhost',
  PORTSIDE_ORIGIN: 'the address customers use, if it is different',
  PORTSIDE_TRUST_FORWARDED_HOST:
    '`true`: those proxies write `X-Forwarded-Host` themselves, and it names the brand’s host; else the header is ignored',
  PORTSIDE_TRUST_PROXY: 'proxies in front: their number (`true`: one) or networks, `10.0.0.0/8,…`',
  PORTSIDE_ROLES: 'what this process does: `web,api,worker`',
  PORTSIDE_LOG: '`warn`; `info` for more',
  PORTSIDE_DATA: 'folder of the embedded database: `.portside/`',
  PORTSIDE_DISK_FLOOR_MB:
    'free megabytes of its disk below which the embedded database saves nothing: 100',
  PORTSIDE_BRANDS: 'folder of the brands',
  PORTSIDE_SEED: '`demo` (default with the embedded database; trials only) or `none`',
  DATABASE_URL: 'a PostgreSQL server (15 and up) in place of the embedded database',
  DATABASE_DIRECT_URL:
    'the server itself, where `DATABASE_URL` leads through PgBouncer: see operating.md',
  DATABASE_REPLICA_URL: 'a standby that order history, receipts and exports are read from',
  PORTSIDE_DB_CONNECTIONS: 'most connections of one process: 8 and 4 per core, 32 at most',
  PORTSIDE_DB_CONNECT_SECONDS: 'wait for a connection: 5',
  PORTSIDE_DB_LOCK_SECONDS: 'wait for a row that somebody else holds: 5',
  PORTSIDE_DB_STATEMENT_SECONDS: 'wait for one statement: 30',
  PORTSIDE_DB_IDLE_SECONDS: 'silence inside a transaction, after which the server ends it: 30',
  PORTSIDE_MASTER_KEYS:
    'keys for secrets at rest, 32 bytes in base64; the first one seals, all open',
  PORTSIDE_CRM_SECRET:
    "the CRM's secret, 20 characters at least; `brand:secret,…` for several brands",
  PORTSIDE_OPERATOR_TOKEN:
    'bearer token of the simulated services’ controls under `/sandbox`, which are closed in production without it; 16 characters at least',
  PORTSIDE_METRICS_TOKEN: 'bearer token of `/metrics`, 16 characters at least',
  PORTSIDE_DRAIN_SECONDS:
    'from SIGTERM until calls are refused, for a balancer to notice: 5 in production, else 0',
  PORTSIDE_ALLOW_SANDBOX: '`true`: production with simulated payment and carrier, for a rehearsal',
  OTEL_EXPORTER_OTLP_ENDPOINT:
    'traces go there, by OTLP over HTTP: `http://collector:4318`; without it nothing is traced',
  OTEL_EXPORTER_OTLP_HEADERS: 'what its service asks for: `name=value,name=value`',
  OTEL_SERVICE_NAME: 'what the traces call this product: `portside`',
  OTEL_TRACES_SAMPLER_ARG: 'the part of the traces that is kept, 0 to 1: `1`',
  PORTSIDE_DEV: '`1`: the web with hot reload, as `npm run dev` sets it; trials only',
} satisfies Record<keyof typeof coreSettings.shape, string>;

const without: Readonly<Record<string, string>> = {
  sandbox: 'a sandbox',
  mailbox: 'a mailbox that nothing leaves, at `/sandbox/mail`',
  'built-in': "Portside's own",
  off: 'nothing',
  'web-push':
    'Web Push, with keys that are made when they are first needed; docs/brand.md switches it off',
};

const row = (...cells: readonly string[]) => `| ${cells.join(' | ')} |`;

function page(): string {
  const coreRows = Object.entries(core).map(([name, means]) =>
    row(`\`${name}\``, secretCoreSettings.has(name) ? `${means} (secret)` : means),
  );
  return [
    '# Settings',
    '',
    'Made by `node scripts/settings.ts` from the code that reads them. All are environment variables; an empty one',
    'counts as none. With none at all everything is embedded and simulated. The start names everything that is wrong or',
    'missing at once, and stops.',
    '',
    '## The process',
    '',
    'Those marked secret can be read from a file: `DATABASE_URL_FILE=/run/secrets/database` in place of `DATABASE_URL`.',
    '',
    row('Setting', 'Means'),
    row('---', '---'),
    ...coreRows,
    '',
    '## Services outside',
    '',
    'The settings that are there tell which service it is. Half a set stops the start, and so do two services for one',
    'purpose. Each of these settings',
    '',
    '- can be read from a file: `MAIL_URL_FILE=/run/secrets/mail`, without the line end behind it;',
    '- can be of one brand: `MAIL_FROM__MESA`, two underscores and its id in capitals, `-` as `_`. It wins over the plain',
    '  one for that brand. Settings of one account (same number in the column "Account") are all of the brand, or none;',
    '- can be both: `MAIL_URL__MESA_FILE`.',
    '',
    'In production an address begins with `https://`; `http://` is for loopback, an address of a private network and a',
    'name without a dot (a container beside this one).',
    ...adapterKinds.flatMap(portLines),
    '',
  ].join('\n');
}

function portLines(port: AdapterKind): string[] {
  const { inside } = adapterTable[port];
  const outside: readonly SettingKind[] = adapterTable[port].outside;
  return [
    '',
    `### ${port[0]?.toUpperCase()}${port.slice(1)}`,
    '',
    `Without settings: ${without[inside] ?? inside}.`,
    ...outside.flatMap(kindLines),
  ];
}

function kindLines({ about, settings }: SettingKind): string[] {
  const all = Object.values(settings);
  const groups = [...new Set(all.flatMap(({ group }) => group ?? []))];
  const rows = all.map((one) =>
    row(
      `\`${one.name}\``,
      meansOf(one),
      need(one),
      one.group ? String(groups.indexOf(one.group) + 1) : '',
    ),
  );
  const head = [row('Setting', 'Is', 'Needed', 'Account'), row('---', '---', '---', '---')];
  return ['', `${about}:`, '', ...head, ...rows];
}

const meansOf = ({ about, secret }: Setting) => (secret ? `${about} (secret)` : about);

function need({ optional, default: usual, group }: Setting): string {
  if (usual !== undefined) return `no: \`${usual}\``;
  if (!optional) return 'yes';
  return group ? 'together' : 'no';
}

const isCheck = process.argv.includes('--check');
const wanted = page();
const flat = (text: string) =>
  text.replaceAll(/ {2,}|-{3,}/g, (run) => (run[0] === '-' ? '---' : ' '));
const known = await readFile(file, 'utf8').catch(() => '');
if (flat(known) !== flat(wanted)) {
  if (isCheck) {
    process.stderr.write('docs/settings.md is not what the code reads\n');
    process.exitCode = 1;
  } else await writeFile(file, wanted);
}
