import { useLingui } from '@lingui/react';
import { money } from '@portside/contract/formats';
import type { PrepayMonths, PrepayOffer } from '@portside/contract/prepay';
import { usePage } from '../api/page.tsx';
import { eachWords, termWords } from '../plans/prepay-words.ts';
import { FaultLine } from '../ui/field-frame.tsx';
import { RadioCards } from '../ui/radio-cards.tsx';

interface PrepayChoiceProps {
  offers: readonly PrepayOffer[];
  /** Of the plan, for 30 days. */
  price: number;
  /** Undefined: 30 days. */
  months: PrepayMonths | undefined;
  onChange: (months: PrepayMonths | undefined) => void;
  /** Why it is not as it was chosen. */
  error: string | undefined;
  disabled?: boolean;
}

const SINGLE = '1';

/** P10: how long to pay for, before anything is paid. */
export function PrepayChoice(props: PrepayChoiceProps) {
  const { offers, price, months, onChange, error, disabled } = props;
  const { i18n } = useLingui();
  const { language } = usePage();
  return (
    <div>
      {offers.length > 0 && (
        <RadioCards
          cards={[
            {
              value: SINGLE,
              label: i18n.t('30 days: {price}', { price: money(price, language) }),
              disabled,
            },
            ...offers.map((offer) => ({
              value: String(offer.months),
              label: i18n.t('{term}: {price}', {
                term: termWords(i18n, offer.months),
                price: money(offer.price, language),
              }),
              detail: eachWords(i18n, offer, language),
              disabled,
            })),
          ]}
          columns={2}
          legend={i18n.t('How long to pay for')}
          name="months"
          onChange={(value) =>
            onChange(offers.find((offer) => String(offer.months) === value)?.months)
          }
          value={String(months ?? SINGLE)}
        />
      )}
      <div role="alert">{error && <FaultLine>{error}</FaultLine>}</div>
      {offers.length > 0 && (
        <p className="mt-3 measure text-fine text-ink-soft">
          {i18n.t(
            'Prices of the plan, before taxes and fees. After that it’s {price} each 30 days at today’s price, unless you pay for several months again.',
            { price: money(price, language) },
          )}
        </p>
      )}
    </div>
  );
}

/** `3 months (90 days)`, over a price for so long. */
export function PrepaidTerm({ months }: { months: PrepayMonths }) {
  const { i18n } = useLingui();
  return <span className="block">{termWords(i18n, months)}</span>;
}
