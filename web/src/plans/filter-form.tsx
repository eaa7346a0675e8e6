import { useLingui } from '@lingui/react';
import type { Plan } from '@portside/contract/plans';
import { Select } from '../ui/select.tsx';
import { choices, type ShopFilter } from './shop-filter.ts';

interface FilterFormProps {
  plans: readonly Plan[];
  filter: ShopFilter;
  onChange: (filter: ShopFilter) => void;
  count: number;
}

export function FilterForm({ plans, filter, onChange, count }: FilterFormProps) {
  const { i18n } = useLingui();
  const { data, price } = choices(plans);
  return (
    <div aria-label={i18n.t('Filter the plans')} role="group">
      <div className="fields-beside gap-3">
        <Select
          label={i18n.t('Data')}
          name="data"
          onChange={(value) => onChange({ ...filter, data: value })}
          options={[
            { value: '', label: i18n.t('Any') },
            ...data.map((value) => ({
              value,
              label:
                value === 'unlimited'
                  ? i18n.t('Unlimited')
                  : i18n.t('{gigabytes} GB or more', { gigabytes: value }),
            })),
          ]}
          value={filter.data}
        />
        <Select
          label={i18n.t('Price')}
          name="price"
          onChange={(value) => onChange({ ...filter, price: value })}
          options={[
            { value: '', label: i18n.t('Any') },
            ...price.map((value) => ({
              value,
              label: i18n.t('Up to {amount}', { amount: `$${value}` }),
            })),
          ]}
          value={filter.price}
        />
      </div>
      <p aria-live="polite" className="mt-2 min-h-6 text-fine text-ink-soft">
        {i18n.t('{count, plural, one {# plan} other {# plans}}', { count })}
      </p>
    </div>
  );
}
