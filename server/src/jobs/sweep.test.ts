import { expect, test } from 'vitest';
import { sweep } from './sweep.ts';

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
