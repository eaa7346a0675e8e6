import { useLingui } from '@lingui/react';
import { viewAutopayConsent } from '@portside/contract/autopay';
import { dateAlone, money } from '@portside/contract/formats';
import { listPrices } from '@portside/contract/plans';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { usePage } from '../api/page.tsx';
import { useAnswer } from '../api/use-answer.ts';
import { useCall } from '../api/use-call.tsx';
import { Checkbox } from '../ui/checkbox.tsx';

interface AutopayChoiceProps {
  planId: string;
  zipCode: string;
  /** Its 30 days begin with the SIM card that is mailed, on no day that is known. */
  byMail: boolean;
  /** What is paid with is typed now. */
  isNewCard: boolean;
  /** The card is saved anyway. */
  saves: boolean;
  /** The version of the text that the customer agrees to. */
  consent: string | undefined;
  onConsent: (version: string | undefined) => void;
}

const FIRST_CHARGE_MS = 29 * 86_400_000;

/** K03: off until it is chosen, with the text, what is charged, and when. */
export function AutopayChoice(props: AutopayChoiceProps) {
  const { planId, zipCode, byMail, isNewCard, saves, consent, onConsent } = props;
  const { i18n } = useLingui();
  const { brand, language } = usePage();
  const call = useCall();
  const [first] = useState(() => Date.now() + FIRST_CHARGE_MS);
  const { data: shown } = useAnswer(viewAutopayConsent, {});
  const { data: prices } = useQuery({
    queryKey: [listPrices.name, zipCode],
    queryFn: ({ signal }) => call(listPrices, { zipCode }, { signal, quiet: true }),
    retry: false,
  });
  const monthly = prices?.prices.find((one) => one.planId === planId)?.monthly;
  if (!shown) return null;
  const isOn = consent === shown.version;
  const date = dateAlone(first, brand.timeZone, language);
  return (
    <div className="bg-fog px-5 pt-3 pb-5">
      <Checkbox
        checked={isOn}
        hint={
          <>
            <span className="block">
              {byMail
                ? i18n.t('The first charge is 29 days after your line starts.')
                : i18n.t('The first charge is around {date}.', { date })}{' '}
              {monthly !== undefined &&
                i18n.t('It’s {amount} at today’s prices.', { amount: money(monthly, language) })}
            </span>
            <span className="mt-2 block">{shown.text}</span>
            {isOn && isNewCard && !saves && (
              <span className="mt-2 block text-ink">
                {i18n.t('Autopay needs a saved card, so we save the one you pay with.')}
              </span>
            )}
          </>
        }
        label={i18n.t('Turn on autopay')}
        name="autopay"
        onChange={(checked) => onConsent(checked ? shown.version : undefined)}
      />
    </div>
  );
}
