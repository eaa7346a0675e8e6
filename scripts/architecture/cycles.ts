import type { Finding, SourceFile } from './source-files.ts';

/** Cycles at run time. Types are erased, so they may point back. */
export function checkCycles(files: readonly SourceFile[]): Finding[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const findings: Finding[] = [];
  const done = new Set<string>();
  const trail: string[] = [];

  const visit = (path: string) => {
    const file = byPath.get(path);
    if (!file || done.has(path)) return;
    trail.push(path);
    for (const { target, typeOnly, line } of file.imports) {
      if (target === undefined || typeOnly) continue;
      const from = trail.indexOf(target);
      if (from >= 0) {
        findings.push({
          file: path,
          line,
          wrong: `cycle: ${[...trail.slice(from), target].join(' → ')}`,
          instead: 'move what both need into a file of its own, or hand it in',
        });
      } else {
        visit(target);
      }
    }
    trail.pop();
    done.add(path);
  };

  for (const file of files) visit(file.path);
  return findings;
}
