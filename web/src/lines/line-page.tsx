import { useLingui } from '@lingui/react';
import { dateAlone } from '@portside/contract/formats';
import { phone } from '@portside/contract/phone';
import type { LineDetail } from '@portside/contract/line-detail';
import { roomOf, lineRoom } from '@portside/contract/line-rooms';
import { type ComponentType, type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { RedirectPage } from '../ui/redirect-page.tsx';
import { useArrival } from '../api/arrival.ts';
import { usePage } from '../api/page.tsx';
import { Badge } from '../ui/badge.tsx';
import { Flag } from '../ui/flag.tsx';
import { Icon } from '../ui/icon.tsx';
import { CardInMail } from './card-in-mail-panel.tsx';
import { HouseholdNote } from './household-note-tile.tsx';
import { mayWith, nextOf } from './line-acts.ts';
import { LineFacts } from './line-fact-panel.tsx';
import { statusTones } from './line-fact-tile.tsx';
import { LineFigures } from './line-figure-list.tsx';
import { LineHead } from './line-head-tile.tsx';
import { nextWords } from './line-next.ts';
import { LineRooms, LostPhoneLink } from './line-room-list.tsx';
import { lineWords, nicknameOf } from './line-words.ts';
import { NeedList, notesOf } from './need-list.tsx';
import { NextStep } from './next-step-tile.tsx';
import { OfferNote } from './offer-note-tile.tsx';
import { NoLineTile } from './no-line-tile.tsx';
import { PriceRise } from './price-rise-tile.tsx';
import { SimSetUp } from './sim-set-up-tile.tsx';
import { useHashTarget } from './use-hash-target.ts';
import { useLine } from './use-line.ts';
import { useNeeds } from './use-needs.ts';

interface LinePageProps {
  id: string;
  /** Beside the payment. */
  autopay: ComponentType<{ line: LineDetail; afterwards: () => HTMLElement | null }>;
  /** Below the thanks for a payment: what else is said on arrival. */
  arrived: (line: LineDetail) => ReactNode;
  /** The carrier blocks lines. */
  blocks: boolean;
}

/** A line at a glance, and the ways to everything else of it (K01). */
export function LinePage(props: LinePageProps) {
  const { hash, state } = useLocation();
  const room = roomOf(hash.slice(1));
  // Addresses of before, in emails and bookmarks.
  if (room) return <RedirectPage state={state} to={lineRoom(props.id, room) + hash} />;
  return <Overview {...props} />;
}

function Overview({ id, autopay: Autopay, arrived, blocks }: LinePageProps) {
  const { i18n } = useLingui();
  const answer = useLine(id);
  const line = answer.data;
  const heading = useRef<HTMLHeadingElement>(null);
  useHashTarget('#next', heading);
  const number = line && (line.mdn ? phone(line.mdn) : i18n.t('Number on its way'));
  const goesOn = line && line.status !== 'ended';
  return (
    <>
      <LineHead
        back={{ to: '/dashboard', name: i18n.t('Dashboard'), className: 'max-md:hidden' }}
        below={line && [nicknameOf(line), line.plan.retailName].filter(Boolean).join(' · ')}
        heading={heading}
        title={number ?? i18n.t('Your line')}
      />
      {line ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-8">
          <PaidNote line={line} />
          {arrived(line)}
          <LineNeeds line={line} />
          <section aria-label={i18n.t('At a glance')} className="tile bg-surface pt-(--tile-edge)">
            <NextStepPanel line={line}>
              <NextStep afterwards={() => heading.current} line={line} />
              {nextOf(line) !== 'renew' && (
                <SimSetUp
                  afterwards={() => heading.current}
                  isNext={line.nextAction === 'set_up_sim'}
                  line={line}
                />
              )}
              {goesOn && mayWith(line, 'own') && (
                <Autopay afterwards={() => heading.current} line={line} />
              )}
            </NextStepPanel>
            {goesOn && (
              <div className="border-t px-4 md:px-8">
                <LineFigures autopay={line.autopay} line={line} />
                <PriceRise className="border-t py-4" line={line} />
              </div>
            )}
          </section>
          {goesOn ? (
            <>
              <LineRooms line={line} />
              {blocks && line.mdn !== '' && (
                <p className="-mt-2">
                  <LostPhoneLink id={id} />
                </p>
              )}
            </>
          ) : (
            <LineFacts line={line} />
          )}
        </div>
      ) : (
        <NoLineTile answers={[answer]} failed={i18n.t('Your line didn’t load')} />
      )}
    </>
  );
}

/** What else needs the customer; when to pay, and how it stands, is below. */
function LineNeeds({ line }: { line: LineDetail }) {
  const notes = notesOf(useNeeds()?.needs ?? [], line).filter(
    // Said below with the day it is paid until.
    ({ code }) => code !== 'autopay_declined',
  );
  if (notes.length === 0) return null;
  return (
    <div aria-live="polite">
      <NeedList needs={notes} />
    </div>
  );
}

/** Right after a payment. */
function PaidNote({ line }: { line: LineDetail }) {
  const { i18n } = useLingui();
  const { brand, language } = usePage();
  const place = useRef<HTMLParagraphElement>(null);
  const shows = useArrival('paid') === true && line.paidUntil !== null;
  useEffect(() => {
    if (shows) place.current?.focus();
  }, [shows]);
  if (!shows) return null;
  return (
    <p
      className="flex gap-3 remark-shape border-good bg-good-soft px-4 py-3"
      ref={place}
      role="status"
      tabIndex={-1}
    >
      <Icon className="mt-0.5 text-good" name="check" size={20} />
      {i18n.t('Thank you! This line is paid until {date}. We’ll email your receipt.', {
        date: dateAlone(line.paidUntil ?? '', brand.timeZone, language),
      })}
    </p>
  );
}

/** What happens next and on which day, and what to do. */
function NextStepPanel({ line, children }: { line: LineDetail; children: ReactNode }) {
  const { i18n } = useLingui();
  const page = usePage();
  const needs = useNeeds()?.needs ?? [];
  const need = mayWith(line, 'own')
    ? needs.find(({ code, lineId }) => code === 'port_in_details' && lineId === line.id)
    : undefined;
  const wants = line.status === 'active' ? undefined : need?.message;
  return (
    <div className="flex flex-col gap-4 p-4 md:flex-row md:gap-8 md:p-8">
      <Flag
        className="size-11 max-md:hidden md:size-16"
        key={line.status}
        name={line.status}
        size={64}
      />
      <div className="min-w-0">
        <div aria-live="polite" className="flex flex-col items-start gap-2">
          <Badge tone={wants === undefined ? statusTones[line.status] : 'fail'}>
            {lineWords(i18n, line, wants).state}
          </Badge>
          <p className="measure">{nextWords(i18n, line, page, wants)}</p>
        </div>
        <OfferNote className="mt-4" line={line} />
        {/* Whoever has it is told above. */}
        {line.household?.as === 'holder' && <HouseholdNote className="mt-4" line={line} />}
        <CardInMail line={line} />
        <div className="mt-4 flex flex-wrap gap-3 empty:hidden max-xs:grid">{children}</div>
      </div>
    </div>
  );
}
