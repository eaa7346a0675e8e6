import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';

export interface PasswordTask {
  readonly password: string;
  readonly against?: { readonly stored: string | undefined };
}

export type PasswordAnswer = { hash: string } | { holds: boolean } | { failure: string };

/** argon2id, 19 MiB, two passes: about 20 ms of a core. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const nobodysHash = hashSync('the password of nobody', COST);

/** Lowers the thread's priority: logins may wait, everything else goes first. */
function stepBack(): void {
  try {
    // Linux only: each thread has its own priority.
    const thread = Number(basename(readlinkSync('/proc/thread-self')));
    setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Not supported here.
  }
}

function answer({ password, against }: PasswordTask): PasswordAnswer {
  try {
    if (!against) return { hash: hashSync(password, COST) };
    const { stored } = against;
    const holds = verifySync(stored ?? nobodysHash, password);
    return { holds: holds && stored !== undefined };
  } catch (error) {
    return { failure: String(error) };
  }
}

stepBack();
parentPort?.on('message', (task: PasswordTask) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(answer(task));
});
