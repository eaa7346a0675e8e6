import {
  Visitor,
  type Program,
  type TemplateLiteral,
  type TSSignature,
  type TSType,
} from 'oxc-parser';
import { lineAt, textOf, type Finding, type SourceFile } from './source-files.ts';

interface Naming {
  readonly table: string;
  readonly file: SourceFile;
  readonly line: number;
}

/** Each table belongs to one slice: only its stores and the migrations name it. */
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
      const vendor = vendorOf(file.path);
      if (vendor && !['sandbox_', `${vendor}_`].some((name) => naming.table.startsWith(name))) {
        findings.push(refuse(naming, `an adapter owns only tables that begin with ${vendor}_`));
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

/** The folder of the vendor; of a file that is in none, its first word. */
const vendorOf = (path: string) => /^server\/src\/adapters\/[^/]+\/([a-z0-9]+)/.exec(path)?.[1];

function ownerOf(path: string): string | undefined {
  const store = /^(server\/src\/[^/]+)\/(?:[a-z-]+-)?store\.ts$/.exec(path);
  if (store) return store[1];
  return /^server\/src\/(adapters\/[^/]+|db|jobs)(?=\/)/.exec(path)?.[0];
}

/** In declared types, in query builders, in SQL. */
function tablesNamedIn(file: SourceFile): Naming[] {
  const { text, program } = file;
  const found: [table: string, index: number][] = [];
  const queried: [table: string, index: number][] = [];
  const ctes = new Set<string>();
  const types = typesOf(program);
  new Visitor({
    CallExpression: ({ callee, arguments: [first], typeArguments }) => {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      const { name } = callee.property;
      if (name === 'withTables') found.push(...keysOf(text, typeArguments?.params[0], types));
      if (!first) return;
      if (name === 'with' || name === 'withRecursive') ctes.add(firstWord(textOf(text, first)));
      if (!builders.has(name)) return;
      for (const one of first.type === 'ArrayExpression' ? first.elements : [first]) {
        const table = one ? firstWord(textOf(text, one)) : '';
        if (one && table) queried.push([table, one.start]);
      }
    },
    TaggedTemplateExpression: ({ tag, quasi }) => {
      if (tag.type === 'Identifier' && tag.name === 'sql') found.push(...sqlTables(quasi));
    },
  }).visit(program);
  const seen = new Set<string>();
  return [...found, ...queried.filter(([table]) => !ctes.has(table))]
    .map(([table, index]) => ({ table, file, line: lineAt(text, index) }))
    .filter(({ table, line }) => !seen.has(`${table}:${line}`) && seen.add(`${table}:${line}`));
}

type Members = readonly TSSignature[];

function typesOf({ body }: Program): ReadonlyMap<string, Members> {
  const types = new Map<string, Members>();
  for (const statement of body) {
    const one = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (one?.type === 'TSInterfaceDeclaration') types.set(one.id.name, one.body.body);
    if (one?.type === 'TSTypeAliasDeclaration' && one.typeAnnotation.type === 'TSTypeLiteral') {
      types.set(one.id.name, one.typeAnnotation.members);
    }
  }
  return types;
}

/** The keys of `withTables<{ plans: PlanRow }>`, or of the type it names. */
function keysOf(
  text: string,
  type: TSType | undefined,
  types: ReadonlyMap<string, Members>,
): [string, number][] {
  let members: Members = [];
  if (type?.type === 'TSTypeLiteral') members = type.members;
  else if (type?.type === 'TSTypeReference' && type.typeName.type === 'Identifier') {
    members = types.get(type.typeName.name) ?? [];
  }
  return members.flatMap((member): [string, number][] => {
    if (member.type !== 'TSPropertySignature') return [];
    const { key, start } = member;
    if (key.type === 'Identifier') return [[key.name, start]];
    const quoted = key.type === 'PrivateIdentifier' ? undefined : textOf(text, key);
    return quoted ? [[quoted, start]] : [];
  });
}

const builders = new Set(
  `selectFrom insertInto updateTable deleteFrom mergeInto replaceInto
  innerJoin leftJoin rightJoin fullJoin crossJoin using`.split(/\s+/),
);

const firstWord = (text = '') => text.trim().split(/\s/)[0] ?? '';

const sqlNaming =
  /\b(?<word>from|join|into|update|table(?:\s+if\s+(?:not\s+)?exists)?)\s+(?:only\s+)?"?(?<table>[a-z_][\w.]*)/gi;
/** After these words comes no table: `distinct from x`, `for update of`. */
const otherUse = /\b(?:distinct|for|do)\s+$|\b(?:extract|substring|trim|overlay)\s*\([^)]*$/i;
const noTable =
  /^(?:set|select|lateral|skip|nowait|of|unnest|values)$|^(?:pg_|information_schema)/i;

/** Not functions, CTEs or the catalog. */
function* sqlTables(quasi: TemplateLiteral): Generator<[string, number]> {
  // Holes become spaces, so that an index is an offset in the file.
  const sql = quasi.quasis.reduce(
    (before, part) => before.padEnd(part.start + 1 - quasi.start) + part.value.raw,
    '',
  );
  const ctes = new Set(
    [...sql.matchAll(/(?:\bwith|\brecursive|,)\s+(\w+)\s+as\s*\(/gi)].map(([, name]) => name),
  );
  for (const match of sql.matchAll(sqlNaming)) {
    const { word = '', table = '' } = match.groups ?? {};
    const isCall = word !== 'into' && /^\s*\(/.test(sql.slice(match.index + match[0].length));
    if (isCall || ctes.has(table) || noTable.test(table)) continue;
    if (!otherUse.test(sql.slice(0, match.index))) yield [table, quasi.start + match.index];
  }
}
