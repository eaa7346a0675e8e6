import { useLingui } from '@lingui/react';
import type { OrderAnswer } from '@portside/contract/checkout';
import { dateAlone, money } from '@portside/contract/formats';
import { roleOn } from '@portside/contract/household-acts';
import { linePage, lineRoom } from '@portside/contract/line-rooms';
import {
  changePlan,
  type PlanChangeQuote,
  planChangeQuote,
  quotePlanChange,
} from '@portside/contract/plan-change';
import { useNavigate } from 'react-router';
import { usePage } from '../api/page.tsx';
import { useCall } from '../api/use-call.tsx';
import { LinePaymentPage } from '../checkout/line-payment-page.tsx';
import type { LoadCardProvider } from '../checkout/provider-script.ts';
import { useLinePayment } from '../checkout/use-line-payment.ts';
import { holderOf, mayWith } from '../lines/line-acts.ts';
import { isPast } from '../ui/is-past.ts';
import { TextLink } from '../ui/text-link.tsx';

interface ChangeNowPanelProps {
  id: string;
  planId: string;
  loadProvider: LoadCardProvider;
  leave: (url: string) => void;
}

/** K08: the new plan's price and what the unused days are worth, then one press. */
export function ChangeNowPanel({ id, planId, loadProvider, leave }: ChangeNowPanelProps) {
  const { i18n } = useLingui();
  const { brand, language } = usePage();
  const call = useCall();
  const navigate = useNavigate();
  const payment = useLinePayment<PlanChangeQuote>(
    {
      name: [quotePlanChange.name, id, planId],
      ask: (signal) => call(quotePlanChange, { id, planId, when: 'now' }, { signal, shown: 'all' }),
      read: (answer) => planChangeQuote.safeParse(answer).data,
      pay: async (input) =>
        // What is changed now is always ordered.
        (await call(changePlan, { id, ...input }, { shown: 'all' })) as OrderAnswer,
    },
    undefined,
    {
      paid: () =>
        void navigate(lineRoom(id, 'usage'), { replace: true, state: { planChanged: true } }),
      leave,
    },
  );
  const day = (moment: string) => dateAlone(moment, brand.timeZone, language);
  return (
    <LinePaymentPage
      free={i18n.t('Change plan now')}
      heading={({ lines, period }) => ({
        title: lines.find((one) => one.kind === 'plan')?.label ?? '',
        below: i18n.t('{from} to {to}', { from: day(period.from), to: day(period.to) }),
      })}
      back={lineRoom(id, 'usage')}
      id={id}
      leave={leave}
      loadProvider={loadProvider}
      more={({ creditForUnusedDays, creditLeft, period }, line) => (
        <div className="mt-4 flex flex-col gap-2 text-fine text-ink-soft">
          {creditForUnusedDays > 0 && (
            <p>
              {i18n.t(
                'The unused days of your old plan are worth {amount}. They end now, and 30 new days begin.',
                { amount: money(creditForUnusedDays, language) },
              )}
            </p>
          )}
          {creditLeft > 0 && (
            <p>
              {mayWith(line, 'own')
                ? i18n.t('{amount} is left over. It stays as credit for your next payment.', {
                    amount: money(creditLeft, language),
                  })
                : i18n.t('{amount} is left over. It stays as credit in {holder}’s account.', {
                    amount: money(creditLeft, language),
                    holder: holderOf(i18n, line),
                  })}
            </p>
          )}
          {line.addOns
            .filter(({ recurring, until }) => recurring && !isPast(until) && until < period.to)
            .map(({ id: addOnId, name, until }) => (
              <p key={addOnId}>
                {roleOn(line)
                  ? i18n.t('{name} stays until {date}, and it’s bought again on {nextDate}.', {
                      name,
                      date: day(until),
                      nextDate: day(period.to),
                    })
                  : i18n.t('{name} stays until {date}, and you buy it again on {nextDate}.', {
                      name,
                      date: day(until),
                      nextDate: day(period.to),
                    })}
              </p>
            ))}
          <TextLink
            className="inline-flex min-h-11 items-center self-start"
            to={`${linePage(id)}/plan`}
          >
            {i18n.t('Choose another plan')}
          </TextLink>
        </div>
      )}
      payment={payment}
      title={i18n.t('Change plan now')}
    />
  );
}
