import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root, show } from './running.ts';

const stamp = path.join(root, 'web/dist/.built');

export function buildIfChanged(): boolean {
  const now = fingerprint(root);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return true;
  console.log('Building the pages …');
  const { ok, seconds } = show(['npm', 'run', '--silent', 'build'], { NODE_ENV: 'production' });
  if (!ok) return false;
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, now);
  console.log(`Built in ${seconds.toFixed(1)} s.`);
  return true;
}

const sources = [
  'web/*.{ts,json}',
  'web/src/**/*',
  'contract/package.json',
  'contract/src/**/*',
  'package-lock.json',
];

export function fingerprint(folder: string): string {
  const hash = createHash('sha256');
  const files = globSync(sources, { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
  for (const file of files) {
    const content = readFileSync(file);
    hash.update(`${path.relative(folder, file).replaceAll('\\', '/')}\0${content.length}\0`);
    hash.update(content);
  }
  return hash.digest('hex');
}
