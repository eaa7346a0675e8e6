import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TestResult } from '../scripts/test-results.ts';
import type { Finding } from './finding.ts';

const file = path.join(import.meta.dirname, 'baseline.json');
/** What is left of a ratio that has fallen by a third. */
const LEFT = 2 / 3;

export type Baseline = Readonly<Record<string, number>>;

export const readBaseline = (): Baseline => JSON.parse(readFileSync(file, 'utf8')) as Baseline;

/** The ratios of a run, to be compared with from now on. */
export function writeBaseline(findings: readonly Finding[]): void {
  writeFileSync(file, `${JSON.stringify(baselineOf(findings), null, 2)}\n`);
}

/** A ratio is held to its bar at most: what lies above it differs most from machine to machine. */
export function baselineOf(findings: readonly Finding[]): Baseline {
  const held = findings.flatMap(({ id, ratio, least = Infinity }) =>
    ratio === undefined ? [] : [[id, Number(Math.min(ratio, least).toFixed(3))] as const],
  );
  return Object.fromEntries(held);
}

/** A ratio of the baseline fails when it has fallen by a third, or was not measured. */
export function judge(findings: readonly Finding[], baseline: Baseline): TestResult[] {
  const ratios = new Map(findings.map(({ id, ratio }) => [id, ratio]));
  return Object.entries(baseline).map(([id, before]) => {
    const now = ratios.get(id);
    const title = `${id} is more than two thirds of what it was`;
    if (now !== undefined && now > before * LEFT) return { title, file: FILE, outcome: 'passed' };
    const message =
      now === undefined ? 'It was not measured.' : `It is ${now.toFixed(3)} and was ${before}.`;
    return { title, file: FILE, outcome: 'failed', message };
  });
}

const FILE = 'bench/baseline.json';
