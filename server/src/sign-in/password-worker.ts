import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';
import type { SignInCost } from '../app.ts';

export interface PasswordTask {
  /** Its answer has the same. */
  readonly id: number;
  readonly cost: SignInCost;
  readonly password: string;
  readonly against?: { readonly stored: string | undefined };
}

export type PasswordAnswer = { id: number } & Result;
type Result = { hash: string } | { holds: boolean } | { failure: string };

const hashed = (password: string, { memoryCost, timeCost }: SignInCost) =>
  hashSync(password, { memoryCost, timeCost, parallelism: 1 });

let nobody: { cost: SignInCost; hash: string } | undefined;

/** Who has no account costs as much as who has one. */
function nobodysHash(cost: SignInCost): string {
  if (nobody?.cost.memoryCost !== cost.memoryCost || nobody.cost.timeCost !== cost.timeCost) {
    nobody = { cost, hash: hashed('the password of nobody', cost) };
  }
  return nobody.hash;
}

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

function answer({ cost, password, against }: PasswordTask): Result {
  try {
    // At the first task of a thread, whoever it is about.
    const nobodys = nobodysHash(cost);
    if (!against) return { hash: hashed(password, cost) };
    const { stored } = against;
    const holds = verifySync(stored ?? nobodys, password);
    return { holds: holds && stored !== undefined };
  } catch (error) {
    return { failure: String(error) };
  }
}

stepBack();
parentPort?.on('message', (task: PasswordTask) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage({ id: task.id, ...answer(task) });
});
