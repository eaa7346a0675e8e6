import { classes } from './classes.ts';

/** One for each plan. */
const signals = ['square', 'cross', 'saltire', 'quarters', 'stripes', 'diamond'] as const;
const states = ['pending', 'activating', 'active', 'suspended', 'ended'] as const;
const outcomes = ['success', 'failure', 'adrift'] as const;

export type SignalName = (typeof signals)[number];
export type FlagName = SignalName | (typeof states)[number] | (typeof outcomes)[number];
export const signalNames: readonly SignalName[] = signals;
export const flagNames: readonly FlagName[] = [...signals, ...states, ...outcomes];

/** Slots 1 to 6, repeating. */
export function signalAt(slot: number): SignalName {
  const count = signals.length;
  return signals[(((slot - 1) % count) + count) % count] ?? 'square';
}

interface FlagProps {
  name: FlagName;
  size?: number | undefined;
  /** Without a label it is hidden from screen readers. */
  label?: string | undefined;
  className?: string | undefined;
}

/**
 * From `brands/<id>/flags.svg`, inlined by the server (entry.server.tsx) so that it takes the
 * theme's colors.
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
