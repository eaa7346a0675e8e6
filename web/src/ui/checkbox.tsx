import { type ReactNode, useId } from 'react';
import { classes } from './classes.ts';
import { FaultLine, describedBy } from './field-frame.tsx';

interface CheckboxProps {
  name: string;
  checked: boolean;
  onChange?: ((checked: boolean) => void) | undefined;
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  disabled?: boolean | undefined;
  /** A press is being saved: keeps the focus, and cannot be pressed. */
  loading?: boolean | undefined;
  className?: string | undefined;
}

export function Checkbox(props: CheckboxProps) {
  const { label, hint, error, disabled, loading, className } = props;
  const id = useId();
  return (
    <div className={className}>
      <div className="relative flex min-h-11 items-start gap-3 py-2.5">
        <input
          aria-busy={loading || undefined}
          aria-describedby={describedBy(id, { hint, error })}
          // `disabled` would drop the focus.
          aria-disabled={loading || undefined}
          aria-invalid={error ? true : undefined}
          checked={props.checked}
          className={classes(
            'peer size-6 shrink-0 cursor-pointer appearance-none rounded-[min(var(--radius-control-size),8px)] border-(length:--stroke) bg-surface motion checked:border-action checked:bg-action disabled:cursor-not-allowed disabled:border-line disabled:bg-fog aria-busy:cursor-progress forced-colors:appearance-auto',
            error ? 'border-fail' : 'border-edge',
          )}
          disabled={disabled}
          id={id}
          name={props.name}
          onChange={(event) => !loading && props.onChange?.(event.target.checked)}
          type="checkbox"
        />
        <svg
          aria-hidden="true"
          className="pointer-events-none absolute top-[13px] left-[3px] fill-none stroke-on-action opacity-0 motion peer-checked:opacity-100 peer-disabled:stroke-ink-soft forced-colors:hidden"
          height="18"
          strokeWidth="3"
          viewBox="0 0 18 18"
          width="18"
        >
          <path d="M3 9.5l4 4L15 5" />
        </svg>
        <label className={classes('leading-6', disabled && 'text-ink-soft')} htmlFor={id}>
          {label}
        </label>
      </div>
      {hint != null && (
        <p className="-mt-1 ms-9 text-fine text-ink-soft" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && <FaultLine id={`${id}-error`}>{error}</FaultLine>}
    </div>
  );
}
