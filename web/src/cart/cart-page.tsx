import { useLingui } from '@lingui/react';
import type { PlanPrice } from '@portside/contract/plans';
import { useEffect, useRef } from 'react';
import { usePage } from '../api/page.tsx';
import { useCall } from '../api/use-call.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Flag } from '../ui/flag.tsx';
import { Icon } from '../ui/icon.tsx';
import { Price } from '../ui/price.tsx';
import { signalOf } from '../ui/signal.ts';
import { SpinnerPage } from '../ui/spinner-page.tsx';
import { type Cart, cart, useCart } from './cart.ts';
import { usePlacePrice } from './use-place-price.ts';

/** A04: one plan, what it costs, what is due later. */
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

function Filled({ held }: { held: Cart }) {
  const { i18n } = useLingui();
  const { item } = held;
  const call = useCall();
  const { language } = usePage();
  const otherWords = (held.language || 'en') !== language;
  // Chosen in another language: the plan's words differ.
  useEffect(() => {
    if (!otherWords) return;
    const reword = async () => {
      const { viewPlan } = await import('@portside/contract/plans');
      cart.reword(await call(viewPlan, { id: item.id }), language);
    };
    // Old words are harmless; checkout checks whether the plan is still sold.
    reword().catch(() => undefined);
  }, [call, item.id, language, otherWords]);
  const place = usePlacePrice(item.id);
  const lines = item.retailDescription.split('\n').filter((line) => line.trim() !== '');
  return (
    <div className="mt-10 grid gap-x-8 gap-y-10 desk:gap-x-16 md:grid-cols-[3fr_2fr]">
      <section aria-labelledby="in-cart" className="border-t-4 border-ink pt-6">
        <div className="flex items-start gap-5">
          <Flag name={signalOf(item.flag)} size={56} />
          <div className="min-w-0 flex-1">
            <h2 className="text-title" id="in-cart">
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
            onClick={() => cart.remove(item.id)}
            variant="quiet"
          >
            {i18n.t('Remove')}
          </Button>
          <ButtonLink className="-me-[12px]" to="/shop" variant="quiet">
            {i18n.t('Choose another plan')}
          </ButtonLink>
        </div>
      </section>
      <section
        aria-labelledby="costs"
        className="h-fit rounded-tile bg-fog p-[min(1.5rem,6vw)] md:sticky md:top-6 md:p-8"
      >
        <h2 className="text-title" id="costs">
          {i18n.t('What it costs')}
        </h2>
        <dl className="mt-5">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b pb-4">
            <dt className="font-strong">{i18n.t('Monthly price')}</dt>
            <dd>
              <Price amount={item.retailPrice} per="month" size="title" />
            </dd>
          </div>
          {place ? (
            <>
              <div className="flex flex-wrap items-baseline justify-between gap-x-4 py-4">
                <dt>{i18n.t('Taxes and fees for {zip}', { zip: place.zipCode })}</dt>
                <dd>
                  <Price amount={besides(place.price)} />
                </dd>
              </div>
              <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-t-2 border-ink pt-3 pb-4">
                <dt className="font-strong">{i18n.t('Total today')}</dt>
                <dd>
                  <Price amount={place.price.today} size="title" />
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
    </div>
  );
}

/** Dollars. */
function besides({ lines }: PlanPrice): number {
  return lines.reduce((sum, { kind, amount }) => (kind === 'plan' ? sum : sum + amount), 0);
}
