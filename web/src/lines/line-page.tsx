import { useLingui } from '@lingui/react';
import { dateAlone, phone } from '@portside/contract/formats';
import type { LineDetail } from '@portside/contract/line-detail';
import { type ReactNode, useEffect, useRef } from 'react';
import { useArrival } from '../api/arrival.ts';
import { usePage } from '../api/page.tsx';
import { Badge } from '../ui/badge.tsx';
import { Flag } from '../ui/flag.tsx';
import { Icon } from '../ui/icon.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { Fact, PlanAndSim, statusTones } from './line-fact-tile.tsx';
import { nextWords } from './line-next.ts';
import { LineSection, LineSections, OnThisPage } from './line-section-panel.tsx';
import { lineWords, nicknameOf } from './line-words.ts';
import { NeedList, notesOf } from './need-list.tsx';
import { NextStep } from './next-step-tile.tsx';
import { SimSetUp } from './sim-set-up-tile.tsx';
import { useHashTarget } from './use-hash-target.ts';
import { NoLineTile } from './no-line-tile.tsx';
import { useLine } from './use-line.ts';
import { useNeeds } from './use-needs.ts';

interface LinePageProps {
  id: string;
  /** What else belongs to a line that has not ended. */
  children: (line: LineDetail) => ReactNode;
  /** Below the facts. */
  last?: (line: LineDetail) => ReactNode;
}

/** K01. */
export function LinePage({ id, children, last }: LinePageProps) {
  const { i18n } = useLingui();
  const answer = useLine(id);
  const line = answer.data;
  const heading = useRef<HTMLHeadingElement>(null);
  const number = line && (line.mdn ? phone(line.mdn) : i18n.t('Number on its way'));
  return (
    <>
      <BackToDashboard />
      <header className="mb-8 md:mb-10">
        <h1
          className="scroll-mt-24 text-display tabular-nums wrap-anywhere"
          ref={heading}
          tabIndex={-1}
        >
          {number ?? i18n.t('Your line')}
        </h1>
        <p className="mt-2 measure min-h-[1lh] text-lead text-ink-soft">
          {line && (nicknameOf(line) || line.plan.retailName)}
        </p>
      </header>
      {line ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-14">
          <div>
            <PaidNote line={line} />
            <LineNeeds line={line} />
            <NextPanel afterwards={() => heading.current} line={line} />
          </div>
          <LineSections>
            <OnThisPage />
            {line.status !== 'ended' && children(line)}
            <Facts line={line} />
            {line.status !== 'ended' && last?.(line)}
          </LineSections>
        </div>
      ) : (
        <NoLineTile answers={[answer]} failed={i18n.t('Your line didn’t load')} />
      )}
    </>
  );
}

function BackToDashboard() {
  const { i18n } = useLingui();
  return (
    <TextLink className="mb-4 inline-flex min-h-11 items-center gap-2" to="/dashboard">
      <Icon name="arrow-left" size={20} />
      {i18n.t('Dashboard')}
    </TextLink>
  );
}

/** What else needs the customer; when to pay, and how it stands, is below. */
function LineNeeds({ line }: { line: LineDetail }) {
  const notes = notesOf(useNeeds()?.needs ?? [], line.id);
  if (notes.length === 0) return null;
  return (
    <div aria-live="polite" className="mb-8">
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
      className="mb-8 flex gap-3 remark-shape border-good bg-good-soft px-4 py-3"
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

/** What happens next and on which day, with the one thing to do. */
function NextPanel({
  line,
  afterwards,
}: {
  line: LineDetail;
  afterwards: () => HTMLElement | null;
}) {
  const { i18n } = useLingui();
  const page = usePage();
  const heading = useRef<HTMLHeadingElement>(null);
  useHashTarget('#next', heading);
  return (
    <section aria-labelledby="next" className="tile bg-surface pt-(--tile-edge)">
      <div className="flex flex-col items-start gap-5 p-5 xs:flex-row md:gap-8 md:p-8">
        <Flag className="size-11 md:size-16" key={line.status} name={line.status} size={64} />
        <div className="min-w-0">
          <h2 className="mb-3 scroll-mt-24 text-title" id="next" ref={heading} tabIndex={-1}>
            {i18n.t('What happens next')}
          </h2>
          <div aria-live="polite" className="flex flex-col items-start gap-3">
            <Badge tone={statusTones[line.status]}>{lineWords(i18n, line, undefined).state}</Badge>
            <p className="measure">{nextWords(i18n, line, page)}</p>
          </div>
          <div className="mt-5 empty:hidden">
            <NextStep line={line} />
            {line.nextAction !== 'renew' && (
              <SimSetUp
                afterwards={afterwards}
                isNext={line.nextAction === 'set_up_sim'}
                line={line}
              />
            )}
          </div>
        </div>
      </div>
    </section>
  );
}

function Facts({ line }: { line: LineDetail }) {
  const { i18n } = useLingui();
  const { brand, language } = usePage();
  const day = (moment: string) => dateAlone(moment, brand.timeZone, language);
  const { period, paidUntil } = line;
  return (
    <LineSection id="facts" title={i18n.t('This line')}>
      <dl className="border-y md:flex">
        {/* A line that goes on has sections for them. */}
        {line.status === 'ended' && <PlanAndSim line={line} />}
        {line.status !== 'ended' && (
          <Fact name={line.simType === 'esim' ? i18n.t('eSIM') : i18n.t('SIM card')}>
            {line.iccid || i18n.t('It has no number yet')}
          </Fact>
        )}
        <Fact name={i18n.t('These 30 days')}>
          {period
            ? i18n.t('{from} to {to}', { from: day(period.from), to: day(period.to) })
            : paidUntil
              ? i18n.t('Paid until {date}', { date: day(paidUntil) })
              : line.status === 'ended'
                ? '-'
                : i18n.t('30 days from activation')}
        </Fact>
      </dl>
    </LineSection>
  );
}
