import { expect, test } from 'vitest';
import { served } from '../slices.ts';
import { say } from '../words/say.ts';

test('a Spanish sentence that ends in a time has one full stop', () => {
  const sentence = 'The change begins on {starts}. Your number and the days you paid for stay.';
  const starts = '27 dic, 7:46 p.m.';
  expect(say('es', sentence, { starts })).toMatch(/p\.m\.(?!\.)/);
});

test('each refusal of each call is said in Spanish, also one that begins with a number', () => {
  const refusals = served.routes.flatMap(({ endpoint }) =>
    Object.values(endpoint.refusals).map(({ message }) => message),
  );
  expect(refusals.length).toBeGreaterThan(100);
  expect(refusals.some((message) => message.startsWith('911 '))).toBe(true);
  const english = refusals.filter((message) => say('es', message) === message);
  expect([...new Set(english)]).toEqual([]);
});
