import { useLingui } from '@lingui/react';
import { dateAlone, dateAndTime } from '@portside/contract/formats';
import type { LineDetail } from '@portside/contract/line-detail';
import type { Usage } from '@portside/contract/usage';
import { useState } from 'react';
import { usePage } from '../api/page.tsx';
import { LineSection } from '../lines/line-section-panel.tsx';
import { Button } from '../ui/button.tsx';
import { FailedLoad } from '../ui/failed-load.tsx';
import { Icon } from '../ui/icon.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useUsage } from './use-usage.ts';
import { UsageAlerts } from './usage-alerts-form.tsx';
import { UsageDays } from './usage-days-tile.tsx';
import { UsageMeters } from './usage-meter-list.tsx';
import { isPast } from '../ui/is-past.ts';

/** K11: what a line used in this period and the three before it. */
export function UsagePanel({ line }: { line: LineDetail }) {
  const { id } = line;
  const { i18n } = useLingui();
  const [period, setPeriod] = useState(0);
  const { data: usage, isPending, isFetching, isPlaceholderData, refetch } = useUsage(id, period);
  // Nothing of past days is left, nor of the last ones of a line that is paused.
  const to = usage?.period?.to;
  const isOver = to !== undefined && isPast(to);
  return (
    <LineSection id="usage" title={i18n.t('Usage')}>
      {usage ? (
        usage.period ? (
          <>
            <Periods onPick={setPeriod} period={period} usage={usage} waits={isPlaceholderData} />
            {period === 0 && (isOver ? <Over /> : <AsOf usage={usage} />)}
            <div
              aria-busy={isPlaceholderData}
              className="mt-6 grid gap-x-16 gap-y-10 md:grid-cols-2"
            >
              <UsageMeters isOver={isOver} meters={usage.meters} />
              <div className="min-w-0">
                <UsageDays days={usage.days} />
              </div>
            </div>
            <div className="mt-8">
              <UsageAlerts id={id} />
            </div>
          </>
        ) : (
          <p className="measure text-ink-soft">
            {i18n.t('You’ll see your usage here once this line is active.')}
          </p>
        )
      ) : isPending ? (
        <div aria-busy="true">
          {/* As tall as what comes, so that the sections below stay where they are. */}
          <Skeleton className={line.period ? 'h-[43rem] w-full md:h-[32rem]' : 'h-6 w-full'} />
          <p className="sr-only" role="status">
            {i18n.t('Loading')}
          </p>
        </div>
      ) : (
        <FailedLoad
          level={3}
          loading={isFetching}
          onRetry={() => void refetch()}
          title={i18n.t('Your usage didn’t load')}
        />
      )}
    </LineSection>
  );
}

function Periods(props: {
  usage: Usage;
  period: number;
  waits: boolean;
  onPick: (period: number) => void;
}) {
  const { i18n } = useLingui();
  const { brand, language } = usePage();
  const { usage, period, waits, onPick } = props;
  const day = (moment = '') => dateAlone(moment, brand.timeZone, language);
  const { from, to } = usage.period ?? {};
  return (
    <div className="-ms-3 flex items-center gap-1">
      {usage.periods > 1 && (
        <Step
          disabled={waits || period + 1 >= usage.periods}
          icon="chevron-left"
          label={i18n.t('The 30 days before')}
          onPress={() => onPick(period + 1)}
        />
      )}
      <p aria-live="polite" className="px-3 tabular-nums">
        {i18n.t('{from} to {to}', { from: day(from), to: day(to) })}
      </p>
      {usage.periods > 1 && (
        <Step
          disabled={waits || period === 0}
          icon="chevron-right"
          label={i18n.t('The 30 days after')}
          onPress={() => onPick(period - 1)}
        />
      )}
    </div>
  );
}

function Step(props: {
  icon: 'chevron-left' | 'chevron-right';
  label: string;
  disabled: boolean;
  onPress: () => void;
}) {
  return (
    // It keeps the focus at the last one.
    <Button
      aria-disabled={props.disabled || undefined}
      aria-label={props.label}
      className="min-w-11 aria-disabled:opacity-40"
      onClick={() => {
        if (!props.disabled) props.onPress();
      }}
      variant="quiet"
    >
      <Icon name={props.icon} size={20} />
    </Button>
  );
}

function Over() {
  const { i18n } = useLingui();
  return <p className="mt-1 text-fine text-ink-soft">{i18n.t('These 30 days are over.')}</p>;
}

function AsOf({ usage: { asOf, isOld } }: { usage: Usage }) {
  const { i18n } = useLingui();
  const { brand, language } = usePage();
  if (asOf === null) {
    return (
      <p className="mt-1 text-fine text-ink-soft">
        {i18n.t('The network hasn’t told us yet what this line used.')}
      </p>
    );
  }
  const at = dateAndTime(asOf, brand.timeZone, language);
  if (!isOld) {
    return (
      <p className="mt-1 text-fine text-ink-soft">{i18n.t('As of {moment}', { moment: at })}</p>
    );
  }
  return (
    <p className="mt-3 flex measure gap-3 remark-shape border-mark bg-mark-soft px-4 py-3">
      <Icon className="mt-0.5" name="clock" size={20} />
      {i18n.t(
        'As of {moment}, more than six hours ago. What you’ve used since then isn’t counted yet.',
        {
          moment: at,
        },
      )}
    </p>
  );
}
