import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { classes } from './classes.ts';
import { FieldFrame, type FrameProps, describedBy } from './field-frame.tsx';
import { Icon } from './icon.tsx';
import { placeBelow } from './place-below.ts';
import { moveByKey, togetherMs } from './list-keys.ts';

export interface SelectOption {
  readonly value: string;
  readonly label: string;
  readonly picture?: ReactNode;
}

export interface SelectProps extends FrameProps {
  name: string;
  value: string;
  options: readonly SelectOption[];
  onChange?: ((value: string) => void) | undefined;
  ariaLabel?: string | undefined;
  placeholder?: string | undefined;
  readOnly?: boolean | undefined;
  disabled?: boolean | undefined;
  required?: boolean | undefined;
  autoComplete?: string | undefined;
}

/** E18: 56 px; menu of 140 to 300 px; PageUp and PageDown move five. */
export function Select(props: SelectProps) {
  const { name, value, options, onChange, placeholder, readOnly, disabled } = props;
  const { label, hint, error, optional, className } = props;
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const typed = useRef({ text: '', at: -togetherMs });
  const [open, setOpen] = useState(false);
  const chosen = options.findIndex((option) => option.value === value);
  const [active, setActive] = useState(-1);
  const shown = options[chosen];
  const still = readOnly || disabled;

  useEffect(() => {
    if (!open || !menu.current || !button.current) return;
    // In the top layer, so that no dialog cuts it off.
    return placeBelow(menu.current, button.current, () => setOpen(false));
  }, [open]);

  useEffect(() => {
    if (open) menu.current?.children[active]?.scrollIntoView?.({ block: 'nearest' });
  }, [open, active]);

  function show(at = Math.max(chosen, 0)): void {
    if (still) return;
    setActive(at);
    setOpen(true);
  }

  function choose(at: number): void {
    const option = options[at];
    setOpen(false);
    if (option && option.value !== value) onChange?.(option.value);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || still) return;
    if (event.key === 'Tab') {
      if (open) choose(active);
      return;
    }
    if (event.key === 'Escape' && open) {
      // Closes the menu, not the dialog around it.
      event.stopPropagation();
      event.preventDefault();
      setOpen(false);
      return;
    }
    const press =
      event.key === 'Enter' ||
      (event.key === ' ' && event.timeStamp - typed.current.at > togetherMs);
    if (press || (event.altKey && /^Arrow(Up|Down)$/.test(event.key))) {
      event.preventDefault();
      if (open) choose(active);
      else show();
      return;
    }
    const from = open ? active : Math.max(chosen, 0);
    const to = moveByKey(event.key, from, options, typed.current, event.timeStamp);
    if (to === undefined) return;
    event.preventDefault();
    if (open) setActive(to);
    else show(event.key.length === 1 || /^(Home|End)$/.test(event.key) ? to : from);
  }

  return (
    <FieldFrame {...{ id, label, labelId: `${id}-label`, hint, error, optional, className }}>
      <button
        aria-activedescendant={open && active >= 0 ? `${id}-${active}` : undefined}
        aria-controls={open ? `${id}-menu` : undefined}
        aria-describedby={describedBy(id, { hint, error })}
        aria-expanded={open}
        aria-haspopup="listbox"
        aria-invalid={error ? true : undefined}
        aria-label={props.ariaLabel}
        aria-labelledby={label == null ? undefined : `${id}-label`}
        aria-readonly={readOnly || undefined}
        aria-required={props.required || undefined}
        className="control flex h-14 w-full items-center gap-3 px-4 text-start text-body"
        data-disabled={disabled || undefined}
        data-invalid={error ? true : undefined}
        data-readonly={readOnly || undefined}
        disabled={disabled}
        id={id}
        onBlur={() => setOpen(false)}
        onClick={() => (open ? setOpen(false) : show())}
        onKeyDown={onKeyDown}
        ref={button}
        role="combobox"
        type="button"
      >
        {shown?.picture}
        <span className={classes('min-w-0 flex-1 truncate', !shown && 'text-ink-soft')}>
          {shown?.label ?? placeholder}
        </span>
        <Icon className="text-ink-soft" name="chevron-down" size={20} />
      </button>
      {props.autoComplete ? (
        // For autofill only.
        <select
          aria-hidden="true"
          autoComplete={props.autoComplete}
          className="sr-only"
          disabled={still}
          name={name}
          onChange={(event) => onChange?.(event.target.value)}
          tabIndex={-1}
          value={value}
        >
          <option value="" />
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      ) : (
        <input name={name} type="hidden" value={value} />
      )}
      {open && (
        <div
          aria-label={props.ariaLabel}
          aria-labelledby={label == null ? undefined : `${id}-label`}
          className="fixed inset-auto z-50 m-0 max-h-[300px] min-h-[140px] animate-arrive overflow-y-auto overscroll-contain rounded-control border-0 bg-surface py-1 text-ink shadow-float forced-colors:border"
          id={`${id}-menu`}
          // A press here must not blur the button.
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          ref={menu}
          role="listbox"
        >
          {options.map((option, at) => (
            <div
              aria-selected={at === chosen}
              className={classes(
                'flex min-h-11 cursor-pointer items-center gap-3 px-4 py-2',
                at === active && 'bg-action-soft forced-colors:outline-2',
                at === chosen && 'font-strong',
              )}
              id={`${id}-${at}`}
              key={option.value}
              onClick={() => choose(at)}
              onPointerMove={() => setActive(at)}
              role="option"
            >
              {option.picture}
              <span className="flex-1">{option.label}</span>
              {at === chosen && <Icon className="text-action" name="check" size={20} />}
            </div>
          ))}
        </div>
      )}
    </FieldFrame>
  );
}
