import { useLingui } from '@lingui/react';
import { dateAlone, money } from '@portside/contract/formats';
import { type LineDetail, viewLine } from '@portside/contract/line-detail';
import { undoPlanChange } from '@portside/contract/plan-change';
import { useEffect, useRef } from 'react';
import { useArrival } from '../api/arrival.ts';
import { useCan, usePage } from '../api/page.tsx';
import { useIsAgent } from '../api/session.ts';
import { useSend } from '../api/use-send.ts';
import { whyKeptBack } from '../lines/kept-back.ts';
import { LineSection } from '../lines/line-section-panel.tsx';
import { PriceRise } from '../lines/price-rise-tile.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Flag } from '../ui/flag.tsx';
import { Icon } from '../ui/icon.tsx';
import { signalOf } from '../ui/signal.ts';
import { useWork } from '../ui/use-work.ts';

/** The line's plan, the one that comes, and the way to another one (K08, K09). */
export function PlanPanel({ line }: { line: LineDetail }) {
  const { i18n } = useLingui();
  const { language } = usePage();
  const isAgent = useIsAgent();
  const heading = useRef<HTMLHeadingElement>(null);
  const work = useWork();
  const send = useSend(undoPlanChange, { refresh: [viewLine] });
  const { plan, nextPlan } = line;
  const why = whyKeptBack(i18n, 'plan_change', line);
  const canChange =
    useCan().has('changePlan') && line.period && !nextPlan?.paid && !line.endsOn && !why;
  const mayKeep = nextPlan && !nextPlan.paid && !whyKeptBack(i18n, 'plan_change_undo', line);
  const keep = () =>
    void work.run(async (signal) => {
      if (!(await send({ id: line.id }, signal))) heading.current?.focus();
    });
  return (
    <LineSection heading={heading} id="plan" title={i18n.t('Plan')}>
      <PaidNote />
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 tabular-nums">
        <Flag name={signalOf(plan.flag)} size={24} />
        <span className="font-strong">{plan.retailName}</span>
        {plan.retailPrice !== undefined && (
          <span className="text-ink-soft">
            {i18n.t('{price} for 30 days, plus taxes and fees', {
              price: money(plan.retailPrice, language),
            })}
          </span>
        )}
      </p>
      <PriceRise className="mt-3 measure" line={line} />
      <div aria-live="polite">
        <NextPlan line={line} />
      </div>
      {why && line.period && !line.endsOn && <p className="mt-4 measure text-ink-soft">{why}</p>}
      {line.endsOn ? (
        <p className="mt-4 text-ink-soft">
          {i18n.t('This line is about to end, so its plan stays as it is.')}
        </p>
      ) : !line.period ? (
        <p className="mt-4 text-ink-soft">
          {i18n.t('You can change the plan once this line is active.')}
        </p>
      ) : isAgent ? (
        <p className="mt-4 text-ink-soft">{i18n.t('Only the customer can change the plan.')}</p>
      ) : (
        <div className="mt-5 flex flex-wrap gap-3 empty:hidden">
          {mayKeep && (
            <Button loading={work.loading} onClick={keep} variant="secondary">
              {i18n.t('Keep my plan')}
            </Button>
          )}
          {canChange && (
            <ButtonLink to={`/dashboard/lines/${line.id}/plan`} variant="secondary">
              {i18n.t('Change plan')}
            </ButtonLink>
          )}
        </div>
      )}
    </LineSection>
  );
}

function NextPlan({ line: { nextPlan, period } }: { line: LineDetail }) {
  const { i18n } = useLingui();
  const { brand, language } = usePage();
  if (!nextPlan) return null;
  const { retailName: plan, on, paid } = nextPlan;
  const price = money(nextPlan.retailPrice, language);
  const words = { plan, price, date: dateAlone(on, brand.timeZone, language) };
  return (
    <p className="mt-3 measure">
      {!paid
        ? i18n.t(
            'On {date} this line changes to {plan}, for {price} plus taxes and fees, with the next payment.',
            words,
          )
        : period && on > period.from
          ? i18n.t('On {date} this line changes to {plan}. It’s paid already.', words)
          : i18n.t(
              'This line is changing to {plan}. That takes a moment, and this page updates automatically.',
              words,
            )}
    </p>
  );
}

/** Right after the payment. */
function PaidNote() {
  const { i18n } = useLingui();
  const place = useRef<HTMLParagraphElement>(null);
  const isPaid = useArrival('planChanged') === true;
  useEffect(() => {
    if (isPaid) place.current?.focus();
  }, [isPaid]);
  if (!isPaid) return null;
  return (
    <p
      className="mb-6 flex scroll-mt-24 gap-3 remark-shape border-good bg-good-soft px-4 py-3"
      ref={place}
      role="status"
      tabIndex={-1}
    >
      <Icon className="mt-0.5 text-good" name="check" size={20} />
      {i18n.t('Thank you! We’re changing your plan. We’ll email your receipt.')}
    </p>
  );
}
