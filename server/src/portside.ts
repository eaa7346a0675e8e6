import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { openApp } from './app.ts';
import { ConfigError } from './config-error.ts';
import { readConfig, type Config } from './config.ts';
import { FolderInUse } from './db/folder-lock.ts';
import { runBrand } from './operator/brand-verb.ts';
import { askOverSocket, runVerb } from './operator/socket.ts';
import { UsageError } from './operator/verb.ts';
import { verbs } from './operator/verbs.ts';
import { handlers, orderKinds } from './slices.ts';

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
  const answer = args[0] === 'brand' ? await brandAnswer(config) : await askApp(config);
  (answer.fine ? process.stdout : process.stderr).write(`${answer.text}\n`);
  process.exitCode = answer.fine ? 0 : 1;
} catch (error) {
  const isTold = error instanceof ConfigError || error instanceof UsageError;
  process.stderr.write(`${isTold ? error.message : String((error as Error).stack)}\n`);
  process.exitCode = 1;
}

async function brandAnswer({ brandsFolder }: Config) {
  return { text: await runBrand(brandsFolder, args.slice(1)), fine: true };
}

/** Queues jobs but runs none. */
function askApp(config: Config) {
  return openApp({ ...config, roles: new Set() }, orderKinds).then(
    async (app) => {
      await app.jobs.start(handlers);
      try {
        return await runVerb(app, args);
      } finally {
        await app.close();
      }
    },
    (error: unknown) => {
      if (error instanceof FolderInUse) return askOverSocket(config.dataFolder, args);
      throw error;
    },
  );
}
