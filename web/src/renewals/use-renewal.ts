import { CallFailed } from '@portside/contract/call';
import type { OrderAnswer } from '@portside/contract/checkout';
import {
  quoteRenewal,
  renewalQuote,
  renewLine,
  type RenewalQuote,
} from '@portside/contract/renewals';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useCall } from '../api/use-call.tsx';
import { attemptKey, attemptOver } from '../checkout/attempt.ts';
import type { Method } from '../checkout/order-input.ts';
import { isReturned } from '../checkout/use-payment.ts';

export type RenewalState =
  | { readonly kind: 'idle' | 'paying' | 'leaving' }
  /** Open outcome. */
  | { readonly kind: 'checking'; readonly orderId: string }
  /** Nothing was paid: what the customer reads, and may try again. */
  | { readonly kind: 'failed'; readonly message: string; readonly lost?: boolean }
  | { readonly kind: 'repriced'; readonly before: number };

interface RenewalEvents {
  readonly paid: () => void;
  /** To the bank's page. */
  readonly leave: (url: string) => void;
}

/** The price of a line's next 30 days, and its payment (K02): once for each press that counts. */
export function useRenewal(id: string, declined: string | undefined, events: RenewalEvents) {
  const call = useCall();
  const queries = useQueryClient();
  const name = `renewal-${id}`;
  const queryKey = [quoteRenewal.name, id];
  const [state, setState] = useState<RenewalState>(
    declined ? { kind: 'failed', message: declined } : { kind: 'idle' },
  );
  const busy = useRef(false);
  const price = useQuery<RenewalQuote, CallFailed>({
    queryKey,
    queryFn: ({ signal }) => call(quoteRenewal, { id }, { signal, shown: 'all' }),
    staleTime: Infinity,
    gcTime: 0,
  });

  useEffect(() => {
    // Left the bank's page by Back, to a page restored from the cache.
    const back = (event: PageTransitionEvent) => event.persisted && setState({ kind: 'idle' });
    addEventListener('pageshow', back);
    return () => removeEventListener('pageshow', back);
  }, []);

  async function settle(answer: OrderAnswer) {
    if (answer.status === 'placed') return setState({ kind: 'checking', orderId: answer.orderId });
    attemptOver(name);
    if (answer.status === 'paid') {
      await queries.invalidateQueries({ predicate: (query) => query.queryKey[0] !== queryKey[0] });
      return events.paid();
    }
    if (answer.status === 'confirm' && answer.redirectUrl) {
      setState({ kind: 'leaving' });
      return events.leave(answer.redirectUrl);
    }
    setState({ kind: 'failed', message: answer.message });
    // Its price is not to be paid again.
    if (isReturned(answer)) await price.refetch();
  }

  async function refuse(error: CallFailed, before: number) {
    const fresh = renewalQuote.safeParse(error.problem.quote);
    if (fresh.success) {
      queries.setQueryData(queryKey, fresh.data);
      return setState({ kind: 'repriced', before });
    }
    setState({ kind: 'failed', message: error.message, lost: error.status === 0 });
    // Paid or begun elsewhere: the price says so.
    const gone = ['already_paid', 'busy', 'too_early', 'line_ended', 'not_active'];
    if (error.reason && gone.includes(error.reason)) {
      queries.removeQueries({ queryKey, exact: true });
      setState({ kind: 'idle' });
      await price.refetch();
    }
  }

  return {
    price,
    state,
    settle: (answer: OrderAnswer) => void settle(answer),
    async pay(quote: RenewalQuote, method: Method, saveCard: boolean) {
      if (busy.current) return;
      busy.current = true;
      setState({ kind: 'paying' });
      try {
        const answer = await call(
          renewLine,
          {
            id,
            quoteId: quote.quoteId,
            idempotencyKey: attemptKey(name),
            ...(method.kind === 'saved' && { cardId: method.card.id }),
            ...(method.kind === 'new' && { paymentToken: method.token.paymentToken, saveCard }),
          },
          { shown: 'all' },
        );
        await settle(answer);
      } catch (error) {
        if (!(error instanceof CallFailed)) throw error;
        await refuse(error, quote.finalCheckoutAmount);
      } finally {
        busy.current = false;
      }
    },
  };
}
