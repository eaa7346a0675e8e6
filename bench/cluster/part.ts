import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';

/** How one process of the cluster is started. */
export interface Program {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** PostgreSQL and PgBouncer refuse to run as root. */
  readonly user?: { readonly uid: number; readonly gid: number } | undefined;
  readonly log: string;
}

/** One process of the cluster, started again after each end, as systemd's `Restart=always` does. */
export interface Part {
  readonly name: string;
  readonly pid: number | undefined;
  start(program?: Program): void;
  /** `kill -9`. It is started again after `pause` milliseconds, or when somebody starts it. */
  kill(pause?: number): Promise<void>;
  /** SIGTERM, and SIGKILL for who does not listen. It stays down. */
  stop(patience?: number): Promise<void>;
}

const RESTART_MS = 1000;
const PATIENCE_MS = 25_000;

export function openPart(first: Program): Part {
  let program = first;
  let child: ChildProcess | undefined;
  let timer: NodeJS.Timeout | undefined;
  let wanted = false;
  let pause: number | undefined = RESTART_MS;

  function start(other = program) {
    program = other;
    clearTimeout(timer);
    wanted = true;
    pause = RESTART_MS;
    const log = openSync(program.log, 'a');
    const [file, ...args] = program.command;
    const started = spawn(file, args, {
      // A group of its own: Ctrl-C reaches this script, which stops them in their order.
      detached: true,
      stdio: ['ignore', log, log],
      ...(program.cwd && { cwd: program.cwd }),
      ...program.user,
      env: { ...inherited(), ...program.env },
    });
    closeSync(log);
    child = started;
    started.once('error', () => {});
    started.once('exit', () => {
      if (child === started) child = undefined;
      if (wanted && pause !== undefined) timer = setTimeout(() => start(), pause);
    });
  }

  async function end(signal: NodeJS.Signals) {
    const ending = child;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = once(ending, 'exit');
    ending.kill(signal);
    await ended;
  }

  return {
    name: first.name,
    get pid() {
      return child?.pid;
    },
    start,
    async kill(after) {
      pause = after;
      await end('SIGKILL');
    },
    async stop(patience = PATIENCE_MS) {
      wanted = false;
      clearTimeout(timer);
      const tooLong = setTimeout(() => child?.kill('SIGKILL'), patience);
      await end('SIGTERM');
      clearTimeout(tooLong);
    },
  };
}

/** Settings of whoever runs the script are none of the cluster's. */
function inherited(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], HOME: process.env['HOME'], LANG: 'C.UTF-8' };
}
