import { useLingui } from '@lingui/react';
import type { ReactNode } from 'react';
import { classes } from './classes.ts';

export interface FrameProps {
  label?: ReactNode;
  hint?: ReactNode;
  /** Marks the field as invalid. */
  error?: string | undefined;
  optional?: boolean | undefined;
  className?: string | undefined;
}

export function describedBy(id: string, { hint, error }: FrameProps): string | undefined {
  return classes(hint != null && `${id}-hint`, error && `${id}-error`) || undefined;
}

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

/** Contract sentences are translated; the server's already are. */
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
