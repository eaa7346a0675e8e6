import type { ReactNode } from 'react';
import { classes } from './classes.ts';

export interface ReceiptLine {
  readonly label: ReactNode;
  readonly amount: ReactNode;
  readonly total?: boolean | undefined;
}

interface ReceiptLinesProps {
  lines: readonly ReceiptLine[];
  className?: string | undefined;
}

export function ReceiptLines({ lines, className }: ReceiptLinesProps) {
  return (
    <dl className={className}>
      {lines.map((line, at) => (
        <div
          className={classes(
            'flex items-baseline justify-between gap-6 py-2',
            line.total && 'mt-2 border-t-2 border-ink pt-3 text-lead font-strong',
          )}
          key={at}
        >
          <dt className={line.total ? undefined : 'text-ink-soft'}>{line.label}</dt>
          <dd className="text-end whitespace-nowrap tabular-nums">{line.amount}</dd>
        </div>
      ))}
    </dl>
  );
}
