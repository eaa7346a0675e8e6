import type { TextBlock } from '@portside/contract/content';

/** Plain text, for searching and for programs. */
export function textOf(blocks: readonly TextBlock[]): string {
  const lines = blocks.flatMap((block) => (block.kind === 'list' ? block.items : [block.runs]));
  return lines.map((runs) => runs.map((run) => run.text).join('')).join(' ');
}
