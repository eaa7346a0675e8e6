import type { CallFailed } from '@portside/contract/call';
import { FailedLoad } from '../ui/failed-load.tsx';

export function FailedPanel(props: { error: CallFailed; loading: boolean; onRetry: () => void }) {
  const { error, loading, onRetry } = props;
  const isGone = error.status === 404;
  return (
    <section className="flex flex-col gap-4">
      <h1 className="text-title">Customer</h1>
      <FailedLoad
        level={2}
        loading={loading}
        onRetry={onRetry}
        title={
          isGone ? 'There is no such customer here, or their account is closed.' : error.message
        }
      />
    </section>
  );
}
