import type { ReactNode } from 'react';
import { classes } from './classes.ts';

interface EmptyStateProps {
  title: ReactNode;
  children?: ReactNode;
  picture?: ReactNode;
  action?: ReactNode;
  /** 3 by default. */
  level?: 2 | 3 | 4 | undefined;
  className?: string | undefined;
}

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
