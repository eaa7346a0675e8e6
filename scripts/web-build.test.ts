import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { fingerprint } from './web-build.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'portside-build-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a build is of its sources: a changed or moved file makes a new one, a test does not', () => {
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  };
  write('web/src/plans/plan-tile.tsx', 'a');
  write('contract/src/plans.ts', 'a');
  const first = fingerprint(folder);
  expect(fingerprint(folder)).toBe(first);
  write('web/src/plans/plan-tile.test.tsx', 'a');
  write('web/dist/client/a.js', 'a');
  write('server/src/main.ts', 'a');
  expect(fingerprint(folder)).toBe(first);
  const changes: [string, string][] = [
    ['web/src/plans/plan-tile.tsx', 'b'],
    ['contract/src/plans.ts', 'b'],
    ['web/build.ts', 'b'],
    ['web/src/ui/ui.css', 'b'],
    ['package-lock.json', 'b'],
  ];
  const seen = new Set([first]);
  for (const [file, text] of changes) {
    write(file, text);
    seen.add(fingerprint(folder));
  }
  expect(seen.size).toBe(changes.length + 1);
});
