import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nothingOutside } from '../settings/adapter-settings.ts';
import { OutsideFailure } from '../adapters/outside-failure.ts';
import { hours } from '../clock.ts';
import { callerAt } from '../testing/caller.ts';
import { mesa } from '../testing/chatting.ts';
import { addLine } from '../testing/line-life.ts';
import { newcomer } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { enlistActive, readDue, readUsage } from './read-usage.ts';

const MESA = 7;
/** More than are asked about at once. */
const LINES = 6;
const ROUNDS = 8;

let app: TestApp;
let isDown = false;

beforeAll(async () => {
  const { usual } = nothingOutside;
  const carrier = { ...usual.carrier, account: 'of Mesa' };
  app = await openTestApp({
    config: { adapters: { ...nothingOutside, brands: { mesa: { ...usual, carrier } } } },
    overrides: {
      adapters: (set, tenant) =>
        tenant === MESA
          ? {
              ...set,
              carrier: {
                ...set.carrier,
                async usage(...asked) {
                  if (isDown) throw new OutsideFailure('carrier', 'not_done');
                  return set.carrier.usage(...asked);
                },
              },
            }
          : set,
    },
  });
});
afterAll(() => app.close());

test('[K11] [M11] a brand whose carrier does not answer keeps no other brand’s usage from being read', async () => {
  const at = (token?: string) => callerAt(app.address, token, () => mesa);
  const ofMesa: TestApp = { ...app, anyone: at(), with: at };
  const theirs = await addLine(ofMesa, await newcomer(ofMesa));
  const noa = await newcomer(app);
  const ours = [];
  for (let count = 0; count < LINES; count += 1) ours.push((await addLine(app, noa)).id);
  const all = [theirs.id, ...ours];
  for (const id of all) await readUsage(app.app, id);
  await enlistActive(app.app);
  const readAt = async () => {
    const { rows } = await sql<{ id: string; at: Date | null }>`
      select line_id as id, as_of as at from usage_looks`.execute(app.app.db.query);
    return new Map(rows.map(({ id, at: when }) => [id, when?.getTime() ?? 0]));
  };
  isDown = true;
  // In which order lines are read is chance.
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await readAt();
    app.clock.move(hours(5));
    await readDue(app.app);
    const after = await readAt();
    const isNew = (id: string) => (after.get(id) ?? 0) > (before.get(id) ?? Infinity);
    expect(all.filter(isNew)).toEqual(ours);
  }
});
