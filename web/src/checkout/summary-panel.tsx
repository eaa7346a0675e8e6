import { useLingui } from '@lingui/react';
import type { Quote, QuotePart } from '@portside/contract/checkout';
import { money } from '@portside/contract/formats';
import { listLabels, type Plan } from '@portside/contract/plans';
import { PERIOD_DAYS } from '@portside/contract/period-days';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { useCall } from '../api/use-call.tsx';
import type { Cart } from '../cart/cart.ts';
import { LabelTile } from '../plans/label-tile.tsx';
import { termWords } from '../plans/prepay-words.ts';
import { classes } from '../ui/classes.ts';
import { Flag, signalAt } from '../ui/flag.tsx';
import { Icon } from '../ui/icon.tsx';
import { Price } from '../ui/price.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { quoteRows } from './quote-rows.ts';

interface SummaryPanelProps {
  plan: Plan;
  /** Further lines of the cart (P03). */
  more?: Cart['more'];
  quote: Quote | undefined;
  asking: boolean;
  zipCode: string;
  /** Autopay is chosen. */
  renews: boolean;
  /** Of the shop's price list, before there is a quote. */
  listed?: number | undefined;
  /** Being paid, or paid. */
  isOver?: boolean | undefined;
  children?: ReactNode;
}

/** On phones a bar that opens. */
export function SummaryPanel(props: SummaryPanelProps) {
  const { plan, more = [], quote, asking, zipCode, renews, listed, isOver, children } = props;
  const { i18n } = useLingui();
  const id = useId();
  const [open, setOpen] = useState(false);
  const due = quote?.finalCheckoutAmount ?? listed;
  const plans = [plan, ...more.map(({ item }) => item)];
  const monthly = plans.reduce((sum, { retailPrice }) => sum + retailPrice, 0);
  return (
    <aside
      aria-label={i18n.t('Order summary')}
      className="md:order-last max-md:sticky max-md:top-0 max-md:z-20 max-md:-mx-[clamp(1rem,0.1rem+3.7vw,2.5rem)] max-md:border-y max-md:bg-fog md:sticky md:top-6 md:h-fit md:rounded-tile md:border-t-(length:--tile-edge) md:border-ink md:bg-fog md:p-7"
    >
      <button
        aria-controls={id}
        aria-expanded={open}
        className="flex min-h-14 w-full items-center gap-3 px-[clamp(1rem,0.1rem+3.7vw,2.5rem)] text-start font-strong md:hidden"
        onClick={() => setOpen(!open)}
        type="button"
      >
        <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-3 py-1">
          <span>{i18n.t('Order summary')}</span>
          {due === undefined ? (
            <Price amount={monthly} per="month" />
          ) : (
            <span className="tabular-nums">{money(due)}</span>
          )}
        </span>
        <Icon className={classes('motion', open && 'rotate-180')} name="chevron-down" size={20} />
      </button>
      <div
        className={classes(
          'max-md:max-h-[60dvh] max-md:overflow-y-auto max-md:px-[clamp(1rem,0.1rem+3.7vw,2.5rem)] max-md:pb-6',
          !open && 'max-md:hidden',
        )}
        id={id}
      >
        {more.length > 0 ? (
          <PlansOfCart isOver={isOver} isPriced={quote !== undefined} plans={plans} />
        ) : (
          <div className="flex items-center gap-4 pb-5">
            <Flag name={signalAt(plan.flag)} size={44} />
            <div className="min-w-0">
              <h2 className="text-lead">{plan.retailName}</h2>
              {quote?.months ? (
                <p className="text-ink-soft">{termWords(i18n, quote.months)}</p>
              ) : (
                <Price amount={plan.retailPrice} className="text-ink-soft" per="month" />
              )}
            </div>
            <TextLink className="ms-auto inline-flex min-h-11 shrink-0 items-center" to="/cart">
              {i18n.t('Change')}
              <span className="sr-only"> {plan.retailName}</span>
            </TextLink>
          </div>
        )}
        <p className="sr-only" role="status">
          {quote && i18n.t('Total today: {total}', { total: money(quote.finalCheckoutAmount) })}
        </p>
        <div aria-busy={asking || undefined} className="border-t pt-3">
          {quote ? (
            <Bill quote={quote} renews={renews} zipCode={zipCode} />
          ) : asking ? (
            <div className="py-3">
              <Skeleton lines={4} />
            </div>
          ) : listed !== undefined ? (
            <p className="flex items-baseline justify-between gap-4 py-2">
              <span>{i18n.t('Today, with taxes and fees for {zip}', { zip: zipCode })}</span>
              <Price amount={listed} />
            </p>
          ) : (
            <p className="py-2 text-ink-soft">
              {i18n.t('Enter your ZIP Code to see every fee and tax, and the total.')}
            </p>
          )}
        </div>
        {children}
      </div>
    </aside>
  );
}

