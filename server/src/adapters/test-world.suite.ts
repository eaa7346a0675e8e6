import { pino } from 'pino';
import type { World } from '../app.ts';
import { loadBrands } from '../brands/brands.ts';
import { later } from '../clock.ts';
import { readConfig, type Config } from '../settings/config.ts';
import { openDatabase } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { systemRandom } from '../random.ts';
import { makeSecrets } from '../settings/secrets.ts';
import { migratedDatabase } from '../testing/fresh-database.ts';
import { tickSandboxes } from './sandbox-delivery.ts';

/** A notice as it came over the wire. */
export interface Received {
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** What adapters may know, with a clock that stands still until it is moved. */
export interface TestWorld {
  world: World;
  move(milliseconds: number): void;
  /** Lets the sandboxes work once; the notices they sent, in their order. */
  tick(receive?: (notice: Received) => boolean): Promise<Received[]>;
  close(): Promise<void>;
}

/** What an empty environment means, with a key and an address that are always the same. */
export const testConfig: Config = {
  ...readConfig({ PORTSIDE_MASTER_KEYS: Buffer.alloc(32, 7).toString('base64') }),
  origin: 'http://shop.example',
};

export async function openTestWorld(config: Partial<Config> = {}): Promise<TestWorld> {
  const all = { ...testConfig, ...config };
  let now = new Date('2026-11-20T12:00:00Z');
  const clock = { now: () => now };
  const fresh = await migratedDatabase();
  const db = await openDatabase(fresh.settings);
  await migrate(db);
  const world: World = {
    config: all,
    brands: await loadBrands(all.brandsFolder, all.origin),
    db,
    clock,
    log: pino({ level: 'silent' }),
    random: systemRandom(clock),
    secrets: makeSecrets(all.masterKeys),
  };
  return {
    world,
    move(milliseconds) {
      now = later(now, milliseconds);
    },
    async tick(receive = () => true) {
      const received: Received[] = [];
      await tickSandboxes(world, async (path, headers, body) => {
        received.push({ path, headers, body });
        return receive({ path, headers, body });
      });
      return received;
    },
    async close() {
      await db.close();
      await fresh.drop();
    },
  };
}
