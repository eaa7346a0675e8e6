import { useLingui } from '@lingui/react';
import { Button } from './button.tsx';
import { classes } from './classes.ts';

interface PaginationProps {
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
  /** "1 to 20 of 143". */
  place?: string | undefined;
  loading?: boolean | undefined;
  className?: string | undefined;
}

/** Cursors: next and previous only. */
export function Pagination({ onPrevious, onNext, place, loading, className }: PaginationProps) {
  const { i18n } = useLingui();
  return (
    <nav
      aria-label={i18n.t('Pages')}
      className={classes('flex items-center justify-between gap-3', className)}
    >
      <Button
        className="-ms-3"
        disabled={!onPrevious}
        icon="arrow-left"
        onClick={onPrevious}
        variant="quiet"
      >
        {i18n.t('Previous')}
      </Button>
      {place && (
        <p aria-live="polite" className="text-fine text-ink-soft tabular-nums">
          {place}
        </p>
      )}
      <Button
        className="-me-[12px]"
        disabled={!onNext}
        iconAfter="arrow-right"
        loading={loading}
        onClick={onNext}
        variant="quiet"
      >
        {i18n.t('Next')}
      </Button>
    </nav>
  );
}
