import { expect, test } from 'vitest';
import type { Results } from './measurement.ts';
import { plotPage } from './plots.ts';
import { asMarkdown } from './results.ts';
import { middle, quantile } from './side-by-side.ts';

const results: Results = {
  date: '2026-11-22 12:00',
  commit: 'abc1234',
  machine: 'four cores',
  node: 'v24',
  postgres: 'PostgreSQL 15',
  minutes: 11.2,
  parts: [
    {
      name: 'page',
      title: 'Public page',
      seconds: 10,
      findings: [
        {
          id: 'a',
          what: 'home',
          value: 0.61,
          unit: 'of bare',
          least: 0.6,
          rounds: [0.5, 0.7],
        },
        {
          id: 'b',
          what: 'shop & <b>',
          value: 0.59,
          unit: 'of bare',
          least: 0.6,
        },
        {
          id: 'c',
          what: 'memory',
          value: 131,
          unit: 'MB',
          most: 130,
          note: 'bare 60 MB',
        },
        {
          id: 'd',
          what: 'rate',
          value: 1234.5,
          unit: '/s',
        },
      ],
    },
    {
      name: 'plans',
      title: 'Plans',
      seconds: 1,
      findings: [],
      failure: 'Nothing answered',
    },
  ],
};

test('the results name each bar, what was measured, and whether the bar is met', () => {
  const text = asMarkdown(results);
  expect(text).toContain('| home | ≥ 0.6 | 0.61 of bare | 0.50 to 0.70 | met |  |');
  expect(text).toContain('| shop & <b> | ≥ 0.6 | 0.59 of bare |  | **missed** |  |');
  expect(text).toContain('| memory | ≤ 130 | 131 MB |  | **missed** | bare 60 MB |');
  expect(text).toContain('| rate |  | 1235 /s |  |  |  |');
  expect(text).toContain('Not measured: Nothing answered');
  expect(text).toContain('commit abc1234');
});

test('the plots have a bar for each line, in the color of its verdict, and load nothing', () => {
  const page = plotPage(results);
  expect(page.match(/<rect class="\w+"/g)).toEqual([
    '<rect class="met"',
    '<rect class="missed"',
    '<rect class="missed"',
    '<rect class="open"',
  ]);
  expect(page).toContain('shop &amp; &lt;b>');
  expect(page).not.toMatch(/src=|href=|@import|url\(/);
});

test('the middle of the rounds, and what most of them stay below', () => {
  expect(middle([3, 1, 2])).toBe(2);
  expect(middle([4, 1, 2, 3])).toBe(2.5);
  expect(middle([7])).toBe(7);
  expect(quantile([5, 1, 4, 2, 3], 0.5)).toBe(3);
  expect(
    quantile(
      Array.from({ length: 100 }, (_, at) => at),
      0.99,
    ),
  ).toBe(98);
});
