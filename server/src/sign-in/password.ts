import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { No } from '../http/no.ts';

/** argon2id, 19 MiB, two passes: about 35 ms. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** How many hashes may run at once: a flood of logins must leave a core to everything else. */
const AT_ONCE = Math.max(1, Math.min(4, availableParallelism() - 1));
/** How many may wait for their turn, about three seconds' worth. */
const WAITING = 80 * AT_ONCE;

let running = 0;
const waiting: (() => void)[] = [];

export const hashPassword = (password: string) => inTurn(() => hash(password, COST));

/** False for a wrong password. Without a hash it takes as long, and is false. */
export function passwordHolds(stored: string | undefined, password: string): Promise<boolean> {
  return inTurn(async () => {
    const holds = await verify(stored ?? (await nobodysHash()), password);
    return holds && stored !== undefined;
  });
}

let nobody: Promise<string> | undefined;
const nobodysHash = () => (nobody ??= hash('the password of nobody', COST));

/** @throws No `too_often` when too many are waiting already */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting.length >= WAITING) throw new No('too_often', { retryAfter: 3 });
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
