import { viewCustomer, viewTimeline } from '@portside/contract/console/customers';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { useAnswer } from '../api/use-answer.ts';
import { Button } from '../ui/button.tsx';
import { FailedPanel } from './failed-panel.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { CustomerPanel } from './customer-panel.tsx';
import { NotesPanel } from './notes-panel.tsx';
import { TimelineList } from './timeline-list.tsx';
import { moment } from './moment.ts';
import { useShop } from './shop.ts';
import { VerificationPanel } from './verification-panel.tsx';

/** L04: nothing before the caller is verified, and nothing after its 15 minutes. */
export function CustomerPage() {
  const { id = '' } = useParams();
  return <Customer id={id} key={id} />;
}

function Customer({ id }: { id: string }) {
  const { timeZone } = useShop();
  const answer = useAnswer(viewCustomer, { id });
  const [isAsking, setAsking] = useState(false);
  useClosing(answer.data?.closesIn, answer.dataUpdatedAt, () => void answer.refetch());
  if (answer.isPending) {
    return (
      <div aria-busy="true">
        <p className="sr-only" role="status">
          Loading
        </p>
        <Skeleton lines={8} />
      </div>
    );
  }
  // What was seen before stays in the browser's memory, and must not stay on the screen.
  if (isAsking || answer.error?.problem.code === 'not_verified') {
    return (
      <VerificationPanel
        id={id}
        onOpen={() => {
          setAsking(false);
          void answer.refetch();
        }}
      />
    );
  }
  if (!answer.data) {
    return (
      <FailedPanel
        error={answer.error}
        loading={answer.isFetching}
        onRetry={() => void answer.refetch()}
      />
    );
  }
  const page = answer.data;
  return (
    <section aria-labelledby="customer-title" className="flex flex-col gap-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h1 className="text-title wrap-anywhere" id="customer-title">
          {page.name || 'No name yet'}
        </h1>
        <p className="flex flex-wrap items-center gap-x-3 text-ink-soft">
          Open until {moment(page.verifiedUntil, timeZone)}
          <Button onClick={() => setAsking(true)} variant="quiet">
            Verify again
          </Button>
        </p>
      </div>
      <div className="grid gap-8 desk:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <CustomerPanel page={page} />
        <div className="flex min-w-0 flex-col gap-6">
          <NotesPanel id={id} notes={page.notes} />
          <TimelineList id={id} />
        </div>
      </div>
    </section>
  );
}

/** Asks again when the time is over; the server then says that the page is closed. */
function useClosing(seconds: number | undefined, since: number, close: () => void) {
  const client = useQueryClient();
  useEffect(() => {
    if (seconds === undefined) return;
    const timer = setTimeout(
      () => {
        client.removeQueries({ queryKey: [viewTimeline.name] });
        close();
      },
      seconds * 1000 + 500,
    );
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each answer
  }, [seconds, since]);
}
