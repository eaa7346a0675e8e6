import { useLingui } from '@lingui/react';
import { classes } from './classes.ts';

interface SpinnerProps {
  size?: number | undefined;
  /** For places that already say so. */
  silent?: boolean | undefined;
  className?: string | undefined;
}

export function Spinner({ size = 32, silent = false, className }: SpinnerProps) {
  const { i18n } = useLingui();
  const picture = (
    <svg
      aria-hidden="true"
      className="animate-turn"
      fill="none"
      height={size}
      stroke="currentColor"
      strokeWidth="2.5"
      viewBox="0 0 24 24"
      width={size}
    >
      <circle cx="12" cy="12" opacity="0.25" r="9" />
      <path d="M12 3a9 9 0 019 9" />
    </svg>
  );
  if (silent) return <span className={classes('inline-flex', className)}>{picture}</span>;
  return (
    <span
      aria-label={i18n.t('Loading')}
      className={classes('inline-flex text-action', className)}
      role="status"
    >
      {picture}
    </span>
  );
}
