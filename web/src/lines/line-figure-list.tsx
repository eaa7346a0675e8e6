import { useLingui } from '@lingui/react';
import { dateAlone, money } from '@portside/contract/formats';
import type { LineDetail } from '@portside/contract/line-detail';
import type { Line } from '@portside/contract/lines';
import { usageAmount, usageLeft } from '@portside/contract/usage-amount';
import { useCan, usePage } from '../api/page.tsx';
import { CreditFirst } from '../ui/credit-first.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { mayWith } from './line-acts.ts';
import { Fact } from './line-fact-tile.tsx';
import { useNeeds, useNeedsPending } from './use-needs.ts';
import { isPast } from '../ui/is-past.ts';
import { DaysWait } from './days-wait-tile.tsx';

interface LineFiguresProps {
  line: Line;
  /** Undefined while it loads, null where it did not. */
  autopay: LineDetail['autopay'] | null | undefined;
}

/** A line at a glance: data left, paid until, next charge (K01). */
export function LineFigures({ line, autopay }: LineFiguresProps) {
  const { i18n } = useLingui();
  const { brand, language } = usePage();
  const day = (moment: string) => dateAlone(moment, brand.timeZone, language);
  const canTell = useCan().has('usage');
  const { paidUntil } = line;
  const { acceptedAt } = line.handover ?? {};
  const isOver = line.status === 'ended' || (paidUntil !== null && isPast(paidUntil));
  return (
    <dl className="md:grid md:auto-cols-fr md:grid-flow-col">
      {line.status === 'active' && canTell && mayWith(line, 'use') && <DataLeft id={line.id} />}
      {acceptedAt ? (
        // What is paid for went with it.
        <Fact name={i18n.t('Handed over on')}>{day(acceptedAt)}</Fact>
      ) : (
        <Fact name={isOver ? i18n.t('Was paid until') : i18n.t('Paid until')}>
          {paidUntil ? day(paidUntil) : line.status === 'ended' ? '-' : i18n.t('Set at activation')}
          <DaysWait line={line} />
        </Fact>
      )}
      {line.status !== 'ended' && mayWith(line, 'pay') && (
        <Fact name={i18n.t('Next charge')}>
          {autopay === undefined ? (
            <FigurePlace />
          ) : autopay?.nextCharge ? (
            <>
              {i18n.t('{amount} on {date}', {
                amount: money(autopay.nextCharge.amount, language),
                date: day(autopay.nextCharge.on),
              })}
              <CreditFirst credit={autopay.nextCharge.credit} />
            </>
          ) : autopay?.chargesOn ? (
            day(autopay.chargesOn)
          ) : autopay?.on === false && !line.endsOn ? (
            i18n.t('None, autopay is off')
          ) : autopay ? (
            i18n.t('None')
          ) : (
            '-'
          )}
        </Fact>
      )}
    </dl>
  );
}

function DataLeft({ id }: { id: string }) {
  const { i18n } = useLingui();
  const { language } = usePage();
  const lines = useNeeds()?.data;
  const isPending = useNeedsPending();
  const data = lines?.find(({ lineId }) => lineId === id);
  if (!data) return <Fact name={i18n.t('Data left')}>{isPending ? <FigurePlace /> : '-'}</Fact>;
  const { used, limit } = data;
  if (limit === undefined) {
    return (
      <Fact name={i18n.t('Data')}>
        {i18n.t('{used} used', { used: usageAmount(used, 'MB', language) })}
      </Fact>
    );
  }
  return (
    <Fact name={i18n.t('Data left')}>
      {i18n.t('{left} of {limit}', {
        left: usageLeft({ used, limit, unit: 'MB' }, language),
        limit: usageAmount(limit, 'MB', language),
      })}
    </Fact>
  );
}

const FigurePlace = () => <Skeleton className="ms-auto h-[1lh] w-24 md:ms-0" />;
