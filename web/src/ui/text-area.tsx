import { useId } from 'react';
import { FieldFrame, type FrameProps, describedBy } from './field-frame.tsx';

interface TextAreaProps extends FrameProps {
  name: string;
  value: string;
  onChange?: ((value: string) => void) | undefined;
  rows?: number | undefined;
  maxLength?: number | undefined;
  placeholder?: string | undefined;
  readOnly?: boolean | undefined;
  disabled?: boolean | undefined;
  required?: boolean | undefined;
  autoFocus?: boolean | undefined;
}

export function TextArea(props: TextAreaProps) {
  const { label, hint, error, optional, className, readOnly, disabled } = props;
  const id = useId();
  return (
    <FieldFrame {...{ id, label, hint, error, optional, className }}>
      <div
        className="control flex"
        data-disabled={disabled || undefined}
        data-invalid={error ? true : undefined}
        data-readonly={readOnly || undefined}
      >
        <textarea
          aria-describedby={describedBy(id, { hint, error })}
          aria-invalid={error ? true : undefined}
          autoFocus={props.autoFocus}
          className="max-h-96 w-full resize-y bg-transparent px-4 py-3.5 shadow-none! outline-none! placeholder:text-ink-soft disabled:cursor-not-allowed"
          disabled={disabled}
          id={id}
          maxLength={props.maxLength}
          name={props.name}
          onChange={(event) => props.onChange?.(event.target.value)}
          placeholder={props.placeholder}
          readOnly={readOnly}
          required={props.required}
          rows={props.rows ?? 5}
          value={props.value}
        />
      </div>
    </FieldFrame>
  );
}
