import { useLingui } from '@lingui/react';
import {
  endOtherSessions,
  endSession,
  listSessions,
  type Session,
} from '@portside/contract/sessions';
import { useState } from 'react';
import { useAnswer } from '../api/use-answer.ts';
import { useSend } from '../api/use-send.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { FailedLoad } from '../ui/failed-load.tsx';
import { Icon } from '../ui/icon.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { SecurityPanel } from './security-panel.tsx';
import { useDateTime } from './use-date-time.ts';

export function SessionsPanel() {
  const { i18n } = useLingui();
  const { data, isPending, isFetching, refetch } = useAnswer(listSessions, {}, { staleTime: 0 });
  const { busy, end, endOthers } = useEndSession();
  const others = data?.sessions.some(({ current }) => !current) ?? false;
  return (
    <SecurityPanel
      action={
        others && (
          <Button loading={busy === 'others'} onClick={() => void endOthers()} variant="secondary">
            {i18n.t('Log out everywhere else')}
          </Button>
        )
      }
      brief={i18n.t('If you don’t recognize one, log it out and change your password.')}
      title={i18n.t('Where you’re logged in')}
    >
      {data ? (
        <ul className="mt-4 border-t">
          {data.sessions.map((session) => (
            <SessionRow
              key={session.id}
              loading={busy === session.id}
              onEnd={() => void end(session)}
              session={session}
            />
          ))}
        </ul>
      ) : isPending ? (
        <div className="mt-4 flex h-20 items-center gap-4 border-y">
          <Spinner size={20} />
          <Skeleton className="h-4 w-48" />
        </div>
      ) : (
        <FailedLoad
          className="mt-4"
          loading={isFetching}
          onRetry={() => void refetch()}
          title={i18n.t('Your browsers didn’t load')}
        />
      )}
    </SecurityPanel>
  );
}

interface SessionRowProps {
  session: Session;
  loading: boolean;
  onEnd: () => void;
}

function SessionRow({ session, loading, onEnd }: SessionRowProps) {
  const { i18n } = useLingui();
  const moment = useDateTime();
  const { agent, browser, current, network, lastSeenAt } = session;
  const name = agent ? i18n.t('{name} from our support team', { name: agent }) : browser;
  return (
    <li className="flex items-center gap-4 border-b py-3">
      <Icon className="text-ink-soft max-xs:hidden" name={agent ? 'users' : 'globe'} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-strong">
          {name}
          {current && <Badge tone="good">{i18n.t('This browser')}</Badge>}
        </p>
        <p className="text-fine wrap-anywhere text-ink-soft tabular-nums">
          {i18n.t('From {network}, last used {time}', { network, time: moment(lastSeenAt) })}
        </p>
      </div>
      {!current && (
        <Button
          aria-label={i18n.t('Log out {name}', { name })}
          className="-me-[12px]"
          icon="sign-out"
          loading={loading}
          onClick={onEnd}
          variant="quiet"
        >
          {i18n.t('Log out')}
        </Button>
      )}
    </li>
  );
}

function useEndSession() {
  const [busy, setBusy] = useState<string>();
  const endOne = useSend(endSession, { refresh: [listSessions] });
  const endOthers = useSend(endOtherSessions, { refresh: [listSessions] });

  async function during(what: string, work: Promise<unknown>) {
    setBusy(what);
    await work.finally(() => setBusy(undefined));
  }

  return {
    busy,
    end: ({ id }: Session) => during(id, endOne({ id })),
    endOthers: () => during('others', endOthers({})),
  };
}
