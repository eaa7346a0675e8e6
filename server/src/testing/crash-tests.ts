import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DatabaseSettings } from '../db/database.ts';
import { callerAt } from './caller.ts';
import { type Product, runFragile } from './fragile-product.ts';
import { copyDatabase, seededOnDisk } from './fresh-database.ts';
import type { Shop } from './shopping.ts';

/** A moment at which the power goes, and the how-many-th time it is passed. */
export type Moment = readonly [at: string, hit: number];

/** How often each moment is tried; `usual` ones only: once. */
const asked = process.env['CRASH_ROUNDS'] ?? 'usual';
const LONGER = asked !== 'usual';
const ROUNDS = LONGER ? Number(asked) : 1;

/** How many customers there are. */
export const crowd = (usual: number) => Number(process.env['CRASH_ORDERS'] ?? usual);

export const shopAt = ({ address }: Pick<Product, 'address'>): Shop => ({
  anyone: callerAt(address, undefined),
  with: (token) => callerAt(address, token),
  fetch: (path, init) => fetch(`${address}${path}`, init),
});

export interface CrashStory<Sent, Known> {
  usual: readonly Moment[];
  more: readonly Moment[];
  /** Moments at the same time. */
  concurrent?: boolean;
  title(at: string, hit: number): string;
  /** Once for all moments: each begins with a copy of what this leaves behind. */
  prepare(product: Product): Promise<void>;
  /** The same, where only the tables can do it. */
  change?(settings: DatabaseSettings): Promise<void>;
  /** Until the power goes; it may fail anywhere. */
  before(doomed: Product): Promise<Sent>;
  /** What customers do when it is back. */
  after(again: Product, sent: Sent): Promise<Known>;
  holds(settings: DatabaseSettings, known: Known): Promise<void>;
}

/** A test for each moment: crashed there, opened again, worked off, and everything holds. */
export function crashTests<Sent, Known>(story: CrashStory<Sent, Known>): void {
  let folder: string;
  let prepared: { settings: DatabaseSettings; drop(): Promise<void> };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portside-crash-'));
    prepared = await seededOnDisk(join(folder, 'prepared'));
    const product = await runFragile(prepared.settings);
    await story.prepare(product);
    // An email that is left would be sent at the next start, and the power go before it is open.
    await product.settled();
    await product.stop();
    await story.change?.(prepared.settings);
  }, 600_000);
  afterAll(async () => {
    await prepared.drop();
    await rm(folder, { recursive: true, force: true });
  });
  // The embedded database is slow: all of it only where somebody asks for several rounds.
  const isWhole = LONGER && (process.env['TEST_DATABASE_URL'] || ROUNDS > 1);
  const moments = isWhole ? [...story.usual, ...story.more] : story.usual;
  const tries = moments.flatMap(([at, hit]) =>
    Array.from({ length: ROUNDS }, (_, round) => ({ at, hit: hit + round })),
  );
  for (const crash of tries) {
    const { at, hit } = crash;
    const run = async () => {
      const copy = await copyDatabase(prepared.settings, join(folder, `${at}-${hit}`));
      const products: Product[] = [];
      const open = async (how?: { at: string; hit: number }) => {
        const product = await runFragile(copy.settings, how);
        products.push(product);
        return product;
      };
      try {
        const doomed = await openDoomed(open, crash);
        const sent = await story.before(doomed);
        expect(await doomed.ended).toBe('SIGKILL');
        const again = await open();
        const known = await story.after(again, sent);
        await again.settled();
        await again.stop();
        await story.holds(copy.settings, known);
      } finally {
        for (const product of products) product.kill();
        await copy.drop();
      }
    };
    const define = story.concurrent ? test.concurrent : test;
    define(story.title(at, hit), run, 600_000);
  }
}

/**
 * What a slow start does by itself may bring it to the moment already: then it starts once more, and if
 * that does as much again, the moment comes later.
 */
async function openDoomed(
  open: (how: { at: string; hit: number }) => Promise<Product>,
  { at, hit }: { at: string; hit: number },
): Promise<Product> {
  for (const more of [0, 0, 5]) {
    try {
      return await open({ at, hit: hit + more });
    } catch (error) {
      if (!String(error).endsWith('SIGKILL')) throw error;
    }
  }
  return open({ at, hit: hit + 10 });
}
