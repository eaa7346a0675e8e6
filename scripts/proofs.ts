import type { Outcome, TestResult } from './test-results.ts';

export interface Requirement {
  readonly id: string;
  readonly text: string;
}

/** The rows `| D12 | … |`. The decisions after them may name an ID again. */
export function readRequirements(markdown: string): Requirement[] {
  const [listed = ''] = markdown.split(/^## Decisions/m, 1);
  const rows = [...listed.matchAll(/^\|\s*([A-Z]\d{2})\s*\|\s*(.*?)\s*\|\s*$/gm)];
  const requirements = rows.map(([, id = '', text = '']) => ({ id, text }));
  const ids = requirements.map(({ id }) => id);
  const repeated = ids.filter((id, at) => ids.indexOf(id) !== at);
  if (repeated.length > 0) throw new Error(`Listed twice: ${repeated.join(', ')}`);
  return requirements;
}

/** `[C03][C05] …`, `[C03] [C05] …`, `[C03, C05] …`. */
export function idsOf(title: string): string[] {
  const brackets = /^(?:\s*\[[A-Z]\d{2}(?:\s*,\s*[A-Z]\d{2})*\])+/.exec(title)?.[0] ?? '';
  return brackets.match(/[A-Z]\d{2}/g) ?? [];
}

export interface Proof extends Requirement {
  readonly tests: readonly TestResult[];
  readonly state: Outcome | 'unproven';
}

export interface Conformance {
  readonly proofs: readonly Proof[];
  readonly unknown: readonly { id: string; test: TestResult }[];
}

export function prove(
  requirements: readonly Requirement[],
  results: readonly TestResult[],
): Conformance {
  const byId = new Map<string, TestResult[]>(requirements.map(({ id }) => [id, []]));
  const unknown: { id: string; test: TestResult }[] = [];
  for (const test of results) {
    for (const id of idsOf(test.title)) {
      const tests = byId.get(id);
      if (tests) tests.push(test);
      else unknown.push({ id, test });
    }
  }
  const proofs = requirements.map((one) => {
    const tests = byId.get(one.id) ?? [];
    return { ...one, tests, state: stateOf(tests) };
  });
  return { proofs, unknown };
}

export const isProven = ({ state }: Pick<Proof, 'state'>): boolean => state === 'passed';

export const conforms = ({ proofs, unknown }: Conformance): boolean =>
  unknown.length === 0 && proofs.every(isProven);

function stateOf(tests: readonly TestResult[]): Proof['state'] {
  const outcomes = new Set(tests.map(({ outcome }) => outcome));
  if (outcomes.has('failed')) return 'failed';
  if (outcomes.has('passed')) return 'passed';
  return outcomes.has('skipped') ? 'skipped' : 'unproven';
}
