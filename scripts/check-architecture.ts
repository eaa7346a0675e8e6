import { fileURLToPath } from 'node:url';
import { checkArrows } from './architecture/arrows.ts';
import { checkDecisions } from './architecture/decisions.ts';
import { checkHabits } from './architecture/habits.ts';
import { checkLineMoves } from './architecture/line-moves.ts';
import { checkNames } from './architecture/names.ts';
import { checkNodeReads } from './architecture/node-reads.ts';
import { checkOwners } from './architecture/owners.ts';
import { readSources, type Finding } from './architecture/source-files.ts';
import { checkTables } from './architecture/tables.ts';

export function checkArchitecture(root: string): { findings: Finding[]; files: number } {
  const files = readSources(root);
  const findings = [
    ...checkArrows(files),
    ...checkTables(files),
    ...checkHabits(files),
    ...checkNames(files),
    ...checkNodeReads(files),
    ...checkOwners(files),
    ...checkLineMoves(files),
    ...checkDecisions(root, files),
  ].sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line);
  return { findings, files: files.length };
}

export function describe({ file, line, wrong, instead, warning }: Finding): string {
  return `${file}:${line} ${warning ? 'warning: ' : ''}${wrong}\n    → ${instead}`;
}

if (import.meta.main) {
  const { findings, files } = checkArchitecture(fileURLToPath(new URL('..', import.meta.url)));
  const refused = findings.filter((finding) => !finding.warning);
  for (const finding of findings) console.log(describe(finding));
  console.log(
    `${files} files, ${refused.length} refused, ${findings.length - refused.length} warned`,
  );
  process.exitCode = refused.length > 0 ? 1 : 0;
}
