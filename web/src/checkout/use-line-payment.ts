import { CallFailed } from '@portside/contract/call';
import type { OrderAnswer, Quote } from '@portside/contract/checkout';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { attemptKey, attemptOver } from './attempt.ts';
import type { Method } from './order-input.ts';
import { isReturned } from './use-payment.ts';
import { useBackFromBank } from './use-back-from-bank.ts';
import { useLateAnswer } from './use-late-answer.ts';

export type LinePaymentState =
  | { readonly kind: 'idle' | 'paying' | 'leaving' }
  /** Open outcome. */
  | { readonly kind: 'checking'; readonly orderId: string }
  /** Nothing was paid: what the customer reads, and may try again. */
  | { readonly kind: 'failed'; readonly message: string; readonly lost?: boolean }
  | { readonly kind: 'repriced'; readonly before: number };

interface LinePaymentEvents {
  /** @param cardId the saved card that paid, if it was one */
  readonly paid: (cardId?: string) => void;
  /** To the bank's page. */
  readonly leave: (url: string) => void;
}

/** What a call that charges for something of a line is given. */
interface LinePaymentInput {
  readonly quoteId: string;
  readonly idempotencyKey: string;
  readonly cardId?: string;
  readonly paymentToken?: string;
  readonly saveCard?: boolean;
}

/** Something that is bought for a line. */
export interface LineSale<Q extends Quote> {
  /** The price's call, and what it is for: one try at a time to buy it. */
  readonly name: readonly [call: string, ...what: string[]];
  readonly ask: (signal: AbortSignal) => Promise<Q>;
  /** A price that came with a refusal. */
  readonly read: (answer: unknown) => Q | undefined;
  readonly pay: (input: LinePaymentInput) => Promise<OrderAnswer>;
}

/** Its price, and its payment: once for each press that counts. */
export function useLinePayment<Q extends Quote>(
  sale: LineSale<Q>,
  declined: string | undefined,
  events: LinePaymentEvents,
) {
  const queries = useQueryClient();
  const name = sale.name.join('-');
  const queryKey = sale.name;
  const [state, setState] = useState<LinePaymentState>(
    declined ? { kind: 'failed', message: declined } : { kind: 'idle' },
  );
  const busy = useRef(false);
  const paidWith = useRef<string>(undefined);
  const late = useLateAnswer();
  const price = useQuery<Q, CallFailed>({
    queryKey,
    queryFn: ({ signal }) => sale.ask(signal),
    staleTime: Infinity,
    gcTime: 0,
  });

  useBackFromBank(setState);

  async function settle(answer: OrderAnswer) {
    if (answer.status !== 'placed') attemptOver(name);
    if (late.isLeft()) return late.tell(answer);
    if (answer.status === 'placed') return setState({ kind: 'checking', orderId: answer.orderId });
    if (answer.status === 'paid') {
      await queries.invalidateQueries({ predicate: (query) => query.queryKey[0] !== queryKey[0] });
      return late.isLeft() ? late.tell(answer) : events.paid(paidWith.current);
    }
    if (answer.status === 'confirm' && answer.redirectUrl) {
      setState({ kind: 'leaving' });
      return events.leave(answer.redirectUrl);
    }
    setState({ kind: 'failed', message: answer.message });
    void queries.invalidateQueries({ queryKey: ['cards'] });
    // Its price is not to be paid again.
    if (isReturned(answer)) await price.refetch();
  }

  async function refuse(error: CallFailed, before: number) {
    const fresh = sale.read(error.problem.quote);
    if (fresh) {
      queries.setQueryData<Q>(queryKey, () => fresh);
      return setState({ kind: 'repriced', before });
    }
    setState({ kind: 'failed', message: error.message, lost: error.status === 0 });
    // Paid or begun elsewhere: the price says so.
    const gone = [
      'already_paid',
      'already_active',
      'busy',
      'too_early',
      'line_ended',
      'not_active',
      'unknown_add_on',
      'unknown_plan',
      'same_plan',
      'next_plan_paid',
      'payment_disputed',
      'line_ends',
      'holder_only',
    ];
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
    /** Of the price before: another one is asked for. */
    seen: () => setState({ kind: 'idle' }),
    async pay(quote: Q, method: Method, saveCard: boolean) {
      // A price that came after the press, or is on its way, is seen before it is paid.
      const isShown = queries.getQueryData<Q>(queryKey)?.quoteId === quote.quoteId;
      if (busy.current || !isShown || queries.isFetching({ queryKey, exact: true }) > 0) return;
      busy.current = true;
      setState({ kind: 'paying' });
      paidWith.current = method.kind === 'saved' ? method.card.id : undefined;
      late.begin();
      try {
        const answer = await sale.pay({
          quoteId: quote.quoteId,
          idempotencyKey: attemptKey(name),
          ...(method.kind === 'saved' && { cardId: method.card.id }),
          ...(method.kind === 'new' && { paymentToken: method.token.paymentToken, saveCard }),
        });
        await settle(answer);
      } catch (error) {
        if (!(error instanceof CallFailed)) throw error;
        if (late.isLeft()) late.tellFailure(error);
        else await refuse(error, quote.finalCheckoutAmount);
      } finally {
        busy.current = false;
      }
    },
  };
}
