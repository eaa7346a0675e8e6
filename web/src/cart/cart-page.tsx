import { useLingui } from '@lingui/react';
import type { Plan, PlanPrice } from '@portside/contract/plans';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { usePage } from '../api/page.tsx';
import { useCall } from '../api/use-call.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Flag } from '../ui/flag.tsx';
import { Icon } from '../ui/icon.tsx';
import { Price } from '../ui/price.tsx';
import { signalOf } from '../ui/signal.ts';
import { SpinnerPage } from '../ui/spinner-page.tsx';
import { type Cart, type FurtherLine, useCart } from './cart.ts';
import { CartLineList, lineHeadingId } from './cart-line-list.tsx';
import { addLine, linesOf, removePlan, rewordLines } from './cart-lines.ts';
import { todayOf, usePlacePrice } from './use-place-price.ts';

/** A04: one plan, or several where the brand sells them (P03), what it costs, what is due later. */
export function Component() {
  const { i18n } = useLingui();
  const state = useCart();
  const heading = useRef<HTMLHeadingElement>(null);
  const had = useRef(false);
  // The Remove button goes with the plan; the focus must not.
  useEffect(() => {
    if (had.current && !state.cart) heading.current?.focus();
    had.current = state.cart !== undefined;
  }, [state.cart]);
  return (
    // As tall as the window, so that the footer does not jump when the cart is known.
    <div className="page min-h-[calc(100dvh-10rem)] py-12 md:py-20">
      <h1 className="text-display" ref={heading} tabIndex={-1}>
        {i18n.t('Your cart')}
      </h1>
      {!state.known ? (
        <SpinnerPage />
      ) : state.cart ? (
        <Filled held={state.cart} />
      ) : (
        <EmptyState
          action={<ButtonLink to="/shop">{i18n.t('See the plans')}</ButtonLink>}
          className="mt-10"
          level={2}
          picture={<Flag name="square" size={56} />}
          title={i18n.t('Your cart is empty')}
        >
          {i18n.t('Choose a plan and it stays here, even after you close this page.')}
        </EmptyState>
      )}
    </div>
  );
}

/** Heading of the plan in a cart of one. */
const ONLY = 'in-cart';
/** Why nothing was added. */
const FULL = 'cart-full';

interface Moved {
  /** Of whoever does not see the page. */
  readonly said: string;
  /** The line whose heading takes the focus. */
  readonly to?: string | undefined;
  /** A plan that was chosen in the shop found no room. */
  readonly full?: boolean;
}

function Filled({ held }: { held: Cart }) {
  const { i18n } = useLingui();
  const { linesAtOnce: most = 1 } = usePage().brand;
  const lines = linesOf(held);
  useWordsOfPage(held);
  const [moved, setMoved] = useState<Moved & { turn: number }>();
  // Two lines may have one plan: the same words are said again.
  const tell = (next: Moved) => setMoved((last) => ({ ...next, turn: (last?.turn ?? 0) + 1 }));
  useEffect(() => {
    const { to, full } = moved ?? {};
    if (full) document.getElementById(FULL)?.scrollIntoView?.({ block: 'center' });
    if (to) (document.getElementById(lineHeadingId(to)) ?? document.getElementById(ONLY))?.focus();
  }, [moved]);

  function add(plan: Plan | undefined) {
    const key = plan && addLine(plan, most);
    if (!plan || !key) return tell({ said: '', full: true });
    const number = lines.length + 1;
    const said = i18n.t('Line {number} added: {plan}.', { number, plan: plan.retailName });
    tell({ said, to: key });
  }

  // Chosen in the shop, once (0986).
  const navigate = useNavigate();
  const { plan: chosen } = (useLocation().state || {}) as { plan?: Plan };
  const taken = useRef<Plan>(undefined);
  const addChosen = useEffectEvent(() => {
    if (!chosen || taken.current === chosen) return;
    taken.current = chosen;
    // Without any state it would be the same page again, which goes to its top.
    void navigate('/cart', { replace: true, state: {} });
    add(chosen);
  });
  useEffect(() => addChosen(), [chosen]);

  const more = most > 1 && (
    <MoreLines
      count={lines.length}
      most={most}
      onAdd={() => add(lines.at(-1)?.item)}
      refused={moved?.full === true}
    />
  );
  return (
    <>
      <p aria-live="polite" className="sr-only">
        <span key={moved?.turn}>{moved?.said}</span>
      </p>
      <div className="mt-10 grid gap-x-8 gap-y-10 desk:gap-x-16 md:grid-cols-[3fr_2fr]">
        {held.more ? (
          <div>
            <CartLineList
              lines={lines}
              onChanged={(number, { retailName: plan }) =>
                tell({ said: i18n.t('Line {number} has {plan} now.', { number, plan }) })
              }
              onRemoved={({ retailName: plan }, to) =>
                tell({ said: i18n.t('{plan} was removed from your cart.', { plan }), to })
              }
            />
            {more}
          </div>
        ) : (
          <OnePlan held={held}>{more}</OnePlan>
        )}
        <Costs lines={lines} />
      </div>
    </>
  );
}

/** Chosen in another language: the plans' words differ. */
function useWordsOfPage(held: Cart): void {
  const call = useCall();
  const { language } = usePage();
  const otherWords = (held.language || 'en') !== language;
  const ids = [...new Set(linesOf(held).map(({ item }) => item.id))].join(' ');
  useEffect(() => {
    if (!otherWords) return;
    const reword = async () => {
      const { viewPlan } = await import('@portside/contract/plans');
      const plans = ids.split(' ').map((id) => call(viewPlan, { id }));
      rewordLines(await Promise.all(plans), language);
    };
    // Old words are harmless; checkout checks whether the plan is still sold.
    reword().catch(() => undefined);
  }, [call, ids, language, otherWords]);
}

