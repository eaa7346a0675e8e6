/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- a
   browser forgets a table's own roles where its rows are laid out as grids */
import { useLingui } from '@lingui/react';
import type { Plan, PlanTerms } from '@portside/contract/plans';
import type { ReactNode } from 'react';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { Flag } from '../ui/flag.tsx';
import { Price } from '../ui/price.tsx';
import { signalOf } from '../ui/signal.ts';
import { useChoosePlan } from './choose-plan.ts';
import { type PlacePrices, priceOf } from './place-prices.ts';

interface ComparePanelProps {
  plans: readonly Plan[];
  prices: PlacePrices | undefined;
}

interface Term {
  readonly key: string;
  readonly head: string;
  readonly cell: (plan: Plan) => ReactNode;
}

/** So that nothing moves when the fonts arrive. What is not named shares the rest. */
const widths: Readonly<Record<string, string>> = {
  plan: 'desk:w-[18%]',
  price: 'desk:w-[12%]',
  data: 'desk:w-[12%]',
  hotspot: 'desk:w-[9.5%]',
  choose: 'desk:w-[10.7%]',
};

/** On narrow screens rows have two lines, so that all plans are in view at once. */
export function ComparePanel({ plans, prices }: ComparePanelProps) {
  const { i18n } = useLingui();
  const terms = useTerms(plans);
  // With prices for a place there are two columns more, which no font moves: a person asked for them.
  const widthOf = (column: string) => (prices ? undefined : widths[column]);
  return (
    <section aria-labelledby="compare" className="mb-14">
      <h2 className="mb-3 text-title" id="compare">
        {i18n.t('Compare the plans')}
      </h2>
      {/* With letters of 200 % on a phone, the table scrolls and the page does not. */}
      <div className="@container">
        <div className="relative @max-[17rem]:overflow-x-auto">
          <table
            className={classes(
              'w-full border-collapse text-start max-desk:block @max-[17rem]:min-w-[19rem]',
              !prices && 'desk:table-fixed',
            )}
            role="table"
          >
            <caption className="sr-only">{i18n.t('Plans, prices and what you get')}</caption>
            <thead
              className="sticky top-0 z-10 border-b-2 border-ink bg-ground max-desk:block"
              role="rowgroup"
            >
              <tr className="max-desk:grid max-desk:grid-cols-20" role="row">
                <Head quiet width={widthOf('plan')}>
                  {i18n.t('Plan')}
                </Head>
                <Head quiet width={widthOf('price')}>
                  {i18n.t('Price')}
                </Head>
                {prices && <Head quiet>{i18n.t('Today in {state}', { state: prices.state })}</Head>}
                {prices && <Head quiet>{i18n.t('Each month')}</Head>}
                {terms.map(({ key, head }) => (
                  <Head key={key} width={widthOf(key)}>
                    {head}
                  </Head>
                ))}
                <Head hidden quiet width={widthOf('choose')}>
                  {i18n.t('Choose')}
                </Head>
              </tr>
            </thead>
            <tbody className="max-desk:block" role="rowgroup">
              {plans.map((plan) => (
                <Row key={plan.id} plan={plan} prices={prices} terms={terms} />
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </section>
  );
}

/** Only terms that some plan has. */
function useTerms(plans: readonly Plan[]): Term[] {
  const { i18n } = useLingui();
  const none = i18n.t('None');
  const told = (head: string, key: keyof PlanTerms, nothing: string): Term => ({
    key,
    head,
    cell: ({ terms }) => (terms ? (terms[key] ?? nothing) : '–'),
  });
  const data: Term = {
    key: 'data',
    head: i18n.t('Data'),
    cell: ({ dataGb }) =>
      dataGb === null || dataGb === undefined
        ? i18n.t('Unlimited')
        : i18n.t('{gigabytes} GB', { gigabytes: String(dataGb) }),
  };
  if (!plans.some((plan) => plan.terms)) return [data];
  return [
    data,
    told(i18n.t('Slowed to'), 'slowedTo', i18n.t('Never')),
    told(i18n.t('Hotspot'), 'hotspot', none),
    told(i18n.t('Roaming'), 'roaming', none),
    told(i18n.t('Talk'), 'talk', none),
  ];
}

function Head({ quiet, hidden, width, children }: HeadProps) {
  return (
    <th
      className={classes(
        'py-2 pe-2 text-start text-fine font-strong desk:px-3 desk:first:ps-0',
        'max-desk:col-span-4',
        // Five columns in 288 px.
        'max-[359px]:pe-1 max-[359px]:text-[0.75rem]',
        'max-xs:min-h-[calc(2lh+1rem)]',
        quiet && 'max-desk:sr-only',
        width,
      )}
      role="columnheader"
      scope="col"
    >
      {hidden ? <span className="sr-only">{children}</span> : children}
    </th>
  );
}

interface HeadProps {
  /** The class of its column's width, where the table has fixed columns. */
  width?: string | undefined;
  /** For screen readers only, above two-line rows. */
  quiet?: boolean;
  /** For screen readers only. */
  hidden?: boolean;
  children: ReactNode;
}

function Row({ plan, prices, terms }: ComparedPlan) {
  const { i18n } = useLingui();
  const { chosen, choose } = useChoosePlan();
  const selected = plan.id === chosen;
  const here = priceOf(prices, plan.id);
  const cell = 'tabular-nums desk:px-3 desk:py-3';
  return (
    <tr
      className="border-b max-desk:grid max-desk:grid-cols-20 max-desk:items-center max-desk:py-2.5"
      data-selected={selected || undefined}
      role="row"
    >
      <th
        className={classes(cell, 'text-start font-strong max-desk:col-span-8 desk:ps-0')}
        role="rowheader"
        scope="row"
      >
        <span className="flex items-center gap-3">
          <Flag className="shrink-0 max-desk:hidden" name={signalOf(plan.flag)} size={28} />
          <span className="flex flex-wrap items-center gap-x-2">
            <a
              className="inline-flex min-h-6 items-center text-action underline max-desk:leading-tight"
              href={`#${plan.id}`}
            >
              {plan.retailName}
            </a>
            {plan.popular && (
              <Badge className="my-0.5" tone="mark">
                {i18n.t('Popular')}
              </Badge>
            )}
          </span>
        </span>
      </th>
      <td className={classes(cell, 'max-desk:col-span-6')} role="cell">
        <Price amount={plan.retailPrice} per="month" />
      </td>
      {prices && <PlaceCell amount={here?.today} className={cell} name={i18n.t('Today')} />}
      {prices && <PlaceCell amount={here?.monthly} className={cell} name={i18n.t('Each month')} />}
      {terms.map((term) => (
        <td
          className={classes(
            cell,
            'max-desk:col-span-4 max-desk:self-start max-desk:pe-2 max-desk:pt-1.5 max-desk:text-fine max-desk:leading-tight max-[359px]:pe-1 max-[359px]:text-[0.75rem]',
          )}
          key={term.key}
          role="cell"
        >
          {term.cell(plan)}
        </td>
      ))}
      <td
        className={classes(
          cell,
          'text-end max-desk:col-span-6 max-desk:col-start-15 max-desk:row-start-1 desk:pe-0',
        )}
        role="cell"
      >
        <Button
          aria-label={i18n.t('Choose {plan}', { plan: plan.retailName })}
          aria-pressed={selected}
          className="w-full px-3 xs:w-36 desk:w-full"
          icon={selected ? 'check' : undefined}
          onClick={() => choose(plan)}
          variant={selected || plan.popular ? 'primary' : 'secondary'}
        >
          {i18n.t('Choose')}
        </Button>
      </td>
    </tr>
  );
}

interface ComparedPlan {
  plan: Plan;
  prices: PlacePrices | undefined;
  terms: readonly Term[];
}

function PlaceCell({ amount, name, className }: PlaceCellProps) {
  return (
    <td className={classes(className, 'max-desk:col-span-10 max-desk:pt-1')} role="cell">
      <span aria-hidden="true" className="text-fine text-ink-soft desk:hidden">
        {name}{' '}
      </span>
      {amount !== undefined && <Price amount={amount} />}
    </td>
  );
}

interface PlaceCellProps {
  amount: number | undefined;
  name: string;
  className: string;
}
