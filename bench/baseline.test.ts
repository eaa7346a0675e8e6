import { expect, test } from 'vitest';
import { baselineOf, judge } from './baseline.ts';

const found = (id: string, ratio?: number) => ({
  id,
  what: id,
  value: 1,
  unit: 'of bare',
  ...(ratio !== undefined && { ratio }),
});
const outcomes = (findings: Parameters<typeof judge>[0], baseline: Parameters<typeof judge>[1]) =>
  judge(findings, baseline).map(({ outcome, message }) => message ?? outcome);

test('a ratio that has fallen by a third fails the quick run; a smaller fall does not', () => {
  expect(outcomes([found('page', 0.6)], { page: 0.6 })).toEqual(['passed']);
  expect(outcomes([found('page', 0.41)], { page: 0.6 })).toEqual(['passed']);
  expect(outcomes([found('page', 0.39)], { page: 0.6 })).toEqual(['It is 0.390 and was 0.6.']);
  expect(outcomes([found('page', NaN)], { page: 0.6 })).toEqual(['It is NaN and was 0.6.']);
});

test('what is in the baseline must be measured; what is new is no fault', () => {
  expect(outcomes([found('page')], { page: 0.6 })).toEqual(['It was not measured.']);
  expect(outcomes([], { page: 0.6 })).toEqual(['It was not measured.']);
  expect(outcomes([found('page', 0.6), found('plans', 0.1)], { page: 0.6 })).toEqual(['passed']);
});

test('a ratio is kept as it is, or as its bar where it is above', () => {
  const findings = [found('page', 0.55), { ...found('plans', 2.4), least: 0.9 }, found('time')];
  expect(baselineOf(findings)).toEqual({ page: 0.55, plans: 0.9 });
});
