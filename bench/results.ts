import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, release, totalmem } from 'node:os';
import path from 'node:path';
import { show } from '../scripts/running.ts';
import { barOf, shortly, spreadOf, verdictOf } from './finding.ts';
import type { Part, Results } from './measurement.ts';
import { plotPage } from './plots.ts';

const root = path.resolve(import.meta.dirname, '..');

export function resultsOf(parts: readonly Part[], postgres: string): Results {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const changed = git('status', '--porcelain') ? ' with changes' : '';
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return {
    date: new Date().toISOString().slice(0, 16).replace('T', ' '),
    commit: git('rev-parse', '--short', 'HEAD') + changed,
    machine: `${cpus()[0]?.model.trim()}, ${availableParallelism()} cores, ${gigabytes} GB, Linux ${release()}`,
    node: process.version,
    postgres,
    minutes: parts.reduce((sum, { seconds }) => sum + seconds, 0) / 60,
    parts,
  };
}

/** To .test-results/, with plots; a whole run also to bench/RESULTS.md. */
export function writeResults(results: Results, { whole }: { whole: boolean }): void {
  const last = path.join(root, '.test-results');
  mkdirSync(last, { recursive: true });
  writeFileSync(path.join(last, 'bench.json'), JSON.stringify(results, null, 2));
  writeFileSync(path.join(last, 'bench.html'), plotPage(results));
  if (!whole) return;
  const file = 'bench/RESULTS.md';
  writeFileSync(path.join(root, file), asMarkdown(results));
  show(['node_modules/oxfmt/bin/oxfmt', file]);
}

export function asMarkdown(results: Results): string {
  const { date, commit, machine, node, postgres, minutes, parts } = results;
  const table = (part: Part) => {
    const rows = part.findings.map((finding) => {
      const measured = `${shortly(finding.value)} ${finding.unit}`;
      const cells = [finding.what, barOf(finding), measured, spreadOf(finding)];
      return `| ${[...cells, verdictOf(finding), finding.note ?? ''].join(' | ')} |`;
    });
    const head = [
      '| What | Bar | Measured | Rounds | | Made of |',
      '| --- | --- | --- | --- | --- | --- |',
    ];
    const said = part.failure ? `Not measured: ${part.failure}\n` : '';
    return `## ${part.title}\n\n${said}${rows.length > 0 ? [...head, ...rows].join('\n') : ''}\n`;
  };
  return [
    '# Results of `npm run bench`\n',
    `${date} UTC, commit ${commit}, ${minutes.toFixed(1)} minutes.\n`,
    `${machine}; Node ${node}; ${postgres}.\n`,
    'How it is measured: [docs/bench.md](../docs/bench.md). “Of bare” is the CPU time of a bare Fastify',
    'route, with PostgreSQL’s, over ours: 1 is as cheap. The run leaves plots in `.test-results/bench.html`.\n',
    ...parts.map(table),
  ].join('\n');
}
