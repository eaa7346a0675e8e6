import { useLingui } from '@lingui/react';
import { viewAutopayConsent } from '@portside/contract/autopay';
import type { Quote, QuotePart } from '@portside/contract/checkout';
import { dateAlone, money } from '@portside/contract/formats';
import { PERIOD_DAYS } from '@portside/contract/period-days';
import { usePage } from '../api/page.tsx';
import { useAnswer } from '../api/use-answer.ts';
import { Checkbox } from '../ui/checkbox.tsx';

interface AutopayChoiceProps {
  /** What is charged later, and when first. */
  renewal: Quote['renewal'];
  /** Paid at once; undefined: 30 days. */
  months: Quote['months'];
  /** Of several lines, what each is charged (P03). */
  parts?: Quote['parts'];
  /** Its days begin with the SIM card that is mailed, on no day that is known. */
  byMail: boolean;
  /** What is paid with is typed now. */
  isNewCard: boolean;
  /** The card is saved anyway. */
  saves: boolean;
  /** The version of the text that the customer agrees to. */
  consent: string | undefined;
  onConsent: (version: string | undefined) => void;
}

/** K03: off until it is chosen, with the text, what is charged, and when. */
export function AutopayChoice(props: AutopayChoiceProps) {
  const { renewal, months, parts, byMail, isNewCard, saves, consent, onConsent } = props;
  const { i18n } = useLingui();
  const { brand, language } = usePage();
  const { data: shown } = useAnswer(viewAutopayConsent, {});
  if (!shown) return null;
  const isOn = consent === shown.version;
  return (
    <div className="bg-fog px-5 pt-3 pb-5">
      <Checkbox
        checked={isOn}
        hint={
          <>
            {parts ? (
              <LaterCharges byMail={byMail} parts={parts} />
            ) : (
              <span className="block">
                {byMail || !renewal
                  ? months
                    ? i18n.t('The first charge is {days} days after your line starts.', {
                        // The day before they end.
                        days: months * PERIOD_DAYS - 1,
                      })
                    : i18n.t('The first charge is 29 days after your line starts.')
                  : i18n.t('The first charge is around {date}.', {
                      date: dateAlone(renewal.firstOn, brand.timeZone, language),
                    })}{' '}
                {renewal &&
                  (months
                    ? i18n.t('It’s {amount} for 30 days at today’s prices.', {
                        amount: money(renewal.amount, language),
                      })
                    : i18n.t('It’s {amount} at today’s prices.', {
                        amount: money(renewal.amount, language),
                      }))}
              </span>
            )}
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

/** One sentence for lines that are charged on one day, else one for each. */
function LaterCharges({ parts, byMail }: { parts: readonly QuotePart[]; byMail: boolean }) {
  const { i18n } = useLingui();
  const { brand, language } = usePage();
  const dayOf = ({ renewal }: QuotePart) => dateAlone(renewal.firstOn, brand.timeZone, language);
  const daysOf = ({ months }: QuotePart) => (months ?? 1) * PERIOD_DAYS - 1;
  const cents = parts.reduce((all, { renewal }) => all + Math.round(renewal.amount * 100), 0);
  const sum = money(cents / 100, language);
  const [first] = parts;
  const isAlike =
    first !== undefined &&
    parts.every((part) => (byMail ? daysOf(part) === daysOf(first) : dayOf(part) === dayOf(first)));
  const each = parts.map((part, at) => {
    const number = at + 1;
    const { planName: plan } = part;
    const amount = money(part.renewal.amount, language);
    return (
      <span className="block" key={at}>
        {isAlike
          ? i18n.t('Line {number}, {plan}: {amount}', { number, plan, amount })
          : byMail
            ? i18n.t(
                'Line {number}, {plan}: {amount} for 30 days at today’s prices, first charged {days} days after it starts.',
                { number, plan, amount, days: daysOf(part) },
              )
            : i18n.t(
                'Line {number}, {plan}: {amount} around {date}, and then each 30 days, at today’s prices.',
                { number, plan, amount, date: dayOf(part) },
              )}
      </span>
    );
  });
  return (
    <>
      {isAlike && (
        <span className="block">
          {byMail
            ? i18n.t(
                'Each line’s first charge is {days} days after it starts. Together they’re {sum} for 30 days at today’s prices.',
                { days: daysOf(first), sum },
              )
            : i18n.t(
                'The first charges are around {date}. Together they’re {sum} for 30 days at today’s prices.',
                { date: dayOf(first), sum },
              )}
        </span>
      )}
      {each}
    </>
  );
}
