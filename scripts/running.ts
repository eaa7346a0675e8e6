import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

export interface Ran {
  readonly ok: boolean;
  readonly output: string;
  readonly seconds: number;
}

function environment(more: Record<string, string> = {}): NodeJS.ProcessEnv {
  const bin = path.join(root, 'node_modules/.bin');
  return { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH ?? ''}`, ...more };
}

export function run(command: readonly string[], env?: Record<string, string>): Promise<Ran> {
  const started = performance.now();
  return new Promise((resolve) => {
    const [program = '', ...args] = asCommand(command);
    const child = spawn(program, args, {
      cwd: root,
      env: environment(env),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const end = (ok: boolean) =>
      resolve({ ok, output, seconds: (performance.now() - started) / 1000 });
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.on('error', (error) => {
      output += `${error.message}\n`;
      end(false);
    });
    child.on('close', (code) => end(code === 0));
  });
}

export function show(
  command: readonly string[],
  env?: Record<string, string>,
): Omit<Ran, 'output'> {
  const started = performance.now();
  const [program = '', ...args] = asCommand(command);
  const { status, error } = spawnSync(program, args, {
    cwd: root,
    env: environment(env),
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (error) console.error(error.message);
  return { ok: status === 0, seconds: (performance.now() - started) / 1000 };
}

/** Run by this Node; `npm` is a batch file on Windows. */
function asCommand(command: readonly string[]): readonly string[] {
  const [program = '', ...args] = command;
  if (/^(scripts|node_modules)\//.test(program)) {
    return [process.execPath, path.join(root, program), ...args];
  }
  const npm = process.env.npm_execpath;
  if (program === 'npm' && npm?.endsWith('.js')) return [process.execPath, npm, ...args];
  return command;
}
