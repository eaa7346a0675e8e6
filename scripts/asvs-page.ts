/** What `docs/asvs.md` and `docs/security.md` may not say any more. */
export interface Numbers {
  readonly level1: readonly string[];
  readonly level2: readonly string[];
}

const kinds = ['Tested', 'By design', 'Not applicable', 'Not met'] as const;

interface Row {
  readonly number: string;
  readonly level: string;
  readonly how: string;
}

function rowsOf(page: string): Row[] {
  return [...page.matchAll(/^\|\s*(\d+\.\d+\.\d+)\s*\|\s*(\d)\s*\|[^|]*\|\s*(.*?)\s*\|$/gm)].map(
    ([, number = '', level = '', how = '']) => ({ number, level, how }),
  );
}

/** A path in backticks, whole or its end. */
export function lostFiles(page: string, files: readonly string[]): string[] {
  const there = new Set(files);
  const named = [...page.matchAll(/`([\w@./-]+\.(?:tsx?|cjs|json|md|ya?ml))`/g)];
  const isThere = (name: string) =>
    there.has(name) || files.some((file) => file.endsWith(`/${name}`));
  return [...new Set(named.map(([, name = '']) => name))].filter((name) => !isThere(name));
}

/** Fails when it is no longer so: a test, a journey, or what looks through their remains. */
const isTest = (file: string) => /\.(?:test\.tsx?|spec\.ts|after\.ts)$/.test(file);

export function asvsFaults(page: string, numbers: Numbers): string[] {
  const rows = rowsOf(page);
  const levels = new Map([
    ...numbers.level1.map((one) => [one, '1'] as const),
    ...numbers.level2.map((one) => [one, '2'] as const),
  ]);
  const faults: string[] = [];
  for (const [number, level] of levels) {
    const found = rows.filter((row) => row.number === number);
    if (found.length !== 1) faults.push(`${number} is there ${found.length} times`);
    else if (found[0]?.level !== level) faults.push(`${number} is of level ${level}`);
  }
  for (const { number, how } of rows) {
    if (!levels.has(number)) faults.push(`${number} is no requirement of level 1 or 2`);
    const kind = kinds.find((one) => how.startsWith(`${one}: `));
    if (!kind) faults.push(`${number} says not how`);
    const files = [...how.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file);
    if (kind === 'Tested' && !files.some(isTest)) faults.push(`${number} names no test`);
    if (kind && how.length < kind.length + 7) faults.push(`${number} gives no reason`);
  }
  const [, ...figures] =
    /^\|\s*(\d+)\s*\|\s*(\d+)\s*\|\s*(\d+)\s*\|\s*(\d+)\s*\|\s*(\d+)\s*\|$/m.exec(page) ?? [];
  const counted = kinds.map((kind) => rows.filter(({ how }) => how.startsWith(`${kind}: `)).length);
  const right = [...counted, rows.length].join(' ');
  if (figures.join(' ') !== right) faults.push(`the figures are ${right}`);
  return faults;
}
