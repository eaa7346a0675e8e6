import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { findsByList, findsByRegistry, installedBy, judged, type Stored } from './hole-finds.ts';
import { root } from './running.ts';

/**
 * `npm run holes`: known holes of what package-lock.json names, by the registry where it answers,
 * else by scripts/known-holes.json. `--stored` asks nobody, as the check does.
 */
const read = (file: string): unknown => JSON.parse(readFileSync(path.join(root, file), 'utf8'));
const stored = read('scripts/known-holes.json') as Stored;
const installed = installedBy(read('package-lock.json') as Parameters<typeof installedBy>[0]);

function byRegistry() {
  if (process.argv.includes('--stored')) return undefined;
  const { stdout } = spawnSync('npm', ['audit', '--json'], {
    cwd: root,
    encoding: 'utf8',
    timeout: 60_000,
  });
  try {
    return findsByRegistry(JSON.parse(stdout) as Parameters<typeof findsByRegistry>[0], installed);
  } catch {
    return undefined;
  }
}

const answered = byRegistry();
const finds = answered ?? findsByList(installed, stored.holes);
const today = new Date().toISOString().slice(0, 10);
const { open, accepted, lesser, gone } = judged(finds, stored.accepted, today);

const line = (find: (typeof finds)[number]) =>
  `${find.package} ${find.version}: ${find.id}, ${find.severity}, ${find.what}`;
for (const find of lesser) console.log(`known   ${line(find)}`);
for (const find of accepted) console.log(`accepted ${line(find)}`);
for (const find of open) console.log(`OPEN    ${line(find)}`);
// The registry may know less than the list, so only the list judges what was accepted for nothing.
const stale = answered ? [] : gone;
for (const one of stale) console.log(`${one.package} has ${one.id} no more: take it off the list`);
console.log(
  `${installed.length} packages by ${answered ? 'the registry' : `the list of ${stored.lookedAt} (${stored.holes.length} holes)`}: ${open.length} open, ${accepted.length} accepted, ${lesser.length} lesser`,
);
process.exitCode = open.length + stale.length === 0 ? 0 : 1;
