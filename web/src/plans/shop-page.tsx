import { useLingui } from '@lingui/react';
import { useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { useCan, usePage } from '../api/page.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { AddOnList } from './add-on-list.tsx';
import { ComparePanel } from './compare-panel.tsx';
import { FilterForm } from './filter-form.tsx';
import { LabelTile } from './label-tile.tsx';
import { loadShop } from './load-shop.ts';
import { PlanList } from './plan-list.tsx';
import { PrepayTile } from './prepay-tile.tsx';
import { PriceForm, PriceTile } from './price-form.tsx';
import { filtered } from './shop-filter.ts';
import { type PlacePrices, priceOf } from './place-prices.ts';

export const loader = (args: LoaderFunctionArgs) => loadShop(args);

const any = { data: '', price: '' };

/** A02. */
export function Component() {
  const { i18n } = useLingui();
  const { product } = usePage().brand;
  const can = useCan();
  const { plans, addOns, labels, files, open } = useLoaderData<typeof loader>();
  const [filter, setFilter] = useState(any);
  const [prices, setPrices] = useState<PlacePrices>();
  const shown = filtered(plans, filter);
  return (
    <div className="page py-12 md:py-20">
      <div className="grid gap-x-12 gap-y-4 md:grid-cols-[3fr_2fr] md:items-end">
        <h1 className="text-display">{i18n.t('{product} Plans', { product })}</h1>
        <p className="measure text-lead text-ink-soft">
          {i18n.t(
            'Every plan covers 30 days. No contract, nothing renews unless you turn on autopay, and you can bring your number.',
          )}
        </p>
      </div>
      {plans.length === 0 ? (
        <EmptyState className="mt-10" level={2} title={i18n.t('No plans are on sale right now')}>
          {i18n.t('Please come back later, or contact us.')}
        </EmptyState>
      ) : (
        <>
          <div className="my-10 grid gap-x-12 gap-y-6 border-y py-6 md:grid-cols-[2fr_3fr] md:items-start">
            <PriceForm onPrices={setPrices} prices={prices} />
            <FilterForm count={shown.length} filter={filter} onChange={setFilter} plans={plans} />
          </div>
          {shown.length === 0 ? (
            <EmptyState
              action={
                <Button onClick={() => setFilter(any)} variant="secondary">
                  {i18n.t('Show all plans')}
                </Button>
              }
              level={2}
              title={i18n.t('No plan has that much data at that price')}
            >
              {i18n.t('Take less data or a higher price.')}
            </EmptyState>
          ) : (
            <>
              {shown.length > 1 && <ComparePanel plans={shown} prices={prices} />}
              <div className="plan-strip">
                <PlanList
                  below={({ id }) => {
                    const label = labels.find((one) => one.planId === id);
                    return label && <LabelTile folded={!open} label={label} />;
                  }}
                  level={2}
                  plans={shown}
                  price={(plan) => (
                    <>
                      <PrepayTile plan={plan} />
                      <PriceTile price={priceOf(prices, plan.id)} />
                    </>
                  )}
                />
              </div>
            </>
          )}
          {can.has('allowances') && <AddOnList addOns={addOns} />}
          <p className="measure mt-8 text-fine text-ink-soft">
            {i18n.t(
              'Prices are for the plan only. Taxes and fees depend on your ZIP Code; you see each one before you pay.',
            )}
            {files && labels.length > 0 && (
              <>
                {' '}
                <a className="text-action underline" href="/broadband-facts.csv">
                  {i18n.t('All Broadband Facts as a file (CSV)')}
                </a>
              </>
            )}
          </p>
        </>
      )}
    </div>
  );
}
