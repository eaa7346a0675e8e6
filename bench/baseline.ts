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
  const ratios = [...ratiosOf(findings)].map(([id, ratio]) => [id, Number(ratio.toFixed(3))]);
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(ratios), null, 2)}\n`);
}

/** A ratio of the baseline fails when it has fallen by a third, or was not measured. */
export function judge(findings: readonly Finding[], baseline: Baseline): TestResult[] {
  const ratios = ratiosOf(findings);
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

const ratiosOf = (findings: readonly Finding[]) =>
  new Map(findings.flatMap(({ id, ratio }) => (ratio === undefined ? [] : [[id, ratio] as const])));
