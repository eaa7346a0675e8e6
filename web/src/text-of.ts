import type { TextBlock } from '@portside/contract/content';

/** The blocks as one text without marks: for searching, and for programs that read pages. */
export function textOf(blocks: readonly TextBlock[]): string {
  const lines = blocks.flatMap((block) => (block.kind === 'list' ? block.items : [block.runs]));
  return lines.map((runs) => runs.map((run) => run.text).join('')).join(' ');
}
