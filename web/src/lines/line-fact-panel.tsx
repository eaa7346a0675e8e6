import { useLingui } from '@lingui/react';
import { dateAlone } from '@portside/contract/formats';
import type { LineDetail } from '@portside/contract/line-detail';
import { usePage } from '../api/page.tsx';
import { DaysWait } from './days-wait-tile.tsx';
import { Fact, PlanAndSim } from './line-fact-tile.tsx';
import { LineSection } from './line-section-panel.tsx';

/** The SIM's number, and the 30 days. */
export function LineFacts({ line }: { line: LineDetail }) {
  const { i18n } = useLingui();
  const { brand, language } = usePage();
  const day = (moment: string) => dateAlone(moment, brand.timeZone, language);
  const { period, paidUntil, paidAhead } = line;
  const { acceptedAt } = line.handover ?? {};
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
        {line.takenOverAt && <Fact name={i18n.t('Taken over on')}>{day(line.takenOverAt)}</Fact>}
        {acceptedAt ? (
          <Fact name={i18n.t('Handed over on')}>{day(acceptedAt)}</Fact>
        ) : (
          <Fact name={i18n.t('These 30 days')}>
            {period
              ? i18n.t('{from} to {to}', { from: day(period.from), to: day(period.to) })
              : paidUntil
                ? i18n.t('Paid until {date}', { date: day(paidUntil) })
                : line.status === 'ended'
                  ? '-'
                  : i18n.t('Set at activation')}
            {period && paidAhead && paidUntil && (
              <span className="block">{i18n.t('Paid until {date}', { date: day(paidUntil) })}</span>
            )}
            <DaysWait line={line} />
          </Fact>
        )}
      </dl>
    </LineSection>
  );
}
