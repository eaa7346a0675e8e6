import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { listFiles } from './architecture/source-files.ts';
import { asvsFaults, lostFiles, type Numbers } from './asvs-page.ts';
import { root } from './running.ts';

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const numbers = JSON.parse(read('scripts/asvs-numbers.json')) as Numbers;
const page = read('docs/asvs.md');
const files = listFiles(root);

test('[N08] each requirement of ASVS 5.0.0, levels 1 and 2, is there once, with its test or its reason', () => {
  expect(numbers.level1.length + numbers.level2.length).toBe(253);
  expect(asvsFaults(page, numbers)).toEqual([]);
});

test.each(['docs/asvs.md', 'docs/security.md'])(
  '[N08] each file that %s names is there',
  (file) => {
    expect(lostFiles(read(file), files)).toEqual([]);
  },
);

test('[N08] a number that is lost, doubled or made up is told, and so are figures that are wrong', () => {
  const [first = ''] = /^\| 1\.1\.1 .*$/m.exec(page) ?? [];
  expect(first).not.toBe('');
  expect(asvsFaults(page.replace(first, ''), numbers)).toContain('1.1.1 is there 0 times');
  expect(asvsFaults(`${page}\n${first}\n`, numbers)).toContain('1.1.1 is there 2 times');
  const madeUp = page.replace('| 1.1.1 ', '| 1.1.9 ');
  expect(asvsFaults(madeUp, numbers)).toContain('1.1.9 is no requirement of level 1 or 2');
  const met = page.replace('Not met: as 3.3.1', 'By design: as 3.3.1');
  expect(asvsFaults(met, numbers)).toEqual([expect.stringMatching(/^the figures are /)]);
});

test('[N08] "tested" without a test, an answer without a kind, and a file that has gone are told', () => {
  const of = (how: string) => page.replace(/^(\| 1\.1\.1 .*?\| 2 .*?\| .*?\|).*$/m, `$1 ${how} |`);
  expect(asvsFaults(of('Tested: `server/src/app.ts`'), numbers)).toContain('1.1.1 names no test');
  expect(asvsFaults(of('surely'), numbers)).toContain('1.1.1 says not how');
  expect(asvsFaults(of('Not met: no'), numbers)).toContain('1.1.1 gives no reason');
  expect(lostFiles('`server/src/gone.test.ts` `gone.md` `README.md`', files)).toEqual([
    'server/src/gone.test.ts',
    'gone.md',
  ]);
});
