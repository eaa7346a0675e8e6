import { useLingui } from '@lingui/react';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { Flag } from './flag.tsx';

interface FailedLoadProps {
  title: string;
  onRetry: () => void;
  loading?: boolean | undefined;
  level?: 2 | 3 | 4 | undefined;
  className?: string | undefined;
}

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
