import { useLingui } from '@lingui/react';
import { dateAlone, money } from '@portside/contract/formats';
import { viewLine } from '@portside/contract/line-detail';
import type { Line } from '@portside/contract/lines';
import type { Card } from '@portside/contract/payments';
import { phone } from '@portside/contract/phone';
import { useQueries } from '@tanstack/react-query';
import { usePage } from '../api/page.tsx';
import { queryOf } from '../api/use-answer.ts';
import { useCall } from '../api/use-call.tsx';
import { CreditFirst } from '../ui/credit-first.tsx';

interface AutopayLinesProps {
  lines: readonly Line[];
  /** Before it is deleted. */
  card: Card;
}

/** The lines whose autopay charges a card, or tries it second, and what follows when it is gone. */
export function AutopayLines({ lines, card }: AutopayLinesProps) {
  const { i18n } = useLingui();
  const { brand, language } = usePage();
  const call = useCall();
  const answers = useQueries({
    queries: lines.map(({ id }) => queryOf(call, viewLine, { id })),
  });
  const paid = answers.flatMap(({ data }) => (data?.autopay.on ? [data] : []));
  const charged = paid.filter(({ autopay }) => autopay.card?.id === card.id);
  const second = paid.filter(({ autopay }) => autopay.second?.id === card.id);
  if (charged.length + second.length === 0) return null;
  return (
    <div className="mb-4 grid gap-4">
      {charged.length > 0 && (
        <div>
          <p>{i18n.t('Autopay charges this card for:')}</p>
          <ul className="mt-1 list-disc ps-6">
            {charged.map(({ id, mdn, plan, autopay: { nextCharge } }) => {
              const line = mdn ? phone(mdn) : plan.retailName;
              return (
                <li key={id}>
                  {nextCharge
                    ? i18n.t('{line}: {amount} on {date}', {
                        line,
                        amount: money(nextCharge.amount, language),
                        date: dateAlone(nextCharge.on, brand.timeZone, language),
                      })
                    : line}
                  {nextCharge && <CreditFirst credit={nextCharge.credit} />}
                </li>
              );
            })}
          </ul>
          <p className="mt-1">
            {card.primaryCard
              ? i18n.t(
                  'Once it’s deleted, autopay for these lines charges the card that takes its place.',
                )
              : i18n.t('Once it’s deleted, autopay for these lines charges your primary card.')}
          </p>
        </div>
      )}
      {second.length > 0 && (
        <div>
          <p>{i18n.t('Autopay tries this card second for:')}</p>
          <ul className="mt-1 list-disc ps-6">
            {second.map(({ id, mdn, plan }) => (
              <li key={id}>{mdn ? phone(mdn) : plan.retailName}</li>
            ))}
          </ul>
          <p className="mt-1">{i18n.t('Once it’s deleted, these lines have no second card.')}</p>
        </div>
      )}
    </div>
  );
}
