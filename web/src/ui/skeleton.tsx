import { classes } from './classes.ts';

interface SkeletonProps {
  /** Lines of text to hold the place of; 1 unless told. */
  lines?: number | undefined;
  /** A size of its own, by classes: `h-40 w-full`. Then it is one block. */
  className?: string | undefined;
}

/** Holds the place of what is on its way; does not shimmer. A spinner or status elsewhere says so. */
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
