import { useLingui } from '@lingui/react';
import { classes } from './classes.ts';
import { Icon } from './icon.tsx';

interface StepperProps {
  label: string;
  steps: readonly string[];
  /** The number of steps when all are done. */
  current: number;
  /** Finished steps can be pressed. */
  onSelect?: ((step: number) => void) | undefined;
  className?: string | undefined;
}

export function Stepper({ label, steps, current, onSelect, className }: StepperProps) {
  const { i18n } = useLingui();
  return (
    <ol aria-label={label} className={classes('flex gap-2', className)}>
      {steps.map((step, at) => {
        const done = at < current;
        const here = at === current;
        const inside = (
          <span
            className={classes(
              'flex items-center gap-1.5 text-fine leading-tight',
              here ? 'font-strong text-ink' : 'text-ink-soft',
              // On phones only the current step has room for its words.
              !here && 'max-md:sr-only',
            )}
          >
            <span className="tabular-nums">{done ? <Icon name="check" size={14} /> : at + 1}</span>
            {step}
            {done && <span className="sr-only"> ({i18n.t('done')})</span>}
          </span>
        );
        return (
          <li
            aria-current={here ? 'step' : undefined}
            className={classes(
              'min-w-0 border-t-4 pt-2.5 motion',
              here ? 'flex-[3] md:flex-1' : 'flex-1',
              done ? 'border-action' : here ? 'border-ink' : 'border-line',
            )}
            key={step}
          >
            {done && onSelect ? (
              <button
                className="-mt-2.5 flex min-h-11 w-full items-start rounded-control pt-2.5 text-start motion hover:text-action"
                onClick={() => onSelect(at)}
                type="button"
              >
                {inside}
              </button>
            ) : (
              inside
            )}
          </li>
        );
      })}
    </ol>
  );
}
