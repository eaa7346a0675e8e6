import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach } from 'vitest';
import { checkArchitecture } from '../check-architecture.ts';
import type { Finding } from './source-files.ts';

const roots: string[] = [];
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true });
});

/** One line a finding, without the advice. */
export function check(tree: Record<string, string>): string[] {
  return findingsOf(tree).map(({ file, line, wrong }) => `${file}:${line} ${wrong}`);
}

export function findingsOf(tree: Record<string, string>): Finding[] {
  const root = mkdtempSync(path.join(tmpdir(), 'portside-architecture-'));
  roots.push(root);
  for (const [file, text] of Object.entries(tree)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  return checkArchitecture(root).findings;
}
