import { useLingui } from '@lingui/react';
import { listHandovers, type OfferedLine } from '@portside/contract/line-handover';
import { lazy, type ReactNode, useEffect, useRef, useState } from 'react';
import { useLiveEvents } from '../api/events.ts';
import { useIsAgent, useSession } from '../api/session.ts';
import { useAnswer } from '../api/use-answer.ts';
import { useRefresh } from '../api/use-send.ts';
import { LineHead } from '../lines/line-head-tile.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailedLoad } from '../ui/failed-load.tsx';
import { Flag } from '../ui/flag.tsx';
import { Icon } from '../ui/icon.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useFreshDialog } from '../ui/use-fresh-dialog.tsx';
import { OfferedLineTile } from './offered-line-tile.tsx';

const AcceptDialog = lazy(async () => ({
  default: (await import('./accept-dialog.tsx')).AcceptDialog,
}));
const DeclineDialog = lazy(async () => ({
  default: (await import('./decline-dialog.tsx')).DeclineDialog,
}));

interface HandoversPageProps {
  /** Asks for the code while the address is unconfirmed. */
  confirm: ReactNode;
}

/** P06: lines that others offer. Emails lead here. */
export function HandoversPage({ confirm }: HandoversPageProps) {
  const { i18n } = useLingui();
  const heading = useRef<HTMLHeadingElement>(null);
  const { emailVerified } = useSession().userInfo ?? {};
  const refresh = useRefresh();
  const { data, isError, isFetching, refetch } = useAnswer(
    listHandovers,
    {},
    { staleTime: 0, refetchOnWindowFocus: true },
  );
  useLiveEvents(({ kind }) => {
    if (kind !== 'chat') void refresh([listHandovers]);
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
        below={data?.offers.length ? i18n.t('Nothing changes until you accept.') : undefined}
        heading={heading}
        title={i18n.t('Lines offered to you')}
      />
      {data ? (
        data.emailConfirmed ? (
          <Offers heading={() => heading.current} offers={data.offers} />
        ) : (
          <div className="grid gap-6">
            <p className="measure">
              {i18n.t(
                'Confirm your email address first. Then you see here which lines are offered to it.',
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
          title={i18n.t('What is offered to you didn’t load')}
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

interface OffersProps {
  offers: readonly OfferedLine[];
  heading: () => HTMLElement | null;
}

function Offers({ offers, heading }: OffersProps) {
  const { i18n } = useLingui();
  const isAgent = useIsAgent();
  const accept = useFreshDialog();
  const decline = useFreshDialog();
  // Kept here: what is asked about may leave the list while it is asked.
  const [asked, setAsked] = useState<OfferedLine>();
  const [over, setOver] = useState<string>();
  const opener = useRef<HTMLElement>(null);
  const note = useRef<HTMLParagraphElement>(null);
  // What was answered leaves the list with its buttons.
  const focusAfter =
    ({ isFinished }: typeof accept) =>
    () =>
      (isFinished ? note.current : opener.current) ?? heading();
  const ask = (dialog: typeof accept, offer: OfferedLine) => (from: HTMLElement) => {
    opener.current = from;
    setAsked(offer);
    setOver(undefined);
    dialog.ask();
  };
  return (
    <>
      <div role="status">
        {over !== undefined && (
          <p className="mb-6 flex gap-3 remark px-4 py-3" ref={note} tabIndex={-1}>
            <Icon className="mt-0.5" name="information" size={20} />
            <span className="measure">{over}</span>
          </p>
        )}
      </div>
      {offers.length > 0 ? (
        <ul className="grid gap-6">
          {offers.map((offer) => (
            <li key={offer.id}>
              <OfferedLineTile
                isAgent={isAgent}
                offer={offer}
                onAccept={ask(accept, offer)}
                onDecline={ask(decline, offer)}
              />
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState
          action={<ButtonLink to="/dashboard">{i18n.t('To Dashboard')}</ButtonLink>}
          level={2}
          picture={<Flag name="adrift" size={56} />}
          title={i18n.t('No line is offered to you')}
        >
          {/* Otherwise it is said above. */}
          {over === undefined &&
            i18n.t(
              'If an email of ours led you here, that offer is over: it was taken back, accepted or declined, it expired, or it went to another email address of yours.',
            )}
        </EmptyState>
      )}
      {asked &&
        accept.show((shown) => (
          <AcceptDialog finalFocus={focusAfter(accept)} offer={asked} onOver={setOver} {...shown} />
        ))}
      {asked &&
        decline.show((shown) => (
          <DeclineDialog
            finalFocus={focusAfter(decline)}
            offer={asked}
            onOver={setOver}
            {...shown}
          />
        ))}
    </>
  );
}
