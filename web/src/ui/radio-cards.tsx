import { type ReactNode, useId } from 'react';
import { classes } from './classes.ts';
import { FaultLine } from './field-frame.tsx';

interface RadioCard {
  readonly value: string;
  readonly label: ReactNode;
  readonly detail?: ReactNode;
  readonly aside?: ReactNode;
  readonly disabled?: boolean | undefined;
}

interface RadioCardsProps {
  name: string;
  legend: ReactNode;
  /** For screen readers only. */
  quietLegend?: boolean | undefined;
  value: string;
  onChange: (value: string) => void;
  cards: readonly RadioCard[];
  /** The room of so many more that are on their way. */
  coming?: number | undefined;
  columns?: 1 | 2 | undefined;
  error?: string | undefined;
  className?: string | undefined;
}

export function RadioCards(props: RadioCardsProps) {
  const { name, legend, value, onChange, cards, coming = 0, columns = 1, error, className } = props;
  const id = useId();
  return (
    <fieldset
      aria-describedby={error ? `${id}-error` : undefined}
      aria-invalid={error ? true : undefined}
      className={className}
      role="radiogroup"
    >
      <legend className={props.quietLegend ? 'sr-only' : 'mb-2 font-strong leading-snug'}>
        {legend}
      </legend>
      <div className={classes('grid gap-3', columns === 2 && 'md:grid-cols-2')}>
        {cards.map((card, at) => (
          <label
            className={classes(
              'relative flex min-h-14 cursor-pointer items-start gap-3 rounded-control border-(length:--stroke) px-4 py-3.5 motion',
              'has-checked:border-action has-checked:bg-action-soft has-checked:shadow-[inset_0_0_0_1px_var(--action)]',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-[var(--focus-edge)] has-focus-visible:shadow-[0_0_0_3px_var(--focus)]',
              card.disabled
                ? 'cursor-not-allowed border-line bg-fog text-ink-soft'
                : 'bg-surface hover:border-ink',
              error ? 'border-fail' : !card.disabled && 'border-edge',
            )}
            htmlFor={`${id}-${at}`}
            key={card.value}
          >
            <input
              aria-describedby={card.detail == null ? undefined : `${id}-${at}-detail`}
              aria-labelledby={`${id}-${at}-label`}
              checked={card.value === value}
              className="mt-px size-[22px] shrink-0 appearance-none rounded-full border-(length:--stroke) border-edge bg-surface shadow-none! outline-none! checked:border-[7px] checked:border-action forced-colors:appearance-auto"
              disabled={card.disabled}
              id={`${id}-${at}`}
              name={name}
              onChange={() => onChange(card.value)}
              type="radio"
              value={card.value}
            />
            <span className="min-w-0 flex-1">
              <span className="flex items-start justify-between gap-3 leading-6 font-strong">
                <span id={`${id}-${at}-label`}>{card.label}</span>
                {card.aside}
              </span>
              {card.detail != null && (
                <span className="mt-0.5 block text-fine text-ink-soft" id={`${id}-${at}-detail`}>
                  {card.detail}
                </span>
              )}
            </span>
          </label>
        ))}
        {Array.from({ length: coming }, (_, at) => (
          <div
            aria-hidden="true"
            className="rounded-control border-(length:--stroke) border-fog bg-fog py-3.5"
            key={at}
          >
            <span className="block leading-6">&nbsp;</span>
            <span className="mt-0.5 block text-fine">&nbsp;</span>
          </div>
        ))}
      </div>
      {error && <FaultLine id={`${id}-error`}>{error}</FaultLine>}
    </fieldset>
  );
}
