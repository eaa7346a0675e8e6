import type { ReactNode } from 'react';
import { classes } from './classes.ts';

interface EmptyStateProps {
  title: ReactNode;
  children?: ReactNode;
  picture?: ReactNode;
  action?: ReactNode;
  /** The heading's level in its page; 3 unless told. */
  level?: 2 | 3 | 4 | undefined;
  className?: string | undefined;
}

/** Nothing here yet, and what to do about it. */
export function EmptyState({
  title,
  children,
  picture,
  action,
  level,
  className,
}: EmptyStateProps) {
  const Title = `h${level ?? 3}` as const;
  return (
    <div
      className={classes('flex flex-col items-start gap-2 border-y border-dashed py-8', className)}
    >
      {picture && <div className="mb-2">{picture}</div>}
      <Title className="text-lead">{title}</Title>
      {children != null && <p className="measure text-ink-soft">{children}</p>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}
