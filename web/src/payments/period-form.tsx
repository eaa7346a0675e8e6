import { useLingui } from '@lingui/react';
import { useState } from 'react';
import { usePage } from '../api/page.tsx';
import { Select } from '../ui/select.tsx';
import { changePeriod, monthChoices, type Period, yearChoices } from './order-history-period.ts';

interface PeriodFormProps {
  period: Period;
  onChange: (period: Period) => void;
  /** D17. */
  future?: boolean | undefined;
}

export function PeriodForm({ period, onChange, future }: PeriodFormProps) {
  const { i18n } = useLingui();
  const { brand, language } = usePage();
  const [now] = useState(() => new Date());
  const all = { value: '', label: i18n.t('All') };
  const years = yearChoices(now, brand.timeZone, future);
  const change = (part: Partial<Period>) =>
    onChange(changePeriod(period, part, now, brand.timeZone));
  return (
    <>
      <Select
        label={i18n.t('Month')}
        name="month"
        onChange={(month) => change({ month })}
        options={[all, ...monthChoices(language)]}
        value={period.month}
      />
      <Select
        label={i18n.t('Year')}
        name="year"
        onChange={(year) => change({ year })}
        options={[all, ...years.map((year) => ({ value: year, label: year }))]}
        value={period.year}
      />
    </>
  );
}
