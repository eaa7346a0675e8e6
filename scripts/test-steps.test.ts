import { expect, test } from 'vitest';
import { chosenSteps } from './test-steps.ts';

test('a whole run ends with the conformance of what it left', () => {
  expect(chosenSteps([])).toEqual(['check', 'build', 'unit', 'e2e', 'secrets', 'conformance']);
});

test('all of it is the usual steps, and then what takes longer', () => {
  const all = chosenSteps(['--all']) ?? [];
  expect(all.slice(0, 6)).toEqual(chosenSteps([]));
  expect(all.slice(6)).toEqual([
    'long',
    'later',
    'screens',
    'crash',
    'chaos',
    'fuzz',
    'bench',
    'sizes',
    'embedded',
  ]);
});

test('a part of a run judges no requirement, unless it is asked to', () => {
  expect(chosenSteps(['--only=unit,e2e'])).toEqual(['unit', 'e2e']);
  expect(chosenSteps(['--only=screens,crash,bench'])).toEqual(['screens', 'crash', 'bench']);
  expect(chosenSteps(['--only=conformance'])).toEqual(['conformance']);
  expect(chosenSteps(['--only=readme'])).toEqual(['readme']);
});

test.each([['--only=everything'], ['--fast'], ['unit'], ['--only=unit', '--all']])(
  '%s is no choice',
  (...args) => {
    expect(chosenSteps(args)).toBeUndefined();
  },
);
