import { useLingui } from '@lingui/react';
import { dateAlone, money } from '@portside/contract/formats';
import { roleOn } from '@portside/contract/household-acts';
import { viewLine } from '@portside/contract/line-detail';
import { lineRoom } from '@portside/contract/line-rooms';
import { changePlan, quotePlanChange } from '@portside/contract/plan-change';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { usePage } from '../api/page.tsx';
import { useIsAgent } from '../api/session.ts';
import { useAnswer } from '../api/use-answer.ts';
import { useLeft } from '../api/use-left.ts';
import { useSend } from '../api/use-send.ts';
import { holderOf } from '../lines/line-acts.ts';
import { NoLineTile } from '../lines/no-line-tile.tsx';
import { useLine } from '../lines/use-line.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FaultLine } from '../ui/field-frame.tsx';
import { Flag } from '../ui/flag.tsx';
import { ReceiptLines } from '../ui/receipt-lines.tsx';
import { useWork } from '../ui/use-work.ts';
import { PlanHead } from './plan-head-tile.tsx';

/** K09: what the next payment will be; nothing is paid now. */
export function NoteChangePanel({ id, planId }: { id: string; planId: string }) {
  const { i18n } = useLingui();
  const { brand, language } = usePage();
  const navigate = useNavigate();
  const isLeft = useLeft();
  const isAgent = useIsAgent();
  const work = useWork();
  const [refused, setRefused] = useState<string>();
  const line = lineRoom(id, 'usage');
  const { data: detail } = useLine(id);
  const price = useAnswer(
    quotePlanChange,
    { id, planId, when: 'renewal' },
    { staleTime: Infinity, gcTime: 0 },
  );
  const send = useSend(changePlan, {
    refresh: [viewLine],
    shown: 'refusals',
    onDone() {
      if (!isLeft()) void navigate(line, { replace: true });
    },
    onFailed: ({ message }) => {
      setRefused(message);
      void price.refetch();
    },
  });
  const { data: quote, error } = price;
  const toLine = <ButtonLink to={line}>{i18n.t('Back to the line')}</ButtonLink>;
  const day = (moment: string) => dateAlone(moment, brand.timeZone, language);
  const plan = quote?.lines.find((one) => one.kind === 'plan')?.label ?? '';
  return (
    <>
      <PlanHead id={id}>{i18n.t('With the next payment')}</PlanHead>
      {isAgent ? (
        <p className="measure">{i18n.t('Only the customer can change the plan.')}</p>
      ) : quote ? (
        <section aria-labelledby="price" className="flex max-w-xl flex-col gap-6">
          <div className="bg-fog p-5 md:p-7">
            <h2 className="text-title" id="price">
              {plan}
            </h2>
            <p className="mb-4 text-ink-soft tabular-nums">
              {i18n.t('{from} to {to}', {
                from: day(quote.period.from),
                to: day(quote.period.to),
              })}
            </p>
            <ReceiptLines
              lines={[
                ...quote.lines.map((one) => ({
                  label: one.label,
                  amount: money(one.amount, language).replace('-', '−'),
                })),
                {
                  label: i18n.t('Total of the next payment'),
                  amount: money(quote.finalCheckoutAmount, language),
                  total: true,
                },
              ]}
            />
            {quote.estimated && (
              <p className="mt-3 text-fine text-ink-soft">{i18n.t('Taxes are estimated.')}</p>
            )}
          </div>
          <div className="empty:hidden" role="alert">
            {refused && <FaultLine>{refused}</FaultLine>}
          </div>
          <p className="measure">
            {i18n.t(
              'There’s nothing to pay now. Your plan changes on {date}, and you can cancel that until it’s paid.',
              { date: day(quote.effectiveOn) },
            )}
          </p>
          {detail && roleOn(detail) === 'manager' && (
            // Autopay charges the holder.
            <p className="measure">
              {i18n.t('From then on it’s paid as your plan is now: by {holder}, or by you.', {
                holder: holderOf(i18n, detail),
              })}
            </p>
          )}
          <Button
            className="w-full xs:w-fit"
            loading={work.loading}
            onClick={() =>
              void work.run(
                async (signal) => void (await send({ id, quoteId: quote.quoteId }, signal)),
              )
            }
          >
            {i18n.t('Change with the next payment')}
          </Button>
        </section>
      ) : error?.status === 422 ? (
        <EmptyState
          action={toLine}
          level={2}
          picture={<Flag name="active" size={56} />}
          title={i18n.t('This change isn’t possible right now')}
        >
          {error.message}
        </EmptyState>
      ) : (
        <NoLineTile answers={[price]} failed={i18n.t('The price didn’t load')} />
      )}
    </>
  );
}
