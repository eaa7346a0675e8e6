import { useLingui } from '@lingui/react';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { Flag } from './flag.tsx';

interface FailedLoadProps {
  /** What did not come: a short sentence. */
  title: string;
  onRetry: () => void;
  /** The next try is under way. */
  loading?: boolean | undefined;
  level?: 2 | 3 | 4 | undefined;
  className?: string | undefined;
}

/** Something did not load, and the way to try again. */
export function FailedLoad({ title, onRetry, loading, level, className }: FailedLoadProps) {
  const { i18n } = useLingui();
  return (
    <EmptyState
      action={
        <Button icon="refresh" loading={loading} onClick={onRetry} variant="secondary">
          {i18n.t('Try again')}
        </Button>
      }
      className={className}
      level={level}
      picture={<Flag name="failure" size={40} />}
      title={title}
    >
      {i18n.t('Nothing is lost. Please try again in a moment.')}
    </EmptyState>
  );
}
