import type { I18n } from '@lingui/core';
import { useLingui } from '@lingui/react';
import { type ActivityEntry, listActivity } from '@portside/contract/sessions';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useCall } from '../api/use-call.tsx';
import { Button } from '../ui/button.tsx';
import { FailedLoad } from '../ui/failed-load.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { SecurityPanel } from './security-panel.tsx';
import { useDateTime } from './use-date-time.ts';

export function ActivityPanel() {
  const { i18n } = useLingui();
  const call = useCall();
  const query = useInfiniteQuery({
    queryKey: [listActivity.name],
    queryFn: ({ pageParam, signal }) =>
      pageParam === ''
        ? call(listActivity, {}, { signal, shown: 'all' })
        : call(listActivity, { cursor: pageParam }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
  const { data, isPending, isFetching, hasNextPage, isFetchingNextPage } = query;
  return (
    <SecurityPanel
      brief={i18n.t('Logins and changes, with the browser and network they came from.')}
      title={i18n.t('Activity')}
    >
      {data ? (
        <>
          <ol className="mt-4 border-t">
            {data.pages
              .flatMap(({ activity }) => activity)
              .map((entry) => (
                <ActivityRow entry={entry} key={entry.id} />
              ))}
          </ol>
          {hasNextPage && (
            <Button
              className="mt-5"
              loading={isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
              variant="secondary"
            >
              {i18n.t('Show more')}
            </Button>
          )}
        </>
      ) : isPending ? (
        <div className="mt-4 flex h-20 items-center gap-4 border-y">
          <Spinner size={20} />
          <Skeleton className="h-4 w-48" />
        </div>
      ) : (
        <FailedLoad
          className="mt-4"
          loading={isFetching}
          onRetry={() => void query.refetch()}
          title={i18n.t('Your activity didn’t load')}
        />
      )}
    </SecurityPanel>
  );
}

function ActivityRow({ entry }: { entry: ActivityEntry }) {
  const { i18n } = useLingui();
  const moment = useDateTime();
  const { at, message } = entry;
  return (
    <li className="grid gap-x-6 border-b py-3 md:grid-cols-[12rem_1fr]">
      <time className="text-fine text-ink-soft tabular-nums md:pt-0.5" dateTime={at}>
        {moment(at)}
      </time>
      <div className="min-w-0">
        <p className="font-strong wrap-anywhere">{message}</p>
        <p className="text-fine wrap-anywhere text-ink-soft">{whoDid(i18n, entry)}</p>
      </div>
    </li>
  );
}

/** The payment provider tells of cards; of lines the network does, as the entry itself says. */
function whoDid(i18n: I18n, { agent, browser, kind, network }: ActivityEntry): string {
  if (network !== '') {
    return agent
      ? i18n.t('{name} from our support team, from {network}', { name: agent, network })
      : i18n.t('{browser}, from {network}', { browser, network });
  }
  if (agent) return i18n.t('{name} from our support team', { name: agent });
  return kind.startsWith('card_')
    ? i18n.t('Reported by our payment provider')
    : i18n.t('Not from a browser');
}
