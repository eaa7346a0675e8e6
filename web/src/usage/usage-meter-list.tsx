import type { I18n } from '@lingui/core';
import { useLingui } from '@lingui/react';
import type { Meter } from '@portside/contract/usage';
import { usageAmount, usageLeft } from '@portside/contract/usage-amount';
import { useId } from 'react';
import { usePage } from '../api/page.tsx';
import { classes } from '../ui/classes.ts';
import { Icon } from '../ui/icon.tsx';

const NEARLY = 0.8;

const nameOf = (i18n: I18n, kind: Meter['kind']): string =>
  ({
    data: i18n.t('Data'),
    hotspot: i18n.t('Hotspot'),
    roaming: i18n.t('Data abroad'),
    talk: i18n.t('Minutes'),
    text: i18n.t('Messages'),
  })[kind];

interface UsageMetersProps {
  meters: readonly Meter[];
  /** Their days have ended. */
  isOver: boolean;
}

export function UsageMeters({ meters, isOver }: UsageMetersProps) {
  return (
    <ul className="grid max-w-xl content-start gap-7">
      {meters.map((meter) => (
        <li key={meter.kind}>
          <UsageMeter isOver={isOver} meter={meter} />
        </li>
      ))}
    </ul>
  );
}

function UsageMeter({ meter, isOver }: { meter: Meter; isOver: boolean }) {
  const { i18n } = useLingui();
  const { language } = usePage();
  const id = useId();
  const { kind, used, limit, unit } = meter;
  const inWords = (amount: number) => usageAmount(amount, unit, language);
  const told = limit
    ? i18n.t('{used} of {limit}', { used: inWords(used), limit: inWords(limit) })
    : i18n.t('{used} used', { used: inWords(used) });
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h3 className="font-strong" id={id}>
          {nameOf(i18n, kind)}
        </h3>
        <p className="tabular-nums">{told}</p>
      </div>
      {limit !== undefined && (
        <div
          aria-labelledby={id}
          aria-valuemax={limit}
          aria-valuemin={0}
          aria-valuenow={Math.min(used, limit)}
          aria-valuetext={told}
          className="mt-2 h-3 overflow-hidden rounded-full border border-edge bg-fog forced-colors:bg-[Canvas]"
          role="meter"
        >
          <div
            className={classes(
              'h-full min-w-1 motion forced-colors:bg-[Highlight]',
              used >= limit ? 'bg-fail' : 'bg-action',
            )}
            style={{ width: `${Math.min(100, (used / limit) * 100)}%` }}
          />
        </div>
      )}
      {!isOver && <MeterNote meter={meter} />}
    </>
  );
}

function MeterNote({ meter: { kind, used, limit, unit, ofData, over } }: { meter: Meter }) {
  const { i18n } = useLingui();
  const { language } = usePage();
  if (over) {
    return (
      <p className="mt-2 flex gap-2 font-strong">
        <Icon className="mt-0.5 text-fail" name="warning" size={20} />
        {over}
      </p>
    );
  }
  if (limit === undefined) {
    // Abroad a plan or pass has what it has at home, or nothing: no limit of its own is told.
    if (kind === 'roaming' && !ofData) return null;
    return (
      <p className="mt-1 text-fine text-ink-soft">
        {ofData ? i18n.t('Counts toward your plan’s data') : i18n.t('No limit')}
      </p>
    );
  }
  const left = i18n.t('{left} left', {
    left: usageLeft({ used, limit, unit }, language),
  });
  return (
    <p className="mt-1 flex items-center gap-2 text-fine text-ink-soft tabular-nums">
      {used >= limit * NEARLY && <Icon className="text-ink" name="warning" size={16} />}
      {left}
    </p>
  );
}
