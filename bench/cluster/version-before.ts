import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Version } from './product-parts.ts';

/** This tree, as it is. */
export const root = path.resolve(import.meta.dirname, '../..');

/** A built commit of this repository in its own folder. */
export function checkOut(commit: string, folder: string): Version {
  const tree = path.join(folder, 'before');
  mkdirSync(tree, { recursive: true });
  const known = spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root });
  if (known.status !== 0)
    throw new Error(`There is no commit ${commit} here: git fetch --unshallow`);
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 1 << 30 });
  execFileSync('tar', ['-x', '-C', tree], { input: archive });
  run(tree, 'ci', '--prefer-offline', '--no-audit', '--no-fund');
  build(tree);
  return { name: commit, tree, isPooled: false };
}

export function build(tree: string): void {
  run(tree, 'run', 'build');
}

function run(tree: string, ...args: string[]): void {
  const { NODE_ENV: _, ...env } = process.env;
  const done = spawnSync('npm', args, { cwd: tree, env, encoding: 'utf8' });
  if (done.status !== 0) throw new Error(`npm ${args.join(' ')} failed:\n${done.stderr}`);
}
