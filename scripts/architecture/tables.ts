import { lineAt, quotedAt, type Finding, type SourceFile } from './source-files.ts';

interface Naming {
  readonly table: string;
  readonly file: SourceFile;
  readonly line: number;
}

/** Each table has one slice: only its stores name it, and migrations make it. */
export function checkTables(files: readonly SourceFile[]): Finding[] {
  const sources = files.filter((file) => file.path.startsWith('server/') && !file.isTest);
  const findings: Finding[] = [];
  const owners = new Map<string, { owner: string; naming: Naming }>();
  for (const file of sources) {
    for (const naming of tablesNamedIn(file)) {
      if (file.path.startsWith('server/migrations/')) continue;
      const owner = ownerOf(file.path);
      if (owner === undefined) {
        findings.push(refuse(naming, 'move the query to the store.ts of the slice that owns it'));
        continue;
      }
      if (owner.startsWith('server/src/adapters/') && !naming.table.startsWith('sandbox_')) {
        findings.push(refuse(naming, 'an adapter owns only tables that begin with sandbox_'));
      }
      const known = owners.get(naming.table);
      if (known === undefined) owners.set(naming.table, { owner, naming });
      else if (known.owner !== owner) {
        const first = `${known.naming.file.path}:${known.naming.line}`;
        findings.push(
          refuse(naming, `${first} names it too: ask the slice that owns it, by a verb`),
        );
      }
    }
  }
  return findings;
}

function refuse({ table, file, line }: Naming, instead: string): Finding {
  return { file: file.path, line, wrong: `names the table ${table}`, instead };
}

/** One owner per slice's stores, per adapter, and for the machinery of db and jobs. */
function ownerOf(path: string): string | undefined {
  const store = /^(server\/src\/[^/]+)\/(?:[a-z-]+-)?store\.ts$/.exec(path);
  if (store) return store[1];
  return /^server\/src\/(adapters\/[^/]+|db|jobs)(?=\/)/.exec(path)?.[0];
}

/** Every table that the file names: in declared types, in query builders, in SQL. */
export function tablesNamedIn(file: SourceFile): Naming[] {
  const found: [table: string, index: number][] = [
    ...declaredTables(file),
    ...builderTables(file),
    ...sqlTables(file),
  ];
  const seen = new Set<string>();
  return found
    .map(([table, index]) => ({ table, file, line: lineAt(file.text, index) }))
    .filter(({ table, line }) => !seen.has(`${table}:${line}`) && seen.add(`${table}:${line}`));
}

/** The keys of `withTables<{ plans: PlanRow }>`, or of the type that it names in the same file. */
function* declaredTables(file: SourceFile): Generator<[string, number]> {
  for (const match of file.code.matchAll(/\bwithTables\s*<\s*(?:(?<name>[A-Z]\w*)\s*>)?/g)) {
    const name = match.groups?.name;
    const named = name
      ? new RegExp(`\\b(?:interface|type)\\s+${name}\\b[^{;]*`).exec(file.code)
      : match;
    if (!named) continue;
    const start = named.index + named[0].length;
    if (file.code[start] !== '{') continue;
    yield* keysOf(file, start);
  }
}

function* keysOf(file: SourceFile, start: number): Generator<[string, number]> {
  let depth = 0;
  const key = /\b(?:readonly\s+)?([a-z_]\w*)\s*\??\s*:|(['"])\s*\2\s*\??\s*:/y;
  for (let at = start; at < file.code.length; at++) {
    const char = file.code[at] ?? '';
    if (/[{(<[]/.test(char)) depth++;
    else if (char === '>' && file.code[at - 1] === '=') continue;
    else if (/[})>\]]/.test(char) && --depth === 0) return;
    else if (depth === 1 && /[{;,\n]\s*$/.test(file.code.slice(Math.max(start, at - 40), at))) {
      key.lastIndex = at;
      const match = key.exec(file.code);
      if (!match) continue;
      yield [match[1] ?? quotedAt(file, at), at];
      at += match[0].length - 1;
    }
  }
}

const builders =
  /\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto|replaceInto|innerJoin|leftJoin|rightJoin|fullJoin|crossJoin|using)\s*\(\s*\[?\s*/g;

/** `selectFrom('plans as p')`, `selectFrom(['plans', 'brands'])`, joins and changes. */
function* builderTables(file: SourceFile): Generator<[string, number]> {
  const ctes = new Set(
    [...file.code.matchAll(/\.with(?:Recursive)?\s*\(\s*(?=['"])/g)].map((match) =>
      firstWord(quotedAt(file, match.index + match[0].length)),
    ),
  );
  for (const match of file.code.matchAll(builders)) {
    const list = match[0].includes('[');
    let at = match.index + match[0].length;
    while (/['"`]/.test(file.code[at] ?? '')) {
      const table = firstWord(quotedAt(file, at));
      if (table && !ctes.has(table)) yield [table, at];
      const end = file.code.indexOf(file.code[at] ?? '', at + 1);
      const comma = list && end >= 0 ? /^\s*,\s*/.exec(file.code.slice(end + 1)) : null;
      if (!comma) break;
      at = end + 1 + comma[0].length;
    }
  }
}

const firstWord = (text: string) => text.trim().split(/\s/)[0] ?? '';

const sqlNaming =
  /\b(?<word>from|join|into|update|table(?:\s+if\s+(?:not\s+)?exists)?)\s+(?:only\s+)?"?(?<table>[a-z_][\w.]*)/gi;
/** After these words comes no table: `distinct from x`, `for update of`, `extract(epoch from x)`. */
const otherUse = /\b(?:distinct|for|do)\s+$|\b(?:extract|substring|trim|overlay)\s*\([^)]*$/i;
const noTable =
  /^(?:set|select|lateral|skip|nowait|of|unnest|values)$|^(?:pg_|information_schema)/i;

/** Tables of sql`… from x join y`; not functions, CTEs or the catalogue. */
function* sqlTables(file: SourceFile): Generator<[string, number]> {
  for (const tag of file.code.matchAll(/\bsql\s*(?:<[^`;]*>)?\s*`/g)) {
    const start = tag.index + tag[0].length;
    const sql = file.text
      .slice(start, endOfTemplate(file.code, start))
      .replaceAll(/\$\{[^}]*\}/g, (hole) => ' '.repeat(hole.length));
    const ctes = new Set(
      [...sql.matchAll(/(?:\bwith|\brecursive|,)\s+(\w+)\s+as\s*\(/gi)].map(([, name]) => name),
    );
    for (const match of sql.matchAll(sqlNaming)) {
      const { word = '', table = '' } = match.groups ?? {};
      const isCall = word !== 'into' && /^\s*\(/.test(sql.slice(match.index + match[0].length));
      if (isCall || ctes.has(table) || noTable.test(table)) continue;
      if (!otherUse.test(sql.slice(0, match.index))) yield [table, start + match.index];
    }
  }
}

function endOfTemplate(code: string, start: number): number {
  let depth = 0;
  for (let at = start; at < code.length; at++) {
    if (code[at] === '`' && depth === 0) return at;
    if (code[at] === '$' && code[at + 1] === '{') depth++;
    else if (code[at] === '}' && depth > 0) depth--;
  }
  return code.length;
}
