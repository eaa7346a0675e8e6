import { quoteRenewal, renewalQuote, renewLine } from '@portside/contract/renewals';
import { useCall } from '../api/use-call.tsx';
import { useLinePayment } from '../checkout/use-line-payment.ts';

/** The price of a line's next 30 days, and its payment (K02). */
export function useRenewal(
  id: string,
  declined: string | undefined,
  events: Parameters<typeof useLinePayment>[2],
) {
  const call = useCall();
  return useLinePayment(
    {
      name: [quoteRenewal.name, id],
      ask: (signal) => call(quoteRenewal, { id }, { signal, shown: 'all' }),
      read: (answer) => renewalQuote.safeParse(answer).data,
      pay: (input) => call(renewLine, { id, ...input }, { shown: 'all' }),
    },
    declined,
    events,
  );
}
