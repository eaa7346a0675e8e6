import { useLingui } from '@lingui/react';
import {
  type HTMLAttributes,
  type HTMLInputAutoCompleteAttribute,
  type ReactNode,
  type Ref,
  useId,
  useRef,
  useState,
} from 'react';
import { classes } from './classes.ts';
import { IconButton } from './button.tsx';
import { FieldFrame, type FrameProps, describedBy } from './field-frame.tsx';

/** Value and caret after a keystroke or paste. @param before the value until then */
type TypingFilter = (
  value: string,
  caret: number,
  before: string,
) => { value: string; caret: number };

export interface FieldProps extends FrameProps {
  name: string;
  value: string;
  onChange?: ((value: string) => void) | undefined;
  type?:
    | 'text'
    | 'email'
    | 'password'
    | 'tel'
    | 'search'
    | 'url'
    | 'date'
    | 'datetime-local'
    | undefined;
  /** Without a visible label. */
  ariaLabel?: string | undefined;
  prefix?: ReactNode;
  suffix?: ReactNode;
  clearable?: boolean | undefined;
  readOnly?: boolean | undefined;
  disabled?: boolean | undefined;
  required?: boolean | undefined;
  placeholder?: string | undefined;
  maxLength?: number | undefined;
  autoComplete?: HTMLInputAutoCompleteAttribute | undefined;
  autoCapitalize?: string | undefined;
  autoFocus?: boolean | undefined;
  spellCheck?: boolean | undefined;
  inputMode?: HTMLAttributes<HTMLInputElement>['inputMode'] | undefined;
  enterKeyHint?: HTMLAttributes<HTMLInputElement>['enterKeyHint'] | undefined;
  filter?: TypingFilter | undefined;
  onEnter?: (() => void) | undefined;
  onBlur?: (() => void) | undefined;
  id?: string | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
}

// Other types have no caret.
const withCaret = new Set(['text', 'password', 'tel', 'search', 'url']);

export function Field(props: FieldProps) {
  const { label, hint, error, optional, className, ref, prefix, suffix, clearable } = props;
  const { type = 'text', value, onChange, filter, onEnter, readOnly, disabled } = props;
  const { i18n } = useLingui();
  const ownId = useId();
  const id = props.id ?? ownId;
  const input = useRef<HTMLInputElement>(null);
  const [shown, setShown] = useState(false);

  function accept(element: HTMLInputElement): void {
    if (!filter) return onChange?.(element.value);
    const caret = element.selectionStart ?? element.value.length;
    const filtered = filter(element.value, caret, value);
    if (filtered.value !== element.value) {
      // React's next render would move the caret to the end.
      element.value = filtered.value;
      if (withCaret.has(element.type)) element.setSelectionRange(filtered.caret, filtered.caret);
    }
    onChange?.(filtered.value);
  }

  return (
    <FieldFrame {...{ id, label, hint, error, optional, className }}>
      <div
        // With letters of 200 % a button does not fit beside what is typed.
        className={classes('control flex items-center', suffix != null && 'flex-wrap')}
        data-disabled={disabled || undefined}
        data-invalid={error ? true : undefined}
        data-readonly={readOnly || undefined}
      >
        {prefix != null && <span className="flex items-center ps-4 text-ink-soft">{prefix}</span>}
        <input
          aria-describedby={describedBy(id, { hint, error })}
          aria-invalid={error ? true : undefined}
          aria-label={props.ariaLabel}
          autoCapitalize={props.autoCapitalize}
          autoComplete={props.autoComplete}
          autoFocus={props.autoFocus}
          className="min-h-[52px] w-full min-w-[min(100%,5rem)] flex-1 bg-transparent px-4 text-body shadow-none! outline-none! placeholder:text-ink-soft disabled:cursor-not-allowed [&::-webkit-search-cancel-button]:hidden"
          disabled={disabled}
          enterKeyHint={props.enterKeyHint}
          id={id}
          inputMode={props.inputMode}
          maxLength={props.maxLength}
          name={props.name}
          onBlur={props.onBlur}
          onChange={(event) => {
            // Filtering during composition would break accents.
            if ((event.nativeEvent as InputEvent).isComposing) onChange?.(event.target.value);
            else accept(event.target);
          }}
          onCompositionEnd={(event) => accept(event.currentTarget)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !onEnter || event.nativeEvent.isComposing) return;
            event.preventDefault();
            onEnter();
          }}
          placeholder={props.placeholder}
          readOnly={readOnly}
          ref={(element) => {
            input.current = element;
            if (typeof ref === 'function') return ref(element);
            if (ref) ref.current = element;
          }}
          required={props.required}
          spellCheck={props.spellCheck}
          type={type === 'password' && shown ? 'text' : type}
          value={value}
        />
        {clearable && value !== '' && !readOnly && !disabled && (
          <IconButton
            className={classes('text-ink-soft', type !== 'password' && 'me-1.5')}
            icon="clear"
            label={i18n.t('Clear')}
            onClick={() => {
              onChange?.('');
              input.current?.focus();
            }}
            size={20}
            // Tab skips it: the keyboard has other ways to empty a field.
            tabIndex={-1}
          />
        )}
        {type === 'password' && (
          <IconButton
            className="me-1.5 text-ink-soft"
            disabled={disabled}
            icon={shown ? 'eye-off' : 'eye'}
            label={shown ? i18n.t('Hide password') : i18n.t('Show password')}
            onClick={() => setShown(!shown)}
            size={22}
          />
        )}
        {suffix != null && <span className="flex items-center pe-4 text-ink-soft">{suffix}</span>}
      </div>
    </FieldFrame>
  );
}
