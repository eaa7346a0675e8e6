import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { classes } from './classes.ts';
import { FieldFrame, type FrameProps, describedBy } from './field-frame.tsx';

interface CodeBoxesProps extends FrameProps {
  label: ReactNode;
  name?: string | undefined;
  /** 6 by default (J02). */
  length?: number | undefined;
  /** Uncontrolled when left out. */
  value?: string | undefined;
  onChange?: ((value: string) => void) | undefined;
  /** Once, when the last box is filled. */
  onComplete?: ((code: string) => void) | undefined;
  disabled?: boolean | undefined;
  autoFocus?: boolean | undefined;
}

/** E15. One real input under drawn boxes, so that paste and autofill work. */
export function CodeBoxes(props: CodeBoxesProps) {
  const { length = 6, onChange, onComplete, disabled, label, hint, error, className } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [own, setOwn] = useState('');
  const value = props.value ?? own;

  useEffect(() => {
    if (props.autoFocus) input.current?.focus();
  }, [props.autoFocus]);

  function change(next: string): void {
    const digits = next.replace(/\D/g, '').slice(0, length);
    if (digits === value) return;
    setOwn(digits);
    onChange?.(digits);
    if (digits.length === length) onComplete?.(digits);
  }

  return (
    <FieldFrame {...{ id, label, hint, error, className }}>
      <div className="group relative flex w-fit max-w-full gap-2">
        <input
          aria-describedby={describedBy(id, { hint, error })}
          aria-invalid={error ? true : undefined}
          autoComplete="one-time-code"
          className="absolute inset-0 z-10 w-full cursor-text bg-transparent text-[1rem] text-transparent caret-transparent shadow-none! outline-none! selection:bg-transparent selection:text-transparent"
          disabled={disabled}
          enterKeyHint="done"
          id={id}
          inputMode="numeric"
          name={props.name ?? 'otp'}
          onChange={(event) => change(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Backspace') return;
            event.preventDefault();
            change(value.slice(0, -1));
          }}
          // The caret stays at the end.
          onSelect={(event) => {
            const end = event.currentTarget.value.length;
            const { selectionStart, selectionEnd } = event.currentTarget;
            const all = selectionStart === 0 && selectionEnd === end;
            if (selectionStart !== end && !all) event.currentTarget.setSelectionRange(end, end);
          }}
          pattern="[0-9]*"
          ref={input}
          value={value}
        />
        {Array.from({ length }, (_, at) => (
          <span
            aria-hidden="true"
            className={classes(
              'head flex h-14 w-12 min-w-0 shrink items-center justify-center rounded-control border-(length:--stroke) text-title tabular-nums motion',
              disabled ? 'border-line bg-fog text-ink-soft' : 'bg-surface',
              !disabled &&
                (error ? 'border-fail shadow-[inset_0_0_0_1px_var(--fail)]' : 'border-edge'),
              at === Math.min(value.length, length - 1) &&
                'group-focus-within:border-ink group-focus-within:shadow-[0_0_0_3px_var(--focus)] group-focus-within:outline-2 group-focus-within:outline-offset-3 group-focus-within:outline-[var(--focus-edge)]',
            )}
            data-box
            key={at}
          >
            {value[at]}
          </span>
        ))}
      </div>
    </FieldFrame>
  );
}
