import { useLingui } from '@lingui/react';
import type { HomeWords } from '@portside/contract/content';
import type { Plan } from '@portside/contract/plans';
import { Suspense } from 'react';
import { ButtonLink } from '../ui/button.tsx';
import { Price } from '../ui/price.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { HeroSide } from './rest-when-needed.ts';

export function Hero({ plans, words }: { plans: readonly Plan[]; words: HomeWords }) {
  const { i18n } = useLingui();
  const prices = plans.map((plan) => plan.retailPrice);
  return (
    <section className="hero overflow-hidden">
      <div className="hero-grid page grid gap-x-10 gap-y-4 pt-10 pb-16 md:pt-20 md:pb-28">
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
        <Suspense>
          <HeroSide network={words.network} plans={plans} />
        </Suspense>
      </div>
    </section>
  );
}
