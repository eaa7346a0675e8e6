import type { Outcome, TestResult } from './test-results.ts';

/** What a row says of itself in its first words; a row without such words is to be proven. */
export const marks = ['not begun', 'in part', 'postgresql'] as const;
export type Mark = (typeof marks)[number];

export interface Requirement {
  readonly id: string;
  readonly text: string;
  readonly mark?: Mark;
}

/** The rows `| D12 | … |`. The decisions after them may name an ID again. */
export function readRequirements(markdown: string): Requirement[] {
  const [listed = ''] = markdown.split(/^## Decisions/m, 1);
  const rows = [...listed.matchAll(/^\|\s*([A-Z]\d{2})\s*\|\s*(.*?)\s*\|\s*$/gm)];
  const requirements = rows.map(([, id = '', text = '']) => {
    const mark = markOf(id, text);
    return mark ? { id, text, mark } : { id, text };
  });
  const ids = requirements.map(({ id }) => id);
  const repeated = ids.filter((id, at) => ids.indexOf(id) !== at);
  if (repeated.length > 0) throw new Error(`Listed twice: ${repeated.join(', ')}`);
  return requirements;
}

/** `_Not begun._ …`, `_PostgreSQL._ …`, and `_In part: what is missing._ …`. */
function markOf(id: string, text: string): Mark | undefined {
  if (!text.startsWith('_')) return undefined;
  const words = /^_(?:(Not begun|PostgreSQL)|(In part): [^_]+)\._ \S/.exec(text);
  const found = (words?.[1] ?? words?.[2])?.toLowerCase();
  const mark = marks.find((one) => one === found);
  if (!mark) throw new Error(`${id} begins with words that mean nothing here`);
  return mark;
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

/** A row that is not begun has no test: the first one takes the words away. */
export function isAsSaid({ mark, state }: Pick<Proof, 'mark' | 'state'>): boolean {
  if (mark === undefined) return state === 'passed';
  return mark === 'not begun' ? state === 'unproven' : state !== 'failed';
}

export const conforms = ({ proofs, unknown }: Conformance): boolean =>
  unknown.length === 0 && proofs.every(isAsSaid);

/** What is open although the run conforms, with its number and its IDs; never nothing at all. */
export function openRows(proofs: readonly Proof[]): string[] {
  const words: Record<Mark, string> = {
    'not begun': 'not begun',
    'in part': 'in part',
    postgresql: 'proven on a PostgreSQL server only',
  };
  return marks.map((mark) => {
    const ids = proofs.filter((one) => one.mark === mark && !isProven(one)).map(({ id }) => id);
    return `${ids.length} ${words[mark]}${ids.length > 0 ? `: ${ids.join(' ')}` : ''}`;
  });
}

function stateOf(tests: readonly TestResult[]): Proof['state'] {
  const outcomes = new Set(tests.map(({ outcome }) => outcome));
  if (outcomes.has('failed')) return 'failed';
  if (outcomes.has('passed')) return 'passed';
  return outcomes.has('skipped') ? 'skipped' : 'unproven';
}
