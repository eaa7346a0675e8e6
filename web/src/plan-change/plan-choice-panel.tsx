import { useLingui } from '@lingui/react';
import { dateAlone } from '@portside/contract/formats';
import { phone } from '@portside/contract/phone';
import type { LineDetail } from '@portside/contract/line-detail';
import { listPlans, type Plan } from '@portside/contract/plans';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { usePage } from '../api/page.tsx';
import { useIsAgent } from '../api/session.ts';
import { useAnswer } from '../api/use-answer.ts';
import { whyKeptBack } from '../lines/kept-back.ts';
import { NoLineTile } from '../lines/no-line-tile.tsx';
import { useLine } from '../lines/use-line.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { FaultLine } from '../ui/field-frame.tsx';
import { Flag } from '../ui/flag.tsx';
import { Price } from '../ui/price.tsx';
import { RadioCards } from '../ui/radio-cards.tsx';
import { signalOf } from '../ui/signal.ts';
import { PlanHead } from './plan-head-tile.tsx';

/** All plans side by side, the line's own marked; and when. */
export function PlanChoicePanel({ id, declined }: { id: string; declined: string | undefined }) {
  const { i18n } = useLingui();
  const isAgent = useIsAgent();
  const line = useLine(id);
  const plans = useAnswer(listPlans, {});
  const why = line.data && whyKeptBack(i18n, 'plan_change', line.data);
  return (
    <>
      <PlanHead id={id}>{line.data?.mdn && phone(line.data.mdn)}</PlanHead>
      <div className="empty:hidden" role="alert">
        {declined && <FaultLine>{declined}</FaultLine>}
      </div>
      {isAgent ? (
        <p className="measure">{i18n.t('Only the customer can change the plan.')}</p>
      ) : why ? (
        <p className="measure">{why}</p>
      ) : line.data && plans.data ? (
        <Choice line={line.data} plans={plans.data.plans} />
      ) : (
        <NoLineTile answers={[line, plans]} failed={i18n.t('The plans didn’t load')} />
      )}
    </>
  );
}

function Choice({ line, plans }: { line: LineDetail; plans: readonly Plan[] }) {
  const { i18n } = useLingui();
  const { brand, language } = usePage();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState('');
  const [when, setWhen] = useState('now');
  const [error, setError] = useState<string>();
  const isPast = line.statusReason === 'unpaid' || line.paidUntil === null;
  const date = line.paidUntil ? dateAlone(line.paidUntil, brand.timeZone, language) : '';
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!chosen) return setError(i18n.t('Please choose a plan.'));
    const query = new URLSearchParams({ to: chosen, when: isPast ? 'now' : when });
    void navigate(`/dashboard/lines/${line.id}/plan?${query.toString()}`);
  }
  return (
    <form className="flex max-w-4xl flex-col gap-8" noValidate onSubmit={submit}>
      <RadioCards
        cards={plans.map((plan) => ({
          value: plan.id,
          label: (
            <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
              <Flag name={signalOf(plan.flag)} size={24} />
              {plan.retailName}
              {plan.id === line.plan.id && <Badge tone="good">{i18n.t('Your plan')}</Badge>}
              {plan.id === line.nextPlan?.id && <Badge tone="mark">{i18n.t('Coming')}</Badge>}
            </span>
          ),
          detail: plan.retailDescription.split('\n').join(' · '),
          aside: <Price amount={plan.retailPrice} per="month" />,
          disabled: plan.id === line.plan.id,
        }))}
        columns={2}
        error={error}
        legend={i18n.t('Plans')}
        name="plan"
        onChange={(value) => {
          setChosen(value);
          setError(undefined);
        }}
        value={chosen}
      />
      {!isPast && (
        <RadioCards
          cards={[
            {
              value: 'now',
              label: i18n.t('Now'),
              detail: i18n.t(
                'Your new 30 days begin right away. The unused days of your old plan count against the price.',
              ),
            },
            {
              value: 'renewal',
              label: i18n.t('With the next payment'),
              detail: i18n.t('Your plan stays until {date}. There’s nothing to pay now.', { date }),
            },
          ]}
          columns={2}
          legend={i18n.t('When')}
          name="when"
          onChange={setWhen}
          value={when}
        />
      )}
      <Button className="w-full xs:w-fit" type="submit">
        {i18n.t('See the price')}
      </Button>
    </form>
  );
}
