import type { TextBlock, TextRun } from '@portside/contract/content';
import type { ReactNode } from 'react';
import { OutsideLink, TextLink } from '../ui/text-link.tsx';

/** Elements, never HTML from a file. */
export function TextBlocks({ blocks }: { blocks: readonly TextBlock[] }) {
  return (
    <div className="measure flex flex-col gap-4">
      {blocks.map((block, at) => (
        <Block block={block} key={at} />
      ))}
    </div>
  );
}

function Block({ block }: { block: TextBlock }) {
  if (block.kind === 'paragraph') {
    return (
      <p>
        <TextRuns runs={block.runs} />
      </p>
    );
  }
  if (block.kind === 'heading') {
    return (
      <h3 className="mt-2 text-lead">
        <TextRuns runs={block.runs} />
      </h3>
    );
  }
  const List = block.ordered ? 'ol' : 'ul';
  return (
    <List className={`flex flex-col gap-2 ps-5 ${block.ordered ? 'list-decimal' : 'list-disc'}`}>
      {block.items.map((runs, at) => (
        <li className="ps-1 marker:text-action marker:tabular-nums" key={at}>
          <TextRuns runs={runs} />
        </li>
      ))}
    </List>
  );
}

export function TextRuns({ runs }: { runs: readonly TextRun[] }) {
  return runs.map((run, at) => <Run key={at} run={run} />);
}

function Run({ run }: { run: TextRun }) {
  let shown: ReactNode = run.text;
  if (run.code) {
    shown = <code className="rounded-[2px] bg-fog px-1 tabular-nums">{shown}</code>;
  }
  if (run.em) shown = <em>{shown}</em>;
  if (run.strong) shown = <strong className="font-strong">{shown}</strong>;
  if (run.to === undefined) return shown;
  if (/^https?:/.test(run.to)) return <OutsideLink href={run.to}>{shown}</OutsideLink>;
  return <TextLink to={run.to}>{shown}</TextLink>;
}
