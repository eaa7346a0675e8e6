import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  parseSync,
  Visitor,
  type ExportSpecifier,
  type Expression,
  type ImportDeclarationSpecifier,
  type Program,
  type Span,
  type SpreadElement,
} from 'oxc-parser';

export interface Import {
  readonly specifier: string;
  readonly line: number;
  /** `import type`, or every name marked `type`. */
  readonly typeOnly: boolean;
  /** A file of the repository; undefined for a package. */
  readonly target: string | undefined;
}

export interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly program: Program;
  readonly imports: readonly Import[];
  readonly isTest: boolean;
}

export interface Finding {
  readonly file: string;
  readonly line: number;
  readonly wrong: string;
  readonly instead: string;
  readonly warning?: boolean;
}

/** Every TypeScript file that git tracks or would add. */
export function readSources(root: string): SourceFile[] {
  const paths = listFiles(root).filter((file) => /\.(ts|tsx)$/.test(file));
  const known = new Set(paths);
  return paths.map((file) => readSource(root, file, known));
}

function readSource(root: string, file: string, known: ReadonlySet<string>): SourceFile {
  const text = readFileSync(path.join(root, file), 'utf8');
  const { program, errors } = parseSync(file, text, { preserveParens: false });
  // An unparsable file must not pass as an empty one.
  if (program.body.length === 0 && errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const imports = findImports(text, program).map((one) => ({
    ...one,
    target: resolve(file, one.specifier, known),
  }));
  return { path: file, text, program, imports, isTest: isTestFile(file) };
}

function isTestFile(file: string): boolean {
  return (
    /\.(test|suite|spec)\.tsx?$/.test(file) ||
    /^(server\/src\/testing|web\/src\/testing)\//.test(file)
  );
}

/** What git keeps or would add; all there is, in a copy without git. */
export function listFiles(root: string): string[] {
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

function findImports(text: string, program: Program): Omit<Import, 'target'>[] {
  const found: Omit<Import, 'target'>[] = [];
  const add = (node: Span, specifier: string, typeOnly: boolean) =>
    found.push({ specifier, line: lineAt(text, node.start), typeOnly });
  new Visitor({
    ImportDeclaration: (node) =>
      add(node, node.source.value, node.importKind === 'type' || areTypes(node.specifiers)),
    ExportAllDeclaration: (node) => add(node, node.source.value, node.exportKind === 'type'),
    ExportNamedDeclaration: (node) => {
      if (!node.source) return;
      add(node, node.source.value, node.exportKind === 'type' || areTypes(node.specifiers));
    },
    ImportExpression: (node) => {
      const specifier = textOf(text, node.source);
      if (specifier !== undefined) add(node, specifier, false);
    },
    TSImportType: (node) => add(node, node.source.value, true),
  }).visit(program);
  return found;
}

const areTypes = (names: readonly (ImportDeclarationSpecifier | ExportSpecifier)[]) =>
  names.length > 0 &&
  names.every(
    (one) =>
      (one.type === 'ImportSpecifier' && one.importKind === 'type') ||
      (one.type === 'ExportSpecifier' && one.exportKind === 'type'),
  );

export function textOf(text: string, node: Expression | SpreadElement): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  return node.type === 'TemplateLiteral' ? text.slice(node.start + 1, node.end - 1) : undefined;
}

/** A missing file still has its path. */
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
