import { classes } from './classes.ts';

interface SkeletonProps {
  /** 1 by default. */
  lines?: number | undefined;
  /** `h-40 w-full` makes it one block. */
  className?: string | undefined;
}

/** Silent: a spinner or status says that it is loading. */
export function Skeleton({ lines = 1, className }: SkeletonProps) {
  if (className) {
    return <div aria-hidden="true" className={classes('rounded-control bg-fog', className)} />;
  }
  return (
    <div aria-hidden="true" className="flex flex-col gap-3">
      {Array.from({ length: lines }, (_, at) => (
        <div
          className={classes(
            'h-4 rounded-[2px] bg-fog',
            at === lines - 1 && lines > 1 ? 'w-3/5' : 'w-full',
          )}
          key={at}
        />
      ))}
    </div>
  );
}
