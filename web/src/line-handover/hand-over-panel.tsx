import type { I18n } from '@lingui/core';
import { useLingui } from '@lingui/react';
import type { CallFailed } from '@portside/contract/call';
import type { OutputOf } from '@portside/contract/endpoint';
import { dateAlone } from '@portside/contract/formats';
import { type LineDetail, viewLine } from '@portside/contract/line-detail';
import { type OfferOver, viewHandover, withdrawOffer } from '@portside/contract/line-handover';
import type { LineHandover } from '@portside/contract/line-handover-state';
import { linePage, linePlace } from '@portside/contract/line-rooms';
import { listLines } from '@portside/contract/lines';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, type RefObject, useRef } from 'react';
import { useLiveEvents } from '../api/events.ts';
import { usePage } from '../api/page.tsx';
import { useIsAgent } from '../api/session.ts';
import { useCall } from '../api/use-call.tsx';
import { useRefresh, useSend } from '../api/use-send.ts';
import { LineSection } from '../lines/line-section-panel.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { useFreshDialog } from '../ui/use-fresh-dialog.tsx';
import { useWork } from '../ui/use-work.ts';

const HandOverDialog = lazy(async () => ({
  default: (await import('./hand-over-dialog.tsx')).HandOverDialog,
}));

/** P06: to another account. The line’s page leads here with `#hand-over`. */
export function HandOverPanel({ line }: { line: LineDetail }) {
  if (!line.mayHandOver && !line.handover) return null;
  return <HandOver line={line} />;
}

function HandOver({ line }: { line: LineDetail }) {
  const { i18n } = useLingui();
  const heading = useRef<HTMLHeadingElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const refresh = useRefresh();
  // Why it can't be offered may be over, or an offer may be answered.
  useLiveEvents(({ kind }) => {
    if (kind !== 'chat') void refresh([viewHandover]);
  });
  const view = useView(line.id, !line.handover);
  // A new key is a new question; the old one stays while it closes.
  const dialog = useFreshDialog();
  const offer = line.handover ?? view.data?.handover;
  const { data, error } = view;
  return (
    <LineSection
      aside={offer && <Badge tone="mark">{i18n.t('Offered')}</Badge>}
      heading={heading}
      id="hand-over"
      title={i18n.t('Hand this line over')}
    >
      <div aria-live="polite" className="grid measure gap-2 wrap-anywhere">
        {offer ? (
          <OfferWords offer={offer} />
        ) : (
          <>
            <p className="text-ink-soft">
              {i18n.t(
                'To a relative or somebody you trust, with an account of their own here. The number, the plan and the paid days go to their account. Your cards and your history stay in yours.',
              )}
            </p>
            {!error && data?.last && <LastWords last={data.last} />}
            {error?.reason && <p>{error.message}</p>}
          </>
        )}
      </div>
      {offer ? (
        <TakeBack id={line.id} onDone={() => heading.current?.focus()} />
      ) : error ? (
        error.reason ? (
          <WayOn id={line.id} reason={error.reason} />
        ) : (
          <p className="mt-2 flex flex-wrap items-center gap-x-3 text-ink-soft">
            {i18n.t('Whether it can be handed over now didn’t load.')}
            <Button loading={view.isFetching} onClick={() => void view.refetch()} variant="quiet">
              {i18n.t('Try again')}
            </Button>
          </p>
        )
      ) : data ? (
        <Ask ask={dialog.ask} button={button} />
      ) : (
        <div aria-busy="true" className="mt-5">
          <Skeleton className="h-13 w-56" />
          <p className="sr-only" role="status">
            {i18n.t('Loading')}
          </p>
        </div>
      )}
      {dialog.show((shown) => (
        <HandOverDialog
          // Its button is gone once the line is offered.
          finalFocus={() => (dialog.isFinished ? null : button.current) ?? heading.current}
          line={line}
          {...shown}
        />
      ))}
    </LineSection>
  );
}

/** That it can't be offered now is no failure to report: nobody has asked for it. */
function useView(id: string, enabled: boolean) {
  const call = useCall();
  return useQuery<OutputOf<typeof viewHandover>, CallFailed>({
    queryKey: [viewHandover.name, { id }],
    queryFn: ({ signal }) => call(viewHandover, { id }, { signal, quiet: true }),
    staleTime: 0,
    refetchOnWindowFocus: true,
    enabled,
  });
}

