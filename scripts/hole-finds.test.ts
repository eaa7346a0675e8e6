import { expect, test } from 'vitest';
import { readFileSync } from 'node:fs';
import { validRange } from 'semver';
import { findsByList, findsByRegistry, installedBy, judged, type Stored } from './hole-finds.ts';

const stored = JSON.parse(
  readFileSync(new URL('known-holes.json', import.meta.url), 'utf8'),
) as Stored;
const lock = {
  packages: {
    '': { version: '0.1.0' },
    web: { name: '@portside/web', version: '0.1.0' },
    'node_modules/@portside/web': { link: true },
    'node_modules/fastify': { version: '5.6.0' },
    'node_modules/@fastify/static': { version: '9.0.0' },
    'node_modules/a/node_modules/semver': { version: '6.3.2' },
  },
};
const today = '2026-11-26';

test('[N08] an old version planted in the lock is found by the stored list, and fails', () => {
  const installed = installedBy(lock);
  expect(installed.map((one) => one.package)).toEqual(['fastify', '@fastify/static', 'semver']);
  const { open, lesser } = judged(findsByList(installed, stored.holes), [], today);
  expect(open.map(({ package: name, id }) => `${name} ${id}`)).toEqual([
    'fastify CVE-2026-25223',
    'fastify CVE-2026-33806',
  ]);
  expect(lesser.map(({ id }) => id)).toContain('CVE-2026-6414');
});

test('[N08] the mended version has no hole, whatever is beside it', () => {
  const mended = [{ package: 'fastify', version: '5.12.8' }];
  expect(findsByList(mended, stored.holes)).toEqual([]);
});

test('[N08] an accepted hole ends on its day, and one that is gone is told', () => {
  const [find] = findsByList([{ package: 'fastify', version: '5.6.0' }], stored.holes);
  if (!find) throw new Error('the list has none');
  const { id, package: name } = find;
  const accepted = [{ id, package: name, on: today, until: '2026-12-01', why: 'a test' }];
  expect(judged([find], accepted, '2026-12-01')).toMatchObject({ open: [], accepted: [find] });
  expect(judged([find], accepted, '2026-12-02').open).toEqual([find]);
  expect(judged([], accepted, today).gone).toEqual(accepted);
  const other = { ...find, package: 'another' };
  expect(judged([other], accepted, today).open).toEqual([other]);
});

test("[N08] the registry's answer counts where it has one, and an error is none", () => {
  const via = {
    name: 'fastify',
    url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc',
    title: 'made up',
    severity: 'critical',
    range: '<5.7.0',
  };
  const audit = {
    vulnerabilities: { fastify: { name: 'fastify', via: [via] }, x: { name: 'x', via: ['y'] } },
  };
  const finds = findsByRegistry(audit, installedBy(lock)) ?? [];
  expect(judged(finds, [], today).open).toMatchObject([
    { package: 'fastify', version: '5.6.0', id: 'GHSA-aaaa-bbbb-cccc' },
  ]);
  expect(findsByRegistry({}, installedBy(lock))).toBeUndefined();
});

test('[N08] every line of the list can be judged: ranges, severities, days', () => {
  for (const { id, affected, severity } of stored.holes) {
    expect(id).toMatch(/^(GHSA|CVE)-/);
    expect(validRange(affected), `${id} ${affected}`).not.toBeNull();
    expect(['low', 'moderate', 'high', 'critical']).toContain(severity);
  }
  for (const { until, on, why } of stored.accepted) {
    expect(`${on} ${until}`).toMatch(/^\d{4}-\d\d-\d\d \d{4}-\d\d-\d\d$/);
    expect(why).not.toBe('');
  }
});
