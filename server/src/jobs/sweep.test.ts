import { expect, test } from 'vitest';
import { inTurns, sweep } from './sweep.ts';

test('one that fails is named in the log and keeps no other waiting', async () => {
  const [done, warned]: [string[], unknown[]] = [[], []];
  const app = { log: { warn: (...said: unknown[]) => void warned.push(said) } };
  const act = async ({ id }: { id: string }) => {
    if (id === 'b') throw new Error('not now');
    done.push(id);
  };
  const found = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
  await sweep(app as never, found, act, 'it could not be done yet');
  expect(done).toEqual(['a', 'c']);
  expect(warned).toEqual([[{ error: new Error('not now'), id: 'b' }, 'it could not be done yet']]);
});

test('several at once are done once each', async () => {
  const done: string[] = [];
  let [atWork, most] = [0, 0];
  const act = async (one: string) => {
    atWork += 1;
    most = Math.max(most, atWork);
    await new Promise(setImmediate);
    atWork -= 1;
    done.push(one);
  };
  const found = Array.from({ length: 20 }, (_, at) => `item ${at}`);
  await sweep({ log: {} } as never, found, act, '', { atOnce: 4 });
  expect(done.toSorted()).toEqual(found.toSorted());
  expect(most).toBe(4);
});

test('batches take turns until nothing is left, and stop in time for the next job', async () => {
  const seen: string[] = [];
  const batch = (name: string, count: number) => {
    let left = count;
    return async () => {
      seen.push(name);
      left = Math.max(0, left - 1);
      return left;
    };
  };
  expect(await inTurns([batch('a', 3), batch('b', 2)])).toBe(true);
  expect(seen).toEqual(['a', 'b', 'a', 'b', 'a']);
  expect(await inTurns([batch('endless', Infinity)], { forMs: 20 })).toBe(false);
});
