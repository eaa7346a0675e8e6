import { expect, test } from 'vitest';
import { chosenSteps } from './test-steps.ts';

test('a whole run ends with the conformance of what it left', () => {
  expect(chosenSteps([])).toEqual(['check', 'build', 'unit', 'e2e', 'secrets', 'conformance']);
});

test('a part of a run judges no requirement, unless it is asked to', () => {
  expect(chosenSteps(['--only=unit,e2e'])).toEqual(['unit', 'e2e']);
  expect(chosenSteps(['--only=slices-postgres'])).toEqual(['slices-postgres']);
  expect(chosenSteps(['--only=bench'])).toEqual(['bench']);
  expect(chosenSteps(['--only=conformance'])).toEqual(['conformance']);
});

test.each([['--only=everything'], ['--fast'], ['unit']])('%s is no choice', (arg) => {
  expect(chosenSteps([arg])).toBeUndefined();
});
