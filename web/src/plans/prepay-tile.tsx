import { useLingui } from '@lingui/react';
import type { Plan } from '@portside/contract/plans';
import { cheapestOffer, eachWords, termWords } from './prepay-words.ts';

/** P10: what several months at once come to, in the shop. */
export function PrepayTile({ plan: { prepay, retailPrice } }: { plan: Plan }) {
  const { i18n } = useLingui();
  const offer = cheapestOffer(prepay, retailPrice);
  if (!offer) return null;
  return (
    <p className="mt-1 text-fine text-ink-soft max-md:hidden">
      {i18n.t('From {each}, paid for {term} at once', {
        each: eachWords(i18n, offer),
        term: termWords(i18n, offer.months),
      })}
    </p>
  );
}
