import { useLingui } from '@lingui/react';
import type { ReactNode } from 'react';
import { classes } from './classes.ts';

/** What every field-like part takes. */
export interface FrameProps {
  label?: ReactNode;
  hint?: ReactNode;
  /** The sentence under the field; the field is marked invalid while there is one. */
  error?: string | undefined;
  /** Says beside the label that it may stay empty. */
  optional?: boolean | undefined;
  className?: string | undefined;
}

/** The ids of hint and error that exist, for aria-describedby. */
export function describedBy(id: string, { hint, error }: FrameProps): string | undefined {
  return classes(hint != null && `${id}-hint`, error && `${id}-error`) || undefined;
}

/** Label above, hint under it, the control, and the error under that. */
export function FieldFrame(
  props: FrameProps & { id: string; labelId?: string | undefined; children: ReactNode },
) {
  const { id, label, labelId, hint, error, optional, className, children } = props;
  const { i18n } = useLingui();
  return (
    <div className={classes('flex min-w-0 flex-col', className)}>
      {label != null && (
        <label className="mb-1.5 w-fit font-strong leading-snug" htmlFor={id} id={labelId}>
          {label}
          {optional && <span className="font-normal text-ink-soft"> ({i18n.t('optional')})</span>}
        </label>
      )}
      {hint != null && (
        <p className="-mt-0.5 mb-2 text-fine text-ink-soft" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children}
      {error && <FaultLine id={`${id}-error`}>{error}</FaultLine>}
    </div>
  );
}

/**
 * One error sentence: red, with a mark that does not need the colour. A sentence of the contract is
 * said in the page's language; the server's are already.
 */
export function FaultLine({ id, children }: { id?: string | undefined; children: ReactNode }) {
  const { i18n } = useLingui();
  return (
    <p className="mt-2 flex items-start gap-2 text-fine font-medium text-fail" id={id}>
      <svg
        aria-hidden="true"
        className="mt-[0.2em] shrink-0"
        height="14"
        viewBox="0 0 14 14"
        width="14"
      >
        <path className="fill-current" d="M0 0h14v14H0z" />
        <path className="stroke-surface" d="M3 3l8 8M11 3l-8 8" strokeWidth="2.5" />
      </svg>
      <span>{typeof children === 'string' ? i18n._(children) : children}</span>
    </p>
  );
}
