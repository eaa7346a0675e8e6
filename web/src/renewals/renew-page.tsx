import { useLingui } from '@lingui/react';
import { dateAlone } from '@portside/contract/formats';
import { PERIOD_DAYS } from '@portside/contract/period-days';
import { useNavigate } from 'react-router';
import { useArrival } from '../api/arrival.ts';
import { leavePage } from '../api/leave-page.ts';
import { useTitlePart } from '../api/page-title.ts';
import { usePage } from '../api/page.tsx';
import { LinePaymentPage } from '../checkout/line-payment-page.tsx';
import { PrepaidTerm, PrepayChoice } from '../checkout/prepay-choice-tile.tsx';
import { type LoadCardProvider, loadCardProvider } from '../checkout/provider-script.ts';
import { saidBeside } from '../lines/kept-back.ts';
import { useRenewal } from './use-renewal.ts';

interface RenewPageProps {
  id: string;
  /** For tests. */
  loadProvider?: LoadCardProvider;
  leave?: (url: string) => void;
}

/** K02, P10: the price of what comes next before anything is pressed, then one press. */
export function RenewPage({
  id,
  loadProvider = loadCardProvider,
  leave = leavePage,
}: RenewPageProps) {
  const { i18n } = useLingui();
  const { brand, language } = usePage();
  const navigate = useNavigate();
  const left = useArrival('declined');
  const declined = typeof left === 'string' ? left : undefined;
  const { payment, term, months, choose } = useRenewal(id, declined, {
    paid: (paidWith) =>
      void navigate(`/dashboard/lines/${id}`, { replace: true, state: { paid: true, paidWith } }),
    leave,
  });
  const day = (moment: string) => dateAlone(moment, brand.timeZone, language);
  const days = (payment.price.data?.months ?? 1) * PERIOD_DAYS;
  const title =
    days === PERIOD_DAYS
      ? i18n.t('Pay for the next 30 days')
      : i18n.t('Pay for the next {days} days', { days });
  useTitlePart(title);
  const isBusy = payment.state.kind === 'paying' || payment.state.kind === 'leaving';
  return (
    <LinePaymentPage
      choice={(quote, line) => (
        <PrepayPart
          // A process of the version before doesn't tell it.
          offers={'prepay' in quote ? quote.prepay : []}
          disabled={isBusy}
          error={term.refused}
          months={months}
          note={quote.prepayNote}
          onChange={(next) => void choose(next)}
          price={term.single ?? (line.nextPlan ?? line.plan).retailPrice ?? 0}
        />
      )}
      free={i18n.t('Renew this line')}
      heading={({ period, months: paid }, { plan }) => ({
        title: plan.retailName,
        below: (
          <>
            {paid && <PrepaidTerm months={paid} />}
            <span className="block">
              {i18n.t('{from} to {to}', { from: day(period.from), to: day(period.to) })}
            </span>
          </>
        ),
      })}
      id={id}
      more={(_, line) => {
        const note = saidBeside(i18n, 'renewal', line);
        return note && <p className="mt-4 measure">{note}</p>;
      }}
      leave={leave}
      loadProvider={loadProvider}
      payment={payment}
      title={title}
    />
  );
}

/** The choice, and why there is none. */
function PrepayPart({
  note,
  ...choice
}: Parameters<typeof PrepayChoice>[0] & { note: string | undefined }) {
  const { offers, error } = choice;
  if (offers.length === 0 && !error && !note) return null;
  return (
    <div>
      <PrepayChoice {...choice} />
      {note && <p className="measure text-ink-soft">{note}</p>}
    </div>
  );
}
