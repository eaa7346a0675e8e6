import { type TimelineSource, viewTimeline } from '@portside/contract/console/customers';
import { useState } from 'react';
import { useAnswer } from '../api/use-answer.ts';
import { Button } from '../ui/button.tsx';
import { FailedLoad } from '../ui/failed-load.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { moment } from './moment.ts';
import { useShop } from './shop.ts';

const sources: Readonly<Record<TimelineSource, string>> = {
  account: 'Account',
  payment: 'Payment',
  email: 'Email',
  port_in: 'Port-in',
  chat: 'Chat',
  staff: 'Console',
  note: 'Note',
};

/** All that happened, the newest first; older pages follow below. */
export function TimelineList({ id }: { id: string }) {
  const [cursors, setCursors] = useState<readonly string[]>(['']);
  return (
    <section className="flex flex-col gap-2">
      <h2 className="text-lead">What happened</h2>
      {cursors.map((cursor, place) => (
        <TimelinePage
          cursor={cursor}
          id={id}
          key={cursor}
          onOlder={
            place === cursors.length - 1 ? (next) => setCursors([...cursors, next]) : undefined
          }
        />
      ))}
    </section>
  );
}

function TimelinePage(props: {
  id: string;
  cursor: string;
  onOlder: ((cursor: string) => void) | undefined;
}) {
  const { id, cursor, onOlder } = props;
  const { timeZone } = useShop();
  const answer = useAnswer(viewTimeline, { id, ...(cursor && { cursor }) });
  if (answer.isPending) return <Skeleton lines={5} />;
  if (answer.isError) {
    return (
      <FailedLoad
        level={3}
        loading={answer.isFetching}
        onRetry={() => void answer.refetch()}
        title={answer.error.message}
      />
    );
  }
  const { entries, next } = answer.data;
  if (entries.length === 0 && !cursor) return <p className="text-ink-soft">Nothing yet.</p>;
  return (
    <>
      <ol className="border-t">
        {entries.map((one) => (
          <li className="border-b py-2" key={`${one.what} ${one.id}`}>
            <p className="break-words whitespace-pre-line">{one.text}</p>
            {one.letter !== undefined && (
              <details>
                <summary className="cursor-pointer py-1 text-action">Read it</summary>
                <p className="border-s-2 ps-3 break-words whitespace-pre-line">{one.letter}</p>
              </details>
            )}
            <p className="text-fine text-ink-soft">
              {[sources[one.what], one.by, moment(one.at, timeZone)].filter(Boolean).join(', ')}
            </p>
          </li>
        ))}
      </ol>
      {next && onOlder && (
        <Button className="self-start" onClick={() => onOlder(next)} variant="secondary">
          Show older
        </Button>
      )}
      {!next && <p className="text-fine text-ink-soft">That is all.</p>}
    </>
  );
}
