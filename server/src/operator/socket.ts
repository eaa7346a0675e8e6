import { rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import type { App } from '../app.ts';
import { type Answer, UsageError, type Verb } from './verb.ts';
import { verbs } from './verbs.ts';

const socketOf = (dataFolder: string) =>
  process.platform === 'win32'
    ? String.raw`\\.\pipe\portside-${Buffer.from(dataFolder).toString('hex').slice(-40)}`
    : join(dataFolder, 'operator.sock');

/** A wrong call is answered with its usage. */
export async function runVerb(app: App, [name = '', ...args]: string[]): Promise<Answer> {
  const verb = verbs[name];
  if (!verb) return { text: usage(), fine: ['', 'help', '--help', '-h'].includes(name) };
  try {
    const { words, options } = taken(verb, args);
    const answer = await verb.run(app, words, options);
    return typeof answer === 'string' ? { text: answer, fine: true } : answer;
  } catch (error) {
    if (error instanceof UsageError) return { text: error.message, fine: false };
    throw error;
  }
}

/** Unknown options are refused. */
function taken({ usage, options = [], flags = [] }: Verb, args: string[]) {
  try {
    const { positionals, values } = parseArgs({
      args,
      options: {
        ...Object.fromEntries(options.map((name) => [name, { type: 'string' as const }])),
        ...Object.fromEntries(flags.map((name) => [name, { type: 'boolean' as const }])),
      },
      allowPositionals: true,
    });
    return { words: positionals, options: values };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(`${error.message}\nUsage: ${usage}`);
  }
}

const COLUMN = 44;

function usage(): string {
  return ['npm run portside -- <verb>', '', ...Object.values(verbs).map(rowOf)].join('\n');
}

/** Beside it, or below where it is too long for that. */
function rowOf({ usage, about }: Verb): string {
  const gap =
    usage.length < COLUMN - 1 ? ' '.repeat(COLUMN - usage.length) : `\n${' '.repeat(COLUMN + 2)}`;
  return `  ${usage}${gap}${about}`;
}

/**
 * Only one process can open the embedded database: the command line asks it, over a socket in that
 * folder that only its owner can reach.
 */
export async function openSocket(app: App): Promise<() => Promise<void>> {
  if (app.config.database.kind !== 'pglite') return async () => {};
  const path = socketOf(app.config.dataFolder);
  await rm(path, { force: true });
  const server = createServer((asked, answer) => {
    void json(asked)
      .then((args) => runVerb(app, args as string[]))
      .catch((error: unknown) => ({ text: String(error), fine: false }))
      .then((result) => answer.end(JSON.stringify(result)));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  return () => new Promise((resolve) => server.close(() => resolve()));
}

export function askOverSocket(dataFolder: string, args: string[]): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asking = request({ socketPath: socketOf(dataFolder), method: 'POST' }, (answer) => {
      json(answer).then((result) => resolve(result as Answer), reject);
    });
    asking.once('error', () => {
      const who = `The process that has ${dataFolder} open`;
      reject(
        new UsageError(`${who} does not answer: it may be starting or ending. Try again soon.`),
      );
    });
    asking.end(JSON.stringify(args));
  });
}
