import { useLingui } from '@lingui/react';
import { dateAlone } from '@portside/contract/formats';
import { useNavigate } from 'react-router';
import { useArrival } from '../api/arrival.ts';
import { leavePage } from '../api/leave-page.ts';
import { usePage } from '../api/page.tsx';
import { LinePaymentPage } from '../checkout/line-payment-page.tsx';
import { type LoadCardProvider, loadCardProvider } from '../checkout/provider-script.ts';
import { saidBeside } from '../lines/kept-back.ts';
import { useRenewal } from './use-renewal.ts';

interface RenewPageProps {
  id: string;
  /** For tests. */
  loadProvider?: LoadCardProvider;
  leave?: (url: string) => void;
}

/** K02: the price of the next 30 days before anything is pressed, then one press. */
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
  const payment = useRenewal(id, declined, {
    paid: (paidWith) =>
      void navigate(`/dashboard/lines/${id}`, { replace: true, state: { paid: true, paidWith } }),
    leave,
  });
  const day = (moment: string) => dateAlone(moment, brand.timeZone, language);
  return (
    <LinePaymentPage
      free={i18n.t('Renew this line')}
      heading={({ period }, { plan }) => ({
        title: plan.retailName,
        below: i18n.t('{from} to {to}', { from: day(period.from), to: day(period.to) }),
      })}
      id={id}
      more={(_, line) => {
        const note = saidBeside(i18n, 'renewal', line);
        return note && <p className="mt-4 measure">{note}</p>;
      }}
      leave={leave}
      loadProvider={loadProvider}
      payment={payment}
      title={i18n.t('Pay for the next 30 days')}
    />
  );
}
