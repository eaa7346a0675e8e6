import type { ReactNode } from 'react';
import { classes } from './classes.ts';

export type BadgeTone = 'mark' | 'good' | 'fail' | 'quiet' | 'action';

const tones: Record<BadgeTone, string> = {
  mark: 'bg-mark text-on-mark',
  good: 'bg-good text-on-good',
  fail: 'bg-fail text-on-fail',
  action: 'bg-action text-on-action',
  quiet: 'bg-fog text-ink',
};

interface BadgeProps {
  tone?: BadgeTone | undefined;
  children: ReactNode;
  className?: string | undefined;
}

export function Badge({ tone = 'quiet', children, className }: BadgeProps) {
  return (
    <span
      className={classes(
        'inline-flex w-fit items-center rounded-badge ps-2.5 pe-4 py-1 text-fine leading-tight font-strong [clip-path:var(--badge-clip)] forced-colors:border',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}
