import { expect, test } from 'vitest';
import { isStorable } from './storable.ts';

test('a body with a NUL or half of a pair, wherever it stands, cannot be stored', () => {
  for (const body of [
    String.raw`{"id":"evt_\u0000"}`,
    String.raw`{"a":[{"b\u0000":1}]}`,
    String.raw`"\ud800"`,
    'plain \0',
    String.raw`{"a":"\\\u0000"}`,
  ])
    expect(isStorable(body), body).toBe(false);
  for (const body of [
    '{"id":"evt_1"}',
    String.raw`{"a":"\\u0000"}`,
    String.raw`"\ud83d\ude00"`,
    'not json',
    '',
  ])
    expect(isStorable(body), body).toBe(true);
});
