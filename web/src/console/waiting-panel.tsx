import type { CallFailed } from '@portside/contract/call';
import type { UseQueryResult } from '@tanstack/react-query';
import { FailedLoad } from '../ui/failed-load.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

/** What a page shows while its answer is on its way, and when it failed. */
export function WaitingPanel(props: {
  answer: UseQueryResult<unknown, CallFailed>;
  lines?: number;
}) {
  const { answer, lines = 8 } = props;
  if (answer.isPending)
    return (
      <div aria-busy="true">
        <p className="sr-only" role="status">
          Loading
        </p>
        <Skeleton lines={lines} />
      </div>
    );
  if (!answer.isError) return null;
  return (
    <FailedLoad
      level={2}
      loading={answer.isFetching}
      onRetry={() => void answer.refetch()}
      title={answer.error.message}
    />
  );
}
