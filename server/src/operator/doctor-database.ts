import { sql } from 'kysely';
import type { App } from '../app.ts';
import type { Config } from '../settings/config.ts';
import { type DatabaseSettings, openDatabase, type Query } from '../db/database.ts';
import { pendingMigrations } from '../db/migrate.ts';
import { sealingKey } from '../db/master-key.ts';
import { poolerFaults } from '../db/pooler.ts';
import { age } from './text-table.ts';
import { fine, type Finding, look, reasonOf, within } from './finding.ts';

const OLDEST_VERSION = 15;
const CLOCKS_DIFFER_MS = 2000;
/** A standby that is further behind serves nobody. */
const BEHIND_SECONDS = 60;

/** Whether it answers, and its version. */
export async function findDatabase(app: App, patienceMs: number): Promise<Finding> {
  const [found] = await within(
    'database',
    patienceMs,
    async () => [await versionFinding(app.db.query)],
    (error) => databaseIsAway(app.config, error),
  );
  return found ?? look('database', 'nothing is known');
}

/** Migrations and clock; the ways around the pooler and to the replica. */
export async function databaseFindings(app: App, patienceMs: number): Promise<Finding[]> {
  const settings = app.config.database;
  const found = await Promise.all([
    within('migrations', patienceMs, async () => [await migrationFinding(app)]),
    within('clock', patienceMs, async () => [await clockFinding(app)]),
    within('pooler', patienceMs, () => limitFindings(app)),
    wayFindings(settings, patienceMs),
  ]);
  return found.flat();
}

const databaseIsAway = ({ database }: Config, error: unknown): Finding =>
  database.kind === 'postgres'
    ? look(
        'database',
        `it can't be used: ${reasonOf(error)}`,
        'look whether the server runs, and at host, name, user and password in DATABASE_URL',
      )
    : look('database', `the embedded one can't be opened: ${reasonOf(error)}`);

async function versionFinding(db: Query): Promise<Finding> {
  const { rows } = await sql<{ version: string }>`
    select current_setting('server_version') as version`.execute(db);
  const version = rows[0]?.version.split(' ')[0] ?? '';
  return Number.parseInt(version, 10) >= OLDEST_VERSION
    ? fine('database', `PostgreSQL ${version}`)
    : look(
        'database',
        `PostgreSQL ${version} is too old`,
        `move to version ${OLDEST_VERSION} or newer (docs/export.md)`,
      );
}

async function migrationFinding({ db }: App): Promise<Finding> {
  const pending = await pendingMigrations(db);
  return pending.length === 0
    ? fine('migrations', 'up to date')
    : look(
        'migrations',
        `${pending.length} wait, the first is ${pending[0]}`,
        'portside migrate, or start the new version',
      );
}

/** Which key seals what is secret here. Of a migrated database. */
export async function keyFinding({ db, secrets }: App): Promise<Finding> {
  const about = 'master key';
  const [newest] = secrets.ids;
  const key = await sealingKey(db.query, secrets);
  if (!key) return fine(about, `${newest} seals from the first start on`);
  if (!key.isOurs) {
    return look(
      about,
      `${key.id} seals this database, and PORTSIDE_MASTER_KEYS does not have it`,
      'put it into the list, behind a new one if you are changing it; no start works without it',
    );
  }
  return fine(
    about,
    key.id === newest
      ? `${key.id} seals, and the list has it`
      : `${key.id} seals, and ${newest} from the next start on`,
  );
}

/** Tokens, prices and jobs go by the one and by the other. */
async function clockFinding({ clock, db }: App): Promise<Finding> {
  const before = clock.now().getTime();
  const { rows } = await sql<{ now: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`.execute(db.query);
  const here = (before + clock.now().getTime()) / 2 - (clock.movedBy ?? 0);
  const ahead = here - (rows[0]?.now ?? 0);
  if (Math.abs(ahead) <= CLOCKS_DIFFER_MS) return fine('clock', "it agrees with the database's");
  const way = ahead > 0 ? 'ahead of' : 'behind';
  return look(
    'clock',
    `this machine's is ${age(Math.abs(ahead) / 1000)} ${way} the database's`,
    'set both by NTP (timedatectl)',
  );
}

async function limitFindings({ db, config }: App): Promise<Finding[]> {
  const faults = await poolerFaults(db, config.database);
  return faults.map((fault) => look('pooler', fault));
}

async function wayFindings(settings: DatabaseSettings, patienceMs: number) {
  if (settings.kind !== 'postgres') return [];
  const { directUrl, replicaUrl } = settings;
  const { directUrl: _direct, replicaUrl: _replica, ...plain } = settings;
  const found = await Promise.all([
    directUrl === undefined
      ? []
      : within(
          'pooler',
          patienceMs,
          () => directFinding({ ...plain, url: directUrl }),
          noDirectWay,
        ),
    replicaUrl === undefined
      ? []
      : within(
          'replica',
          patienceMs,
          () => replicaFinding({ ...settings, url: replicaUrl }),
          noReplica,
        ),
  ]);
  return found.flat();
}

async function directFinding(settings: DatabaseSettings): Promise<Finding[]> {
  await askOnce(settings, (db) => sql`select 1`.execute(db));
  return [fine('pooler', 'DATABASE_DIRECT_URL leads around it')];
}

const noDirectWay = (error: unknown) =>
  look(
    'pooler',
    `the server itself can't be used: ${reasonOf(error)}`,
    'look at DATABASE_DIRECT_URL; migrations and exports need it',
  );

async function replicaFinding(settings: DatabaseSettings): Promise<Finding[]> {
  const { rows } = await askOnce(settings, (db) =>
    sql<{ standby: boolean; behind: number | null }>`
      select pg_is_in_recovery() as standby, case
        when pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() then 0
        else extract(epoch from now() - pg_last_xact_replay_timestamp())
      end::float8 as behind`.execute(db),
  );
  const { standby = false, behind = null } = rows[0] ?? {};
  if (!standby) {
    return [
      look('replica', 'it is no standby', 'let DATABASE_REPLICA_URL lead to a streaming standby'),
    ];
  }
  if ((behind ?? 0) > BEHIND_SECONDS) {
    return [
      look(
        'replica',
        `it is ${age(behind ?? 0)} behind, so the primary answers for it`,
        'look at pg_stat_replication of the primary',
      ),
    ];
  }
  return [fine('replica', 'it follows the primary')];
}

const noReplica = (error: unknown) =>
  look(
    'replica',
    `it can't be used, so the primary answers for it: ${reasonOf(error)}`,
    'look at the standby and at DATABASE_REPLICA_URL',
  );

async function askOnce<T>(settings: DatabaseSettings, ask: (db: Query) => Promise<T>): Promise<T> {
  const db = await openDatabase(settings, new Set());
  try {
    return await ask(db.query);
  } finally {
    await db.close();
  }
}
