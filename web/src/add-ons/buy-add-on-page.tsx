import { useLingui } from '@lingui/react';
import { addOnQuote, buyAddOn, quoteAddOn } from '@portside/contract/add-ons';
import { dateAlone } from '@portside/contract/formats';
import { roleOn } from '@portside/contract/household-acts';
import { lineRoom } from '@portside/contract/line-rooms';
import { useNavigate } from 'react-router';
import { leavePage } from '../api/leave-page.ts';
import { usePage } from '../api/page.tsx';
import { useCall } from '../api/use-call.tsx';
import { LinePaymentPage } from '../checkout/line-payment-page.tsx';
import { type LoadCardProvider, loadCardProvider } from '../checkout/provider-script.ts';
import { useLinePayment } from '../checkout/use-line-payment.ts';
import { holderOf } from '../lines/line-acts.ts';

interface BuyAddOnPageProps {
  /** Of the line. */
  id: string;
  addOnId: string;
  /** For tests. */
  loadProvider?: LoadCardProvider;
  leave?: (url: string) => void;
}

/** K10: what an add-on costs and how long it holds, then one press. */
export function BuyAddOnPage({
  id,
  addOnId,
  loadProvider = loadCardProvider,
  leave = leavePage,
}: BuyAddOnPageProps) {
  const { i18n } = useLingui();
  const { brand, language } = usePage();
  const call = useCall();
  const navigate = useNavigate();
  const payment = useLinePayment(
    {
      name: [quoteAddOn.name, id, addOnId],
      ask: (signal) => call(quoteAddOn, { id, addOnId }, { signal, shown: 'all' }),
      read: (answer) => addOnQuote.safeParse(answer).data,
      pay: (input) => call(buyAddOn, { id, ...input }, { shown: 'all' }),
    },
    undefined,
    {
      paid: () => void navigate(lineRoom(id, 'usage'), { replace: true, state: { added: true } }),
      leave,
    },
  );
  const day = (moment: string) => dateAlone(moment, brand.timeZone, language);
  return (
    <LinePaymentPage
      free={i18n.t('Add to this line')}
      heading={({ addOn, until }) => ({
        title: addOn.name,
        below: i18n.t('From now until {date}', { date: day(until) }),
      })}
      back={lineRoom(id, 'usage')}
      id={id}
      leave={leave}
      loadProvider={loadProvider}
      more={({ addOn }, line) => (
        <div className="mt-4 flex flex-col gap-2 text-fine text-ink-soft">
          {addOn.description && <p>{addOn.description}</p>}
          <p>
            {addOn.recurring && roleOn(line)
              ? i18n.t(
                  'It’s bought again with each payment for the next 30 days, until someone stops it on the line’s page.',
                )
              : addOn.recurring
                ? i18n.t(
                    'You buy it again each time you pay for the next 30 days, until you stop it on the line’s page.',
                  )
                : i18n.t('You buy it once. It doesn’t renew.')}
          </p>
          {addOn.recurring && roleOn(line) === 'manager' && (
            // Autopay charges the holder.
            <p>
              {i18n.t('After today it’s paid as the plan is: by {holder}, or by you.', {
                holder: holderOf(i18n, line),
              })}
            </p>
          )}
        </div>
      )}
      payment={payment}
      title={i18n.t('Add to your line')}
    />
  );
}
