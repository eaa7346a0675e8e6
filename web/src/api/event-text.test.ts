import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eventReader, type SentEvent } from './event-text.ts';

function read(...pieces: readonly string[]): SentEvent[] {
  const told: SentEvent[] = [];
  const take = eventReader((event) => told.push(event));
  for (const piece of pieces) take(piece);
  return told;
}

const stream =
  'retry: 3000\nevent: ready\ndata: {}\n\n: still here\n\nid: 7\nevent: portIn\ndata: {"id":"prt_1","status":"pending"}\n\nid: 8\nevent: line\ndata: {"id":"l1","status":"active"}\n\n';
const told: SentEvent[] = [
  { id: undefined, event: 'ready', data: '{}' },
  { id: '7', event: 'portIn', data: '{"id":"prt_1","status":"pending"}' },
  { id: '8', event: 'line', data: '{"id":"l1","status":"active"}' },
];

test('events are read from the stream, comments are not', () => {
  expect(read(stream)).toEqual(told);
});

test('an event that came in pieces is told once it is whole, wherever it was cut', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(stream.length), { maxLength: 8 }), (cuts) => {
      const places = [0, ...cuts.toSorted((a, b) => a - b), stream.length];
      const pieces = places.slice(1).map((end, at) => stream.slice(places[at], end));
      expect(read(...pieces)).toEqual(told);
    }),
  );
});

test('what never got its empty line is not told', () => {
  expect(read('event: line\ndata: {"id":"l1"}\n')).toEqual([]);
});
