import { useLingui } from '@lingui/react';
import { dateAlone, money } from '@portside/contract/formats';
import { viewLine } from '@portside/contract/line-detail';
import type { Line } from '@portside/contract/lines';
import { phone } from '@portside/contract/phone';
import { useQueries } from '@tanstack/react-query';
import { usePage } from '../api/page.tsx';
import { queryOf } from '../api/use-answer.ts';
import { useCall } from '../api/use-call.tsx';

/** The lines whose autopay charges the primary card, with the next charge of each. */
export function AutopayLines({ lines }: { lines: readonly Line[] }) {
  const { i18n } = useLingui();
  const { brand, language } = usePage();
  const call = useCall();
  const answers = useQueries({
    queries: lines.map(({ id }) => queryOf(call, viewLine, { id })),
  });
  const charged = answers.flatMap(({ data }) => (data?.autopay.on ? [data] : []));
  if (charged.length === 0) return null;
  return (
    <div className="mb-4">
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
            </li>
          );
        })}
      </ul>
    </div>
  );
}
