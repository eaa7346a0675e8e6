import path from 'node:path';
import type { Statement } from 'oxc-parser';
import { lineAt, type Finding, type SourceFile } from './source-files.ts';
import { zoneOf } from './arrows.ts';

const refusedNames =
  'index utils util helpers helper common misc lib constants types services controllers'.split(' ');
const refusedWords = 'manager service data info utils helpers'.split(' ');

/** What a screen file of a web slice may be called. */
const screenName = /-(page|panel|dialog|form|list|tile|step)\.tsx$/;
const longest = 500;
const long = 300;

/** Names that say nothing, files on no list, files that hold too much, and barrels. */
export function checkNames(files: readonly SourceFile[]): Finding[] {
  return files.flatMap((file) => [
    ...checkWords(file),
    ...checkSlicePlace(file),
    ...checkLength(file),
    ...checkBarrel(file),
  ]);
}

const stemOf = (file: string) => path.basename(file).split('.')[0] ?? '';

function checkWords(file: SourceFile): Finding[] {
  const folders = path.dirname(file.path).split('/');
  const stem = stemOf(file.path);
  const findings: Finding[] = [];
  const refuse = (wrong: string, instead: string) =>
    findings.push({ file: file.path, line: 1, wrong, instead });
  for (const name of [...folders, stem]) {
    if (refusedNames.includes(name)) {
      refuse(`the name "${name}" says nothing`, 'name it for what it does, domain word first');
    }
  }
  const last = stem.split('-').at(-1) ?? '';
  if (stem !== last && refusedWords.includes(last)) {
    refuse(`the name ends in "${last}"`, 'name the thing itself, domain word first');
  }
  const base = path.basename(file.path);
  if (!/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*\.tsx?$/.test(base)) {
    if (!file.path.startsWith('server/migrations/')) {
      refuse(`the name ${base} is not kebab-case`, 'write it small, with hyphens');
    }
  }
  return findings;
}

function checkSlicePlace(file: SourceFile): Finding[] {
  const zone = zoneOf(file.path) ?? '';
  const base = path.basename(file.path);
  const refuse = (wrong: string, instead: string) => [{ file: file.path, line: 1, wrong, instead }];
  if (/^(server|web)\//.test(zone) && file.path.split('/').length > 4) {
    return refuse('a folder inside a slice', 'a slice is flat: give the file a longer name');
  }
  if (/^server\//.test(zone) && base.endsWith('.tsx')) {
    return refuse('a .tsx file on the server', 'emails and pages of the server are plain .ts');
  }
  if (!/^web\//.test(zone) || file.isTest) return [];
  if (base.startsWith('use-') && base.endsWith('.tsx')) {
    return refuse('a hook in a .tsx file', 'hooks are use-*.ts and return values, not elements');
  }
  if (base.endsWith('.tsx') && !screenName.test(base)) {
    const instead =
      'call it *-page.tsx, *-panel.tsx, *-dialog.tsx, *-form.tsx, *-list.tsx, *-tile.tsx or *-step.tsx';
    return refuse(`${base} is not on the list for web slices`, instead);
  }
  return [];
}

/** A catalogue is made by `npm run words` and read by nobody. */
const catalogue = /\/words\/[a-z]{2}\.ts$/;

function checkLength(file: SourceFile): Finding[] {
  if (catalogue.test(file.path)) return [];
  const lines = file.text.trimEnd().split('\n').length;
  if (lines <= long) return [];
  const instead = 'split it where a second intention begins';
  const wrong = `${lines} lines`;
  if (lines > longest) {
    return [{ file: file.path, line: longest, wrong: `${wrong}, at most ${longest}`, instead }];
  }
  return [{ file: file.path, line: long, wrong, instead, warning: true }];
}

/** A file that only passes on what others export. */
function checkBarrel(file: SourceFile): Finding[] {
  const { body } = file.program;
  const first = body.find((statement) => statement.type.startsWith('Export'));
  if (!first || !body.every(passesOn)) return [];
  return [
    {
      file: file.path,
      line: lineAt(file.text, first.start),
      wrong: 'a barrel: it only passes on what others export',
      instead: 'import from the file that has it',
    },
  ];
}

function passesOn(statement: Statement): boolean {
  if (statement.type === 'ExportAllDeclaration') return true;
  if (statement.type === 'ExportNamedDeclaration') return statement.declaration === null;
  return statement.type === 'ImportDeclaration' && statement.specifiers.length > 0;
}