/** The plans, each as often as it is bought, until the bill has each line. */
function PlansOfCart({
  plans,
  isPriced,
  isOver,
}: {
  plans: readonly Plan[];
  isPriced: boolean;
  isOver: boolean | undefined;
}) {
  const { i18n } = useLingui();
  return (
    <div className={isPriced ? 'pb-2' : 'pb-5'}>
      <div className="flex items-center justify-between gap-4">
        <h2 className="text-lead">{i18n.t('{count} lines', { count: plans.length })}</h2>
        {!isOver && (
          <TextLink className="inline-flex min-h-11 shrink-0 items-center" to="/cart">
            {i18n.t('Change')}
            <span className="sr-only"> {i18n.t('{count} lines', { count: plans.length })}</span>
          </TextLink>
        )}
      </div>
      {!isPriced && (
        <ol className="mt-1 grid gap-2">
          {plans.map(({ flag, retailName, retailPrice }, at) => (
            // Their places are all that tells two of one plan apart.
            <li className="flex flex-wrap items-center gap-x-3" key={at}>
              <Flag name={signalAt(flag)} size={24} />
              <span className="min-w-0 flex-1">{retailName}</span>
              <Price amount={retailPrice} className="text-ink-soft" per="month" />
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

/** Broadband Facts where the plan is bought, of each plan once. */
export function SummaryLabel({ planId, more = [] }: { planId: string; more?: Cart['more'] }) {
  const call = useCall();
  const { data } = useQuery({
    queryKey: [listLabels.name],
    // The shop shows it as well, so a failure is no matter.
    queryFn: ({ signal }) => call(listLabels, {}, { signal, quiet: true }),
    retry: false,
  });
  const ids = new Set([planId, ...more.map(({ item }) => item.id)]);
  return [...ids].map((id) => {
    const label = data?.labels.find((one) => one.planId === id);
    return (
      label && (
        <div className="mt-6" key={id}>
          {ids.size > 1 && <p className="mb-1.5 text-fine text-ink-soft">{label.planName}</p>}
          <LabelTile folded label={label} />
        </div>
      )
    );
  });
}

interface BillProps {
  quote: Quote;
  renews: boolean;
  zipCode: string;
}

const row = 'flex items-baseline justify-between gap-5 py-1.5';

function Rows({ rows }: { rows: ReturnType<typeof quoteRows>['ours'] }) {
  return rows.map(({ label, amount }) => (
    <div className={row} key={label}>
      <dt>{label}</dt>
      <dd className="tabular-nums">{amount}</dd>
    </div>
  ));
}

/** The lines of a price, of one line's or of one of several. */
function Items({
  of,
  estimated,
  zipCode,
}: {
  of: Pick<Quote, 'lines'>;
  estimated: boolean;
  zipCode: string;
}) {
  const { i18n } = useLingui();
  const { ours, government, credit } = quoteRows(of, i18n);
  return (
    <>
      <dl>
        <Rows rows={ours} />
      </dl>
      {government.length > 0 && (
        <div className="mt-3 border-t border-dashed border-edge pt-3">
          <p className="text-fine text-ink-soft">
            {estimated
              ? i18n.t('Taxes and government fees for {zip}, estimated', { zip: zipCode })
              : i18n.t('Taxes and government fees for {zip}', { zip: zipCode })}
          </p>
          <dl>
            <Rows rows={government} />
          </dl>
        </div>
      )}
      {credit.length > 0 && (
        <dl className="mt-3 border-t border-dashed border-edge pt-3">
          <Rows rows={credit} />
        </dl>
      )}
    </>
  );
}

/** Of several lines: each one's plan and subtotal, and its rows a press away (P03). */
function Part({
  part,
  number,
  ...rest
}: {
  part: QuotePart;
  number: number;
  estimated: boolean;
  zipCode: string;
}) {
  const { i18n } = useLingui();
  return (
    <details className="group border-b py-1">
      <summary className="flex min-h-11 list-none items-center gap-3 motion hover:text-action [&::-webkit-details-marker]:hidden">
        <Icon className="text-action motion group-open:rotate-180" name="chevron-down" size={20} />
        <span className="min-w-0 flex-1">
          {i18n.t('Line {number}: {plan}', { number, plan: part.planName })}
        </span>
        <span className="tabular-nums">{money(part.amount)}</span>
      </summary>
      <div className="pt-1 pb-3 ps-8 text-fine">
        <Items of={part} {...rest} />
        {part.months && <p className="mt-2 text-ink-soft">{termWords(i18n, part.months)}</p>}
      </div>
    </details>
  );
}

/** Every line of the price, its total, and for how long it pays. */
export function Bill({ quote, renews, zipCode }: BillProps) {
  const { i18n } = useLingui();
  const { parts, estimated } = quote;
  return (
    <>
      {parts ? (
        parts.map((part, at) => (
          <Part estimated={estimated} key={at} number={at + 1} part={part} zipCode={zipCode} />
        ))
      ) : (
        <Items estimated={estimated} of={quote} zipCode={zipCode} />
      )}
      <dl className="mt-3 flex items-baseline justify-between gap-5 border-t-2 border-ink pt-3">
        <dt className="text-lead font-strong">{i18n.t('Total today')}</dt>
        <dd>
          <Price amount={quote.finalCheckoutAmount} size="heading" />
        </dd>
      </dl>
      <p className="mt-3 text-fine text-ink-soft">
        {parts ? (
          <CoveredLines parts={parts} renews={renews} />
        ) : quote.months ? (
          <Covered quote={quote} days={quote.months * PERIOD_DAYS} renews={renews} />
        ) : renews ? (
          i18n.t(
            'Covers 30 days from the day your line is active. Then autopay pays for the next ones, until you turn it off.',
          )
        ) : (
          i18n.t(
            'Covers 30 days from the day your line is active. Nothing renews automatically, and we don’t charge you after that.',
          )
        )}
      </p>
      {quote.friend && (
        <p className="mt-2 text-fine text-ink-soft">
          {quote.months
            ? i18n.t(
                'For joining through a friend you get {credit} of credit once you pay for the time after these months.',
                { credit: money(quote.friend.credit) },
              )
            : i18n.t(
                'For joining through a friend you get {credit} of credit once your second month is paid.',
                { credit: money(quote.friend.credit) },
              )}
        </p>
      )}
    </>
  );
}

interface CoveredProps {
  quote: Quote;
  days: number;
  renews: boolean;
}

/** Of several months at once: the days, and what comes after them (P10). */
function Covered({ quote: { renewal }, days, renews }: CoveredProps) {
  const { i18n } = useLingui();
  return (
    <>
      {renews
        ? i18n.t(
            'Covers {days} days from the day your line is active. Then autopay pays for 30 days at a time, until you turn it off.',
            { days },
          )
        : i18n.t(
            'Covers {days} days from the day your line is active. Nothing renews automatically, and we don’t charge you after that.',
            { days },
          )}{' '}
      {renewal &&
        i18n.t(
          'After that, 30 days cost {amount} at today’s prices, with taxes and fees, unless you pay for several months again.',
          { amount: money(renewal.amount) },
        )}
    </>
  );
}

/** Of several lines, which may pay for different times. */
function CoveredLines({ parts, renews }: { parts: readonly QuotePart[]; renews: boolean }) {
  const { i18n } = useLingui();
  if (parts.some(({ months }) => months)) {
    return renews
      ? i18n.t(
          'Each line’s days begin on the day it’s active. Then autopay pays for 30 days at a time, until you turn it off.',
        )
      : i18n.t(
          'Each line’s days begin on the day it’s active. Nothing renews automatically, and we don’t charge you after that.',
        );
  }
  return renews
    ? i18n.t(
        'Covers 30 days of each line, from the day that line is active. Then autopay pays for the next ones, until you turn it off.',
      )
    : i18n.t(
        'Covers 30 days of each line, from the day that line is active. Nothing renews automatically, and we don’t charge you after that.',
      );
}
