import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { openApp, type App } from './app.ts';
import { ConfigError } from './settings/config-error.ts';
import { readConfig, type Config } from './settings/config.ts';
import { pendingMigrations } from './db/migrate.ts';
import { FolderInUse } from './db/folder-lock.ts';
import { startTrouble } from './process/start-trouble.ts';
import { runBrand } from './operator/brand-verb.ts';
import { askOverSocket, runVerb } from './operator/socket.ts';
import { reportSettings } from './operator/doctor.ts';
import { type Answer, UsageError } from './operator/verb.ts';
import { verbs } from './operator/verbs.ts';
import { handlers, handedIn } from './slices.ts';

/** These look, change nothing, and are answered by what is wrong. */
const isLooking = ['doctor', 'ready'].includes(process.argv[2] ?? '');
const args = signed(withFullPath(process.argv.slice(2)));

function signed([verb = '', ...given]: string[]): string[] {
  if (!verbs[verb]?.options?.includes('by')) return [verb, ...given];
  return [verb, '--by', userInfo().username, ...given];
}

/** The process with the database may run in another folder. */
function withFullPath([verb = '', folder, ...rest]: string[]): string[] {
  if (!['export', 'import'].includes(verb) || folder === undefined) return process.argv.slice(2);
  return [verb, resolve(folder), ...rest];
}

try {
  const config = readConfig();
  // A brand may be made before any exists.
  end(args[0] === 'brand' ? await brandAnswer(config) : await askApp(config));
} catch (error) {
  const isTold = error instanceof ConfigError || error instanceof UsageError;
  if (isLooking && error instanceof ConfigError) end(reportSettings(error, args));
  else
    end({
      text: isTold ? error.message : (startTrouble(error) ?? String((error as Error).stack)),
      fine: false,
    });
}

function end({ text, fine }: Answer): void {
  process.exitCode = fine ? 0 : 1;
  const stream = fine || isLooking ? process.stdout : process.stderr;
  // A silent service would keep the process for a while.
  stream.write(`${text}\n`, () => isLooking && process.exit());
}

async function brandAnswer({ brandsFolder }: Config) {
  return { text: await runBrand(brandsFolder, args.slice(1)), fine: true };
}

/** Queues jobs but runs none. */
async function askApp(config: Config): Promise<Answer> {
  const { database } = config;
  const asItIs = isLooking && database.kind === 'postgres';
  let app;
  try {
    app = await openApp({ ...config, roles: new Set() }, handedIn, { asItIs });
  } catch (error) {
    if (error instanceof FolderInUse) return askOverSocket(config.dataFolder, args);
    throw error;
  }
  if (asItIs) {
    if (await isMigrated(app)) await app.jobs.start(handlers);
    return runVerb(app, args);
  }
  await app.jobs.start(handlers);
  try {
    return await runVerb(app, args);
  } finally {
    await app.close();
  }
}

async function isMigrated({ db }: App): Promise<boolean> {
  try {
    return (await pendingMigrations(db)).length === 0;
  } catch {
    return false;
  }
}
