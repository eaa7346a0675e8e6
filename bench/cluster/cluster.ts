import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { databaseParts } from './database-parts.ts';
import { drive, lostSessions } from './driver.ts';
import { kills, upgrade } from './faults.ts';
import { makeLayout, unprivileged } from './layout.ts';
import { compareLedgers } from './ledgers.ts';
import { findPrograms, howToInstall, install, type Programs } from './packages.ts';
import { makeRoles, postgresPair } from './postgres-pair.ts';
import { productParts, type Version } from './product-parts.ts';
import { proxyOf } from './proxy.ts';
import { reportOf } from './report.ts';
import { openTimeline } from './timeline.ts';
import { failuresOf, undergo, type Undergone } from './undergo.ts';
import { build, checkOut, root } from './version-before.ts';
import { ask, until } from './waiting.ts';

/** The last version before the cluster was first run: migrations only add since then. */
const BEFORE = '231e315';
const QUICK = 'web-one|PgBouncer|PostgreSQL of';
const usage =
  'npm run cluster -- [--quick] [--direct] [--only=<faults>] [--before=<commit>] [--install] [--port=5100] [--keep]';

const { values: options } = parseArgs({
  options: {
    /** Some of the faults, on this version only. */
    quick: { type: 'boolean', default: false },
    /** The faults whose names have this in them; without it the report is written down. */
    only: { type: 'string' },
    before: { type: 'string', default: BEFORE },
    /** Packages that are missing, as root. */
    install: { type: 'boolean', default: process.env['CI'] !== undefined },
    /** Without PgBouncer, which leaves named statements and shared connections. */
    direct: { type: 'boolean', default: false },
    /** The first of fourteen. */
    port: { type: 'string', default: '5100' },
    /** Logs and databases stay. */
    keep: { type: 'boolean', default: false },
  },
});

const programs = findOrInstall();
const layout = makeLayout(programs, Number(options.port), unprivileged());
const web = `http://127.0.0.1:${layout.ports.web}`;
console.log(`Files and logs: ${layout.folder}`);
const now: Version = { name: 'this version', tree: root, isPooled: !options.direct };
const database = databaseParts(layout);
const pair = postgresPair(layout, database);
const proxy = proxyOf(layout);
const product = productParts(layout, now);
const world = { database, pair, product, proxy };
let stopping: Promise<void> | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void down().then(() => process.exit(130)));
}
try {
  process.exitCode = (await run()) ? 0 : 1;
} finally {
  await down();
}

async function run(): Promise<boolean> {
  console.log('Building');
  build(root);
  const before = options.quick ? undefined : checkOut(options.before, layout.folder);
  await up(before ?? now);
  const only = new RegExp(options.only ?? (options.quick ? QUICK : ''));
  const timeline = openTimeline();
  const begun = Date.now();
  const driver = drive(web, timeline, { shoppers: 6, members: 1 });
  const undergone: Undergone[] = [];
  await new Promise((resolve) => setTimeout(resolve, 5000));
  const faults = [...(before ? upgrade(world, now) : []), ...kills(world, now)].filter(({ name }) =>
    only.test(name),
  );
  for (const fault of faults) {
    const one = await undergo(fault, timeline, driver.acknowledged);
    undergone.push(one);
    console.log(
      fault.name,
      Object.entries(one.outages)
        .map(
          ([kind, { failed, answered, seconds }]) =>
            `${kind} ${seconds.toFixed(1)} s ${failed}/${failed + answered}`,
        )
        .join(', '),
      `end ${one.slowestEnd.toFixed(1)} s`,
    );
  }
  await driver.stop();
  const seconds = Math.round((Date.now() - begun) / 1000);
  const findings = [
    ...(await compareLedgers(pair, driver.acknowledged)),
    {
      rule: 'each customer is signed in and sees the order',
      looked: driver.acknowledged.length,
      broken: await lostSessions(web, driver.acknowledged),
    },
  ];
  const problems = [
    ...driver.surprises,
    ...undergone.flatMap(failuresOf),
    ...findings.flatMap(({ rule, broken }) => broken.map((one) => `${rule}: ${one}`)),
  ];
  const report = reportOf({
    at: new Date(),
    machine: `${cpus().length} cores, all parts on this machine, load ${Math.round(loadavg()[2] ?? 0)}`,
    versions: versionsOf(programs),
    before: before?.name,
    seconds,
    orders: driver.acknowledged.length,
    askedAgain: driver.acknowledged.filter(({ asked }) => asked > 1).length,
    undergone,
    findings,
    problems,
  });
  console.log(report);
  if (before && !options.only) writeFileSync(path.join(root, 'bench/CLUSTER.md'), report);
  return problems.length === 0;
}

async function up(version: Version) {
  const begun = Date.now();
  database.etcd.start();
  await until('etcd', 20, () => ask(`http://127.0.0.1:${layout.ports.etcd}/health`));
  database.patroni[0].start();
  await pair.roles();
  database.patroni[1].start();
  database.haproxy.start();
  await pair.ready();
  await makeRoles(layout);
  database.pgbouncer.start();
  const [first, ...others] = [...product.workers, ...product.webs] as const;
  // The first one makes the tables and the demo people.
  await product.start(first, version);
  await Promise.all(others.map((part) => product.start(part, version)));
  await until('the web behind the proxy', 20, () => ask(`${web}/readyz`));
  console.log(`Up after ${Math.round((Date.now() - begun) / 1000)} s`);
}

function down(): Promise<void> {
  stopping ??= (async () => {
    // Nothing loses its database while it runs.
    for (const part of [...product.webs, ...product.workers]) await part.stop();
    for (const part of [database.pgbouncer, database.haproxy]) await part.stop();
    for (const part of database.patroni) await pair.stop(part);
    await database.etcd.stop();
    if (!options.keep) rmSync(layout.folder, { recursive: true, force: true });
  })();
  return stopping;
}

function findOrInstall(): Programs {
  let found = findPrograms();
  if ('missing' in found && options.install && process.getuid?.() === 0) {
    install(found.missing);
    found = findPrograms();
  }
  if (!('missing' in found)) return found;
  console.error(`This needs packages of Debian: ${howToInstall(found.missing)}\n${usage}`);
  process.exit(options.quick ? 0 : 1);
}

function versionsOf({ etcd, patroni, pgbouncer, haproxy, postgresBin }: Programs) {
  const first = (file: string, ...args: string[]) =>
    /\d+\.\d+(?:\.\d+)?/.exec(execFileSync(file, args, { encoding: 'utf8' }))?.[0] ?? '?';
  return {
    PostgreSQL: first(`${postgresBin}/postgres`, '--version'),
    Patroni: first(patroni, '--version'),
    etcd: first(etcd, '--version'),
    PgBouncer: first(pgbouncer, '--version'),
    HAProxy: first(haproxy, '-v'),
    Node: process.versions.node,
  };
}
