import type { Env } from './setting-files.ts';

export interface Misspelled {
  readonly name: string;
  /** The setting that is most like it. */
  readonly meant: string;
}

/** What begins like a setting of ours and is none: nobody reads it. */
export function misspelledSettings(env: Env, known: readonly string[]): Misspelled[] {
  const beginnings = new Set(
    // OpenTelemetry has many that are for other programs.
    known
      .filter((name) => name.includes('_') && !name.startsWith('OTEL_'))
      .map((name) => name.slice(0, name.indexOf('_') + 1)),
  );
  return Object.keys(env).flatMap((name) => {
    const plain = name.replace(/_FILE$/, '').replace(/__.+$/, '');
    const isOurs = beginnings.has(name.slice(0, name.indexOf('_') + 1));
    if (!isOurs || known.includes(plain) || known.includes(name)) return [];
    const [meant] = known.toSorted((a, b) => distance(a, plain) - distance(b, plain));
    return meant === undefined ? [] : [{ name, meant }];
  });
}

/** How many letters must be changed, added or left out to make one of the other. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 0; i < a.length; i += 1) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j += 1) {
      const swap = (row[j] ?? 0) + (a[i] === b[j] ? 0 : 1);
      next.push(Math.min(swap, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
