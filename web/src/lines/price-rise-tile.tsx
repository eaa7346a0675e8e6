import { useLingui } from '@lingui/react';
import { dateAlone, money } from '@portside/contract/formats';
import type { LineDetail } from '@portside/contract/line-detail';
import { usePage } from '../api/page.tsx';

import { mayWith } from './line-acts.ts';

interface PriceRiseProps {
  line: LineDetail;
  className: string;
}

/** K07: what was told by email stays on the page until it counts. */
export function PriceRise({ line, className }: PriceRiseProps) {
  const { i18n } = useLingui();
  const { brand, language } = usePage();
  const { priceRise } = line;
  if (!priceRise || !mayWith(line, 'pay')) return null;
  return (
    <p className={className}>
      {i18n.t('From {date} on, {plan} costs {price} for 30 days, plus taxes and fees.', {
        plan: priceRise.plan,
        price: money(priceRise.price, language),
        date: dateAlone(priceRise.from, brand.timeZone, language),
      })}
    </p>
  );
}
