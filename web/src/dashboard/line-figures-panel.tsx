import { viewLine } from '@portside/contract/line-detail';
import type { Line } from '@portside/contract/lines';
import { useAnswer } from '../api/use-answer.ts';
import { mayWith } from '../lines/line-acts.ts';
import { LineFigures } from '../lines/line-figure-list.tsx';

/** Of a line's tile: the overview's second row. What its page asks is asked here, and is there at once. */
export function LineFiguresPanel({ line }: { line: Line }) {
  // Of all it says, the next charge alone is shown here.
  const asks = line.status !== 'ended' && mayWith(line, 'pay');
  const { data, isPending } = useAnswer(viewLine, { id: line.id }, { enabled: asks });
  return <LineFigures autopay={data?.autopay ?? (isPending ? undefined : null)} line={line} />;
}
