import { classes } from './classes.ts';

/** Plain signals, one for each plan of a shop window. */
const signals = ['square', 'cross', 'saltire', 'quarters', 'stripes', 'diamond'] as const;
/** How a line stands. */
const states = ['pending', 'activating', 'active', 'suspended', 'ended'] as const;
/** How something went. */
const outcomes = ['success', 'failure', 'adrift'] as const;

export type SignalName = (typeof signals)[number];
export type FlagName = SignalName | (typeof states)[number] | (typeof outcomes)[number];
export const signalNames: readonly SignalName[] = signals;
export const flagNames: readonly FlagName[] = [...signals, ...states, ...outcomes];

/** The signal of a brand's slot, 1 to 6; numbers beyond begin again. */
export function signalAt(slot: number): SignalName {
  const count = signals.length;
  return signals[(((slot - 1) % count) + count) % count] ?? 'square';
}

interface FlagProps {
  name: FlagName;
  size?: number | undefined;
  /** Read out instead of the picture; without one the picture is hidden and words stand beside it. */
  label?: string | undefined;
  className?: string | undefined;
}

/**
 * One of the brand's illustrations (`brands/<id>/flags.svg`). The server puts all of them into the
 * page (entry.server.tsx): they take the theme's colours, and no script draws them.
 */
export function Flag({ name, size = 24, label, className }: FlagProps) {
  return (
    <svg
      aria-hidden={label ? undefined : true}
      aria-label={label}
      className={classes('shrink-0', className)}
      height={size}
      role={label ? 'img' : undefined}
      viewBox="0 0 24 24"
      width={size}
    >
      <use href={`#flag-${name}`} />
    </svg>
  );
}
