import { useLingui } from '@lingui/react';
import type { Plan } from '@portside/contract/plans';
import { Price } from '../ui/price.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { type PlacePrices, priceOf } from './place-prices.ts';

/** All plans in one table: data, price, and what they cost at a place once that is known. */
export function ComparePanel(props: { plans: readonly Plan[]; prices: PlacePrices | undefined }) {
  const { plans, prices } = props;
  const { i18n } = useLingui();
  const columns: Column<Plan>[] = [
    {
      key: 'plan',
      head: i18n.t('Plan'),
      cell: (plan) => (
        <a className="font-strong text-action underline" href={`#${plan.id}`}>
          {plan.retailName}
        </a>
      ),
    },
    {
      key: 'data',
      head: i18n.t('Data'),
      cell: (plan) =>
        plan.dataGb === null || plan.dataGb === undefined
          ? i18n.t('Unlimited')
          : i18n.t('{gigabytes} GB', { gigabytes: String(plan.dataGb) }),
    },
    {
      key: 'price',
      head: i18n.t('Plan price'),
      align: 'end',
      cell: (plan) => <Price amount={plan.retailPrice} per="month" />,
    },
  ];
  if (prices) {
    columns.push(
      {
        key: 'today',
        head: i18n.t('Today in {state}', { state: prices.state }),
        align: 'end',
        cell: (plan) => <PlacePrice amount={priceOf(prices, plan.id)?.today} />,
      },
      {
        key: 'monthly',
        head: i18n.t('Each month'),
        align: 'end',
        cell: (plan) => <PlacePrice amount={priceOf(prices, plan.id)?.monthly} />,
      },
    );
  }
  return (
    <section aria-labelledby="compare" className="mt-20">
      <h2 className="mb-6 text-heading" id="compare">
        {i18n.t('Compare the plans')}
      </h2>
      <Table
        caption={i18n.t('Plans with data and price')}
        columns={columns}
        rowKey={(plan) => plan.id}
        rows={plans}
      />
    </section>
  );
}

function PlacePrice({ amount }: { amount: number | undefined }) {
  return amount === undefined ? null : <Price amount={amount} />;
}
