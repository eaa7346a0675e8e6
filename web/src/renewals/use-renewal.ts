import { CallFailed } from '@portside/contract/call';
import type { PrepayMonths } from '@portside/contract/prepay';
import {
  quoteRenewal,
  type RenewalQuote,
  renewalQuote,
  renewLine,
} from '@portside/contract/renewals';
import { useRef, useState } from 'react';
import { useCall } from '../api/use-call.tsx';
import { useLinePayment } from '../checkout/use-line-payment.ts';

interface Term {
  /** Of the plan, for 30 days, as the last price of them said. */
  readonly single?: number | undefined;
  /** Why it is not as it was chosen. */
  readonly refused?: string | undefined;
}

/** The price of a line's next 30 days, or of several months (P10), and its payment (K02). */
export function useRenewal(
  id: string,
  declined: string | undefined,
  events: Parameters<typeof useLinePayment>[2],
) {
  const call = useCall();
  const asked = useRef<PrepayMonths>(undefined);
  const [chosen, setChosen] = useState<PrepayMonths>();
  const [term, setTerm] = useState<Term>({});
  const quoteFor = (months: PrepayMonths | undefined, signal: AbortSignal) =>
    call(quoteRenewal, { id, ...(months && { months }) }, { signal, shown: 'all' });
  function seen(quote: RenewalQuote, refused?: string): RenewalQuote {
    const plan = quote.lines.find(({ kind }) => kind === 'plan')?.amount;
    setTerm(({ single }) => ({ single: quote.months ? single : (plan ?? single), refused }));
    return quote;
  }
  const payment = useLinePayment(
    {
      name: [quoteRenewal.name, id],
      async ask(signal) {
        try {
          return seen(await quoteFor(asked.current, signal));
        } catch (error) {
          const isTerm = error instanceof CallFailed && error.reason === 'unknown_term';
          if (!isTerm || signal.aborted) throw error;
          // For 30 days there is a price all the same.
          asked.current = undefined;
          setChosen(undefined);
          return seen(await quoteFor(undefined, signal), error.message);
        }
      },
      read(answer) {
        const { data } = renewalQuote.safeParse(answer);
        if (!data) return undefined;
        asked.current = data.months;
        setChosen(data.months);
        return seen(data);
      },
      pay: (input) => call(renewLine, { id, ...input }, { shown: 'all' }),
    },
    declined,
    events,
  );
  const { price } = payment;
  return {
    payment,
    term,
    /** What is chosen while its price is asked for; then what the price is for. */
    months: price.isFetching ? chosen : price.data?.months,
    choose: async (months: PrepayMonths | undefined) => {
      asked.current = months;
      setChosen(months);
      payment.seen();
      const { error, data } = await price.refetch();
      if (!error || asked.current !== months) return;
      asked.current = data?.months;
      setTerm(({ single }) => ({ single, refused: error.message }));
    },
  };
}