interface MoreLinesProps {
  count: number;
  most: number;
  onAdd: () => void;
  /** There was no room for one more. */
  refused: boolean;
}

function MoreLines({ count, most, onAdd, refused }: MoreLinesProps) {
  const { i18n } = useLingui();
  const isFull = count >= most;
  return (
    <div className="flex flex-col items-start gap-3 border-t pt-5">
      {isFull ? (
        <p
          className={refused ? 'remark px-4 py-3' : undefined}
          id={FULL}
          role={refused ? 'alert' : undefined}
        >
          {refused &&
            i18n.t('There’s no room for another line in your cart, so we didn’t add one.')}{' '}
          {i18n.t('{most} lines are the most you can buy at once.', { most })}
        </p>
      ) : (
        <>
          <Button icon="plus" onClick={onAdd} variant="secondary">
            {i18n.t('Add another line')}
          </Button>
          <p className="text-fine text-ink-soft">
            {i18n.t('You can buy up to {most} lines at once, with one payment.', { most })}
          </p>
        </>
      )}
      {count > 1 && (
        <p className="measure text-fine text-ink-soft">
          {i18n.t('Each line gets its own SIM and phone number. You choose them in checkout.')}
        </p>
      )}
    </div>
  );
}

function OnePlan({ held, children }: { held: Cart; children: ReactNode }) {
  const { i18n } = useLingui();
  const { item } = held;
  const lines = item.retailDescription.split('\n').filter((line) => line.trim() !== '');
  return (
    <section aria-labelledby={ONLY} className="border-t-4 border-ink pt-6">
      <div className="flex items-start gap-5">
        <Flag name={signalOf(item.flag)} size={56} />
        <div className="min-w-0 flex-1">
          <h2 className="text-title" id={ONLY} tabIndex={-1}>
            {item.retailName}
          </h2>
          <ul className="mt-3 grid gap-2">
            {lines.map((line) => (
              <li className="flex gap-2.5" key={line}>
                <Icon className="mt-[0.2em] text-good" name="check" size={20} />
                {line}
              </li>
            ))}
          </ul>
        </div>
      </div>
      <div className="mt-6 flex flex-wrap justify-between gap-3 border-t pt-3">
        <Button
          aria-label={i18n.t('Remove {plan}', { plan: item.retailName })}
          className="-ms-3"
          icon="trash"
          onClick={() => removePlan(item.id)}
          variant="quiet"
        >
          {i18n.t('Remove')}
        </Button>
        <ButtonLink className="-me-[12px]" to="/shop" variant="quiet">
          {i18n.t('Choose another plan')}
        </ButtonLink>
      </div>
      {children && <div className="mt-6">{children}</div>}
    </section>
  );
}

const row = 'flex flex-wrap items-baseline justify-between gap-x-4';

function Costs({ lines }: { lines: readonly FurtherLine[] }) {
  const { i18n } = useLingui();
  const place = usePlacePrice(...lines.map(({ item }) => item.id));
  const monthly = lines.reduce((sum, { item }) => sum + item.retailPrice, 0);
  return (
    <section
      aria-labelledby="costs"
      className="h-fit rounded-tile bg-fog p-[min(1.5rem,6vw)] md:sticky md:top-6 md:p-8"
    >
      <h2 className="text-title" id="costs">
        {i18n.t('What it costs')}
      </h2>
      <dl className="mt-5">
        {lines.length > 1 &&
          lines.map(({ key, item }, at) => (
            <div className="flex items-baseline justify-between gap-x-4 pb-3" key={key}>
              <dt>{i18n.t('Line {number}: {plan}', { number: at + 1, plan: item.retailName })}</dt>
              <dd className="shrink-0">
                <Price amount={item.retailPrice} per="month" />
              </dd>
            </div>
          ))}
        <div className={classes(row, 'border-b pb-4', lines.length > 1 && 'border-t pt-3')}>
          <dt className="font-strong">{i18n.t('Monthly price')}</dt>
          <dd className="ms-auto">
            <Price amount={monthly} per="month" size="title" />
          </dd>
        </div>
        {place ? (
          <>
            <div className={`${row} py-4`}>
              <dt>{i18n.t('Taxes and fees for {zip}', { zip: place.zipCode })}</dt>
              <dd className="ms-auto">
                <Price amount={place.prices.reduce((sum, price) => sum + besides(price), 0)} />
              </dd>
            </div>
            <div className={`${row} border-t-2 border-ink pt-3 pb-4`}>
              <dt className="font-strong">{i18n.t('Total today')}</dt>
              <dd className="ms-auto">
                <Price amount={todayOf(place)} size="title" />
              </dd>
            </div>
          </>
        ) : (
          <div className="flex flex-wrap justify-between gap-x-4 py-4">
            <dt>{i18n.t('Taxes and fees')}</dt>
            <dd className="text-end text-ink-soft">{i18n.t('shown for your ZIP Code')}</dd>
          </div>
        )}
      </dl>
      <p className="mb-6 text-fine text-ink-soft">
        {place
          ? i18n.t('Due at checkout. You pay once; nothing renews unless you turn on autopay.')
          : i18n.t(
              'Nothing is due now. Checkout shows every fee and tax before you pay. You pay once; nothing renews unless you turn on autopay.',
            )}
        {place?.estimated && ` ${i18n.t('The taxes are an estimate.')}`}
      </p>
      <ButtonLink iconAfter="arrow-right" to="/cart/checkout" wide>
        {i18n.t('Continue to checkout')}
      </ButtonLink>
    </section>
  );
}

/** Dollars. */
function besides({ lines }: PlanPrice): number {
  return lines.reduce((sum, { kind, amount }) => (kind === 'plan' ? sum : sum + amount), 0);
}
