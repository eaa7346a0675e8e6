import { useLingui } from '@lingui/react';
import type { HomeWords } from '@portside/contract/content';
import type { Plan } from '@portside/contract/plans';
import { ButtonLink } from '../ui/button.tsx';
import { Flag, signalNames } from '../ui/flag.tsx';
import { Price } from '../ui/price.tsx';
import { signalOf } from '../ui/signal.ts';
import { TextLink } from '../ui/text-link.tsx';

/** The first screen: what it is, what it costs, one action, and that the number keeps working. */
export function Hero({ plans, words }: { plans: readonly Plan[]; words: HomeWords }) {
  const { i18n } = useLingui();
  const prices = plans.map((plan) => plan.retailPrice);
  return (
    <section className="hero overflow-hidden">
      <div className="page grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-4 pt-10 pb-16 md:grid-cols-[1fr_auto] md:pt-20 md:pb-28">
        <div className="hero-words max-w-3xl">
          <h1 className="text-hero">{words.hero.title}</h1>
          <p className="measure mt-6 text-lead md:mt-8">{words.hero.text}</p>
          {prices.length > 0 && (
            <p className="hero-row mt-6 flex flex-wrap items-baseline gap-x-3 md:mt-8">
              <span className="text-ink-soft">{i18n.t('Plans from')}</span>
              <Price amount={Math.min(...prices)} per="month" size="display" />
            </p>
          )}
          <div className="hero-row mt-6 flex flex-wrap items-center gap-x-8 gap-y-3 md:mt-8">
            <ButtonLink iconAfter="arrow-right" to="/shop">
              {i18n.t('See the plans')}
            </ButtonLink>
            <TextLink
              className="inline-flex min-h-11 items-center font-strong"
              to="/#bring-your-number"
            >
              {words.bringNumber.title}
            </TextLink>
          </div>
        </div>
        <Hoist plans={plans} />
      </div>
    </section>
  );
}

/**
 * The shop's signals on one halyard, hoisted in the order of its plans. A flag is drawn with a margin
 * around it (2.25 of 24 units), which would keep it off its mast.
 */
function Hoist({ plans }: { plans: readonly Plan[] }) {
  const signals = plans.length > 0 ? plans.map((plan) => signalOf(plan.flag)) : signalNames;
  return (
    <div
      aria-hidden="true"
      className="hero-hoist relative gap-1 border-t-2 border-ink pt-3 max-md:mt-6 md:flex-col md:border-t-0 md:border-s-2 md:pt-0"
    >
      {signals.slice(0, 6).map((name, at) => (
        <Flag
          className={`size-[min(3rem,13.5vw)] md:-ms-[7.5px] md:size-20 desk:-ms-[9px] desk:size-24 ${at === 0 ? 'animate-hoist' : ''}`}
          key={`${name}${at}`}
          name={name}
          size={96}
        />
      ))}
    </div>
  );
}
