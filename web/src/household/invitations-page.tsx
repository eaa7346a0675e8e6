import { useLingui } from '@lingui/react';
import {
  acceptInvitation,
  type HouseholdInvitation,
  listInvitations,
} from '@portside/contract/household';
import { viewLine } from '@portside/contract/line-detail';
import { linePage } from '@portside/contract/line-rooms';
import { listLines } from '@portside/contract/lines';
import { listNeeds } from '@portside/contract/needs';
import { lazy, type ReactNode, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useLiveEvents } from '../api/events.ts';
import { useIsAgent, useSession } from '../api/session.ts';
import { useAnswer } from '../api/use-answer.ts';
import { useRefresh, useSend } from '../api/use-send.ts';
import { LineHead } from '../lines/line-head-tile.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailedLoad } from '../ui/failed-load.tsx';
import { Flag } from '../ui/flag.tsx';
import { Icon } from '../ui/icon.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useFreshDialog } from '../ui/use-fresh-dialog.tsx';
import { useWork } from '../ui/use-work.ts';
import { InvitationTile } from './invitation-tile.tsx';

const DeclineInvitationDialog = lazy(async () => ({
  default: (await import('./decline-invitation-dialog.tsx')).DeclineInvitationDialog,
}));

interface InvitationsPageProps {
  /** Asks for the code while the address is unconfirmed. */
  confirm: ReactNode;
}

/** P04: lines that others give. Emails lead here. */
export function InvitationsPage({ confirm }: InvitationsPageProps) {
  const { i18n } = useLingui();
  const heading = useRef<HTMLHeadingElement>(null);
  const { emailVerified } = useSession().userInfo ?? {};
  const refresh = useRefresh();
  const { data, isError, isFetching, refetch } = useAnswer(
    listInvitations,
    {},
    { staleTime: 0, refetchOnWindowFocus: true },
  );
  useLiveEvents(({ kind }) => {
    if (kind !== 'chat') void refresh([listInvitations]);
  });
  const isStale = emailVerified === true && data?.emailConfirmed === false;
  useEffect(() => {
    // Confirmed on this page.
    if (isStale) void refetch();
  }, [isStale, refetch]);
  const wasAsked = useRef(false);
  useEffect(() => {
    if (data?.emailConfirmed && wasAsked.current && document.activeElement === document.body) {
      // The field that had the focus is gone.
      heading.current?.focus();
    }
    if (data) wasAsked.current = !data.emailConfirmed;
  }, [data]);
  return (
    <>
      <LineHead
        back={{ to: '/dashboard', name: i18n.t('Dashboard'), className: 'max-md:hidden' }}
        below={data?.invitations.length ? i18n.t('Nothing changes until you accept.') : undefined}
        heading={heading}
        title={i18n.t('Invitations to lines')}
      />
      {data ? (
        data.emailConfirmed ? (
          <Invitations heading={() => heading.current} invitations={data.invitations} />
        ) : (
          <div className="grid gap-6">
            <p className="measure">
              {i18n.t(
                'Confirm your email address first. Then you see here which lines you’re invited to.',
              )}
            </p>
            {confirm}
          </div>
        )
      ) : isError ? (
        <FailedLoad
          level={2}
          loading={isFetching}
          onRetry={() => void refetch()}
          title={i18n.t('Your invitations didn’t load')}
        />
      ) : (
        <div aria-busy="true">
          <Skeleton className="h-96 w-full" />
          <p className="sr-only" role="status">
            {i18n.t('Loading')}
          </p>
        </div>
      )}
    </>
  );
}

/** Why there is nothing to answer. */
interface Said {
  readonly text: string;
  /** After a dialog it is the dialog that moves the focus. */
  readonly isFocused: boolean;
}

interface InvitationsProps {
  invitations: readonly HouseholdInvitation[];
  heading: () => HTMLElement | null;
}

function Invitations({ invitations, heading }: InvitationsProps) {
  const { i18n } = useLingui();
  const isAgent = useIsAgent();
  const decline = useFreshDialog();
  // Kept here: what is asked about may leave the list while it is asked.
  const [asked, setAsked] = useState<HouseholdInvitation>();
  const [said, setSaid] = useState<Said>();
  const opener = useRef<HTMLElement>(null);
  const note = useRef<HTMLParagraphElement>(null);
  const { accept, accepting } = useAccept((text) => setSaid({ text, isFocused: true }));
  useEffect(() => {
    if (said?.isFocused) note.current?.focus();
  }, [said]);
  return (
    <>
      <div role="status">
        {said !== undefined && (
          <p className="mb-6 flex gap-3 remark px-4 py-3" ref={note} tabIndex={-1}>
            <Icon className="mt-0.5" name="information" size={20} />
            <span className="measure">{said.text}</span>
          </p>
        )}
      </div>
      {invitations.length > 0 ? (
        <ul className="grid gap-6">
          {invitations.map((invitation) => (
            <li key={invitation.id}>
              <InvitationTile
                accepting={accepting === invitation.id}
                invitation={invitation}
                isAgent={isAgent}
                onAccept={() => {
                  setSaid(undefined);
                  accept(invitation.id);
                }}
                onDecline={(from) => {
                  opener.current = from;
                  setAsked(invitation);
                  setSaid(undefined);
                  decline.ask();
                }}
              />
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState
          action={<ButtonLink to="/dashboard">{i18n.t('To Dashboard')}</ButtonLink>}
          level={2}
          picture={<Flag name="adrift" size={56} />}
          title={i18n.t('You have no invitation')}
        >
          {/* Otherwise it is said above. */}
          {said === undefined &&
            i18n.t(
              'If an email of ours led you here, that invitation is over: it was taken back, accepted or declined, it expired, or it went to another email address of yours.',
            )}
        </EmptyState>
      )}
      {asked &&
        decline.show((shown) => (
          <DeclineInvitationDialog
            // What was declined leaves the list with its buttons.
            finalFocus={() => (decline.isFinished ? note.current : opener.current) ?? heading()}
            invitation={asked}
            onOver={(text) => setSaid({ text, isFocused: false })}
            {...shown}
          />
        ))}
    </>
  );
}

/** In one press: the tile says all of it, and the line can be given back. Leads to the line. */
function useAccept(onRefused: (message: string) => void) {
  const navigate = useNavigate();
  const work = useWork();
  const [accepting, setAccepting] = useState<string>();
  const send = useSend(acceptInvitation, {
    refresh: [listInvitations, listNeeds, listLines, viewLine],
    shown: 'refusals',
    // The line's page says it.
    silent: true,
    onAnswer({ lineId }) {
      void navigate(linePage(lineId), { state: { accepted: true } });
    },
    onFailed({ reason, status, message }) {
      if (reason !== undefined || status === 404) onRefused(message);
    },
  });
  return {
    accepting: work.loading ? accepting : undefined,
    accept: (id: string) =>
      void work.run(async (signal) => {
        setAccepting(id);
        await send({ id }, signal);
      }),
  };
}
