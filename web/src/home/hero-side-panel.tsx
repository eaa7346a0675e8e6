import { useLingui } from '@lingui/react';
import type { HomeWords } from '@portside/contract/content';
import type { Plan } from '@portside/contract/plans';
import { Flag, signalNames } from '../ui/flag.tsx';
import { signalOf } from '../ui/signal.ts';
import { CoverageForm } from './coverage-form.tsx';

interface HeroSideProps {
  plans: readonly Plan[];
  network: HomeWords['network'];
}

export function HeroSide({ plans, network }: HeroSideProps) {
  return (
    <>
      <CoverageTile network={network} />
      <Hoist plans={plans} />
    </>
  );
}

function CoverageTile({ network }: Pick<HeroSideProps, 'network'>) {
  const { i18n } = useLingui();
  return (
    <section
      aria-labelledby="coverage"
      className="hero-tile mt-6 w-full max-w-md self-start rounded-tile border-t-(length:--tile-edge) border-ink bg-surface p-6 pb-4 text-start outline-1 -outline-offset-1 outline-line"
    >
      <h2 className="text-title" id="coverage">
        {network?.title ?? i18n.t('Does it work where you live?')}
      </h2>
      {network && <p className="mt-2 mb-5 text-ink-soft">{network.text}</p>}
      <CoverageForm />
    </section>
  );
}

/**
 * Flags of the plans in order. A flag has a margin of 2.25 of 24 units, which must not show at the
 * mast.
 */
function Hoist({ plans }: { plans: readonly Plan[] }) {
  const { i18n } = useLingui();
  const signals = plans.length > 0 ? plans.map((plan) => signalOf(plan.flag)) : signalNames;
  return (
    <div
      aria-hidden="true"
      className="hero-hoist relative gap-1 border-t-2 max-md:flex-wrap border-ink pt-3 max-md:mt-6 md:flex-col md:border-t-0 md:border-s-2 md:pt-0"
    >
      {signals.slice(0, 6).map((name, at) => (
        <Flag
          className={`size-[min(3rem,13.5vw)] md:-ms-[7.5px] md:size-20 desk:-ms-[9px] desk:size-24 ${at === 0 ? 'animate-hoist' : ''}`}
          key={`${name}${at}`}
          name={name}
          size={96}
        />
      ))}
      {plans.length > 0 && (
        <p className="text-fine text-ink-soft max-md:basis-full md:max-w-18 md:ps-2 md:pt-1 desk:max-w-22">
          {i18n.t('A flag for each plan')}
        </p>
      )}
    </div>
  );
}
