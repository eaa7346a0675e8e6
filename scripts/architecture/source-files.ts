import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { blankOut } from './blank-out.ts';

/** One import, re-export or dynamic import of a file. */
export interface Import {
  readonly specifier: string;
  readonly line: number;
  /** Erased at run time: `import type`, or every name in the braces marked `type`. */
  readonly typeOnly: boolean;
  /** The file of the repository it leads to, or undefined for a package. */
  readonly target: string | undefined;
}

export interface SourceFile {
  /** From the root, with forward slashes. */
  readonly path: string;
  readonly text: string;
  /** The text with comments and the insides of strings blanked, of the same length. */
  readonly code: string;
  readonly imports: readonly Import[];
  readonly isTest: boolean;
}

/** Something the house refuses, where it stands, and what to do instead. */
export interface Finding {
  readonly file: string;
  readonly line: number;
  readonly wrong: string;
  readonly instead: string;
  readonly warning?: boolean;
}

/** Every TypeScript file of the repository that git knows or would take, read and parsed. */
export function readSources(root: string): SourceFile[] {
  const paths = listFiles(root).filter((file) => /\.(ts|tsx)$/.test(file));
  const known = new Set(paths);
  return paths.map((file) => readSource(root, file, known));
}

function readSource(root: string, file: string, known: ReadonlySet<string>): SourceFile {
  const text = readFileSync(path.join(root, file), 'utf8');
  const code = blankOut(text);
  const imports = findImports(text, code).map((one) => ({
    ...one,
    target: resolve(file, one.specifier, known),
  }));
  return { path: file, text, code, imports, isTest: isTestFile(file) };
}

/** Tests, suites, and what exists for them alone. */
export function isTestFile(file: string): boolean {
  return (
    /\.(test|suite|spec)\.tsx?$/.test(file) ||
    /^(server\/src\/testing|web\/src\/testing)\//.test(file)
  );
}

function listFiles(root: string): string[] {
  const git = spawnSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const isRoot = existsSync(path.join(root, '.git'));
  const files =
    git.status === 0 && isRoot ? git.stdout.split('\0').filter(Boolean) : walk(root, '');
  return [...new Set(files)].filter((file) => existsSync(path.join(root, file))).sort();
}

/** For a copy without git. */
function walk(root: string, folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith('.') || ['node_modules', 'dist'].includes(entry.name)) return [];
    const name = folder ? `${folder}/${entry.name}` : entry.name;
    return entry.isDirectory() ? walk(root, name) : [name];
  });
}

const patterns: { pattern: RegExp; typeOnly: (match: RegExpMatchArray) => boolean }[] = [
  // import a, { b, type c } from '…'
  {
    pattern: /\bimport\s+(?<clause>(?:type\s+)?[\w$*{][\w$*{}\s,]*?)\s*from\s*(?<quote>['"])/g,
    typeOnly: (match) => isTypeClause(match.groups?.clause ?? ''),
  },
  // export * from '…', export { a } from '…'
  {
    pattern:
      /\bexport\s+(?<clause>(?:type\s+)?(?:\*(?:\s*as\s+[\w$]+)?|\{[\w$\s,]*\}))\s*from\s*(?<quote>['"])/g,
    typeOnly: (match) => isTypeClause(match.groups?.clause ?? ''),
  },
  // import '…'
  { pattern: /\bimport\s*(?<quote>['"])/g, typeOnly: () => false },
  // import('…'), and the type typeof import('…')
  {
    pattern: /(?<type>\btypeof\s+)?\bimport\s*\(\s*(?<quote>['"`])/g,
    typeOnly: (match) => match.groups?.type !== undefined,
  },
];

function isTypeClause(clause: string): boolean {
  if (/^type\s+[\w${*]/.test(clause)) return true;
  const braces = /^\{([^}]*)\}$/.exec(clause.trim())?.[1];
  const names = braces
    ?.split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  return names !== undefined && names.length > 0 && names.every((name) => /^type\s/.test(name));
}

function findImports(text: string, code: string): Omit<Import, 'target'>[] {
  const found: Omit<Import, 'target'>[] = [];
  for (const { pattern, typeOnly } of patterns) {
    for (const match of code.matchAll(pattern)) {
      const start = match.index + match[0].length;
      const end = code.indexOf(match.groups?.quote ?? '', start);
      if (end < 0) continue;
      found.push({
        specifier: text.slice(start, end),
        line: lineAt(text, match.index),
        typeOnly: typeOnly(match),
      });
    }
  }
  return found.sort((a, b) => a.line - b.line);
}

/** Where a specifier leads inside the repository. A file that is missing still has its path. */
function resolve(from: string, specifier: string, known: ReadonlySet<string>): string | undefined {
  const shared = /^@portside\/contract\/(.+)$/.exec(specifier);
  if (shared) return `contract/src/${shared[1]}.ts`;
  if (!specifier.startsWith('.')) return undefined;
  const target = path.posix.join(path.posix.dirname(from), specifier.replace(/\?.*$/, ''));
  const candidates = [target, `${target}.ts`, `${target}.tsx`, `${target}/index.ts`];
  return candidates.find((file) => known.has(file)) ?? target;
}

export function lineAt(text: string, index: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < index; at = text.indexOf('\n', at + 1)) line++;
  return line;
}

/** What is quoted at this place of the blanked code. */
export function quotedAt(file: SourceFile, quoteIndex: number): string {
  const end = file.code.indexOf(file.code[quoteIndex] ?? '', quoteIndex + 1);
  return end < 0 ? '' : file.text.slice(quoteIndex + 1, end);
}
