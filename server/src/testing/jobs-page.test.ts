import { readFile } from 'node:fs/promises';
import { liveEvent } from '@portside/contract/events';
import { expect, test } from 'vitest';
import { handlers, schedules } from '../slices.ts';

const page = await readFile(new URL('../../../docs/jobs-and-events.md', import.meta.url), 'utf8');

/** The rows of a section's table, cell by cell. */
const rowsOf = (section: string) =>
  (page.split(/^## /m).find((part) => part.startsWith(section)) ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')));

test('the page of jobs names every job there is, and the hour of each sweep', () => {
  const crons = new Map(schedules.map(({ job, cron }) => [job.name, cron]));
  const sweeps = rowsOf('Sweeps').map(([, name, when]) => [name, when] as const);
  expect(new Map(sweeps)).toEqual(crons);
  expect(sweeps).toHaveLength(crons.size);
  const asked = rowsOf('Jobs that').map(([, name]) => name);
  const others = handlers.map(({ job }) => job.name).filter((name) => !crons.has(name));
  expect(asked).toHaveLength(others.length);
  expect(new Set(asked)).toEqual(new Set(others));
});

test('the page of events names every event there is', () => {
  const named = rowsOf('Events').map(([, name]) => name);
  expect(new Set(named)).toEqual(new Set(liveEvent.shape.kind.options));
});