function OfferWords({ offer }: { offer: LineHandover }) {
  const { i18n } = useLingui();
  const { brand, language } = usePage();
  return (
    <>
      <p>
        {i18n.t('You offered this line to {email}. It can be accepted until {date}.', {
          email: offer.to,
          date: dateAlone(offer.until, brand.timeZone, language),
        })}
      </p>
      <p className="text-ink-soft">
        {i18n.t(
          'Until somebody accepts, it’s your line: it works as before, and you pay for it. You can take the offer back. If you end the line or put it on hold, the offer is over.',
        )}
      </p>
    </>
  );
}

interface LastWordsProps {
  last: { readonly to: string; readonly why: OfferOver; readonly at: string };
}

function LastWords({ last: { to, why, at } }: LastWordsProps) {
  const { i18n } = useLingui();
  const { brand, language } = usePage();
  return (
    <p className="text-ink-soft">
      {lastWords(i18n, why, { email: to, date: dateAlone(at, brand.timeZone, language) })}
    </p>
  );
}

function lastWords(i18n: I18n, why: OfferOver, values: { email: string; date: string }): string {
  switch (why) {
    case 'declined':
      return i18n.t('Your last offer, to {email}, was declined on {date}.', values);
    case 'withdrawn':
      return i18n.t('Your last offer, to {email}, was taken back on {date}.', values);
    case 'expired':
      return i18n.t(
        'Your last offer, to {email}, expired on {date}: nobody had accepted it.',
        values,
      );
    case 'dropped':
      return i18n.t(
        'Your last offer, to {email}, ended on {date}: the line couldn’t be handed over anymore.',
        values,
      );
  }
}

interface AskProps {
  ask: () => void;
  button: RefObject<HTMLButtonElement | null>;
}

function Ask({ ask, button }: AskProps) {
  const { i18n } = useLingui();
  const isAgent = useIsAgent();
  return isAgent ? (
    <p className="mt-4 text-ink-soft">{i18n.t('Only the customer can hand this line over.')}</p>
  ) : (
    <Button className="mt-5" onClick={ask} ref={button} variant="secondary">
      {i18n.t('Hand this line over')}
    </Button>
  );
}

function TakeBack({ id, onDone }: { id: string; onDone: () => void }) {
  const { i18n } = useLingui();
  const isAgent = useIsAgent();
  const work = useWork();
  const withdraw = useSend(withdrawOffer, {
    refresh: [viewHandover, viewLine, listLines],
    onDone,
  });
  if (isAgent) {
    return (
      <p className="mt-4 text-ink-soft">{i18n.t('Only the customer can take the offer back.')}</p>
    );
  }
  return (
    <Button
      className="mt-5"
      loading={work.loading}
      onClick={() => void work.run(async (signal) => void (await withdraw({ id }, signal)))}
      variant="secondary"
    >
      {i18n.t('Take it back')}
    </Button>
  );
}

/** What can be done about it. */
function WayOn({ id, reason }: { id: string; reason: string }): ReactNode {
  const { i18n } = useLingui();
  const isAgent = useIsAgent();
  switch (reason) {
    case 'sim_locked':
    case 'number_locked':
      return (
        <TextLink className="mt-1 inline-flex min-h-11 items-center" to={linePlace(id, 'locks')}>
          {i18n.t('See the locks')}
        </TextLink>
      );
    case 'given':
      return (
        <TextLink
          className="mt-1 inline-flex min-h-11 items-center"
          to={linePlace(id, 'household')}
        >
          {i18n.t('See who has it')}
        </TextLink>
      );
    case 'plan_noted':
      return (
        <TextLink className="mt-1 inline-flex min-h-11 items-center" to={linePlace(id, 'plan')}>
          {i18n.t('See the plan')}
        </TextLink>
      );
    case 'transfer_pin':
      return (
        <TextLink className="mt-1 inline-flex min-h-11 items-center" to={linePlace(id, 'number')}>
          {i18n.t('See the transfer PIN')}
        </TextLink>
      );
    case 'too_few_days':
      return isAgent ? null : (
        <ButtonLink className="mt-5" to={`${linePage(id)}/renew`} variant="secondary">
          {i18n.t('Pay for the next 30 days')}
        </ButtonLink>
      );
    default:
      return null;
  }
}
