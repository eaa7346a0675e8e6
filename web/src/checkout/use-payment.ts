import { CallFailed } from '@portside/contract/call';
import { type OrderAnswer, placeOrder, quote, type Quote } from '@portside/contract/checkout';
import type { FieldError } from '@portside/contract/problem';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { session } from '../api/session.ts';
import { useCall } from '../api/use-call.tsx';
import { attemptKey, attemptOver } from './attempt.ts';
import { orderInput } from './order-input.ts';

type Order = Omit<Parameters<typeof orderInput>[0], 'idempotencyKey'>;

/** How the payment stands, as the page shows it. */
export type PaymentState =
  | { readonly kind: 'idle' | 'paying' | 'leaving' }
  | { readonly kind: 'paid'; readonly orderId: string }
  /** The outcome is not known yet; the order is kept. */
  | { readonly kind: 'checking'; readonly orderId: string }
  | { readonly kind: 'declined'; readonly message: string }
  /** The cart's order was paid before, and its money goes or went back. */
  | { readonly kind: 'returned'; readonly message: string }
  /** No answer that settles anything: everything stays as it is for another try. */
  | { readonly kind: 'trouble'; readonly message: string; readonly lost: boolean };

interface PaymentEvents {
  /** Another price than the one shown: to be looked at before anything is paid. */
  readonly repriced: (quote: Quote) => void;
  readonly priceGone: () => void;
  readonly fieldsRefused: (errors: readonly FieldError[]) => void;
  readonly cardRefused: (message: string) => void;
  /** The payment of another order is still being checked: to be looked at before this one is paid. */
  readonly othersOpen: () => void;
  readonly paid: () => void;
  /** To the bank's page. */
  readonly leave: (url: string) => void;
}

/** Whether the money of this order goes or went back: nothing more can be paid for it. */
export const isReturned = ({ status }: OrderAnswer) =>
  status === 'refunding' || status === 'refund_failed' || status === 'refunded';

/** Places the order, once for each press that counts, and follows it to its end. */
export function usePayment(events: PaymentEvents) {
  const call = useCall();
  const queries = useQueryClient();
  const [state, setState] = useState<PaymentState>({ kind: 'idle' });
  const busy = useRef(false);
  /** The cart whose payment is under way. */
  const cartId = useRef('');

  useEffect(() => {
    // The bank's page was left by Back, and the browser kept this page as it was.
    const back = (event: PageTransitionEvent) => event.persisted && setState({ kind: 'idle' });
    addEventListener('pageshow', back);
    return () => removeEventListener('pageshow', back);
  }, []);

  async function send(input: ReturnType<typeof orderInput>) {
    if (busy.current) return;
    busy.current = true;
    cartId.current = input.cartId;
    try {
      settle(input.cartId, await call(placeOrder, input, { shown: 'all' }));
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      refuse(error);
    } finally {
      busy.current = false;
    }
  }

  function settle(cartId: string, answer: OrderAnswer) {
    if (answer.status === 'placed') return setState({ kind: 'checking', orderId: answer.orderId });
    if (answer.status === 'paid') {
      setState({ kind: 'paid', orderId: answer.orderId });
      events.paid();
      void queries.invalidateQueries();
      void session.refresh();
      return;
    }
    if (isReturned(answer)) return setState({ kind: 'returned', message: answer.message });
    attemptOver(cartId);
    if (answer.status === 'confirm' && answer.redirectUrl) {
      setState({ kind: 'leaving' });
      return events.leave(answer.redirectUrl);
    }
    setState({ kind: 'declined', message: answer.message });
  }

  function refuse(error: CallFailed) {
    const { problem, reason, errors } = error;
    const fresh = quote.safeParse(problem.quote);
    setState({ kind: 'idle' });
    if (fresh.success) events.repriced(fresh.data);
    else if (reason === 'payment_open') events.othersOpen();
    else if (reason === 'unknown_quote') events.priceGone();
    else if (errors.length > 0) events.fieldsRefused(errors);
    else if (reason === 'no_card' || reason === 'unknown_card') events.cardRefused(error.message);
    else setState({ kind: 'trouble', message: error.message, lost: error.status === 0 });
  }

  return {
    state,
    /** The order is on its way: nothing about it can be changed now. */
    underWay: ['paying', 'leaving', 'checking', 'paid', 'returned'].includes(state.kind),
    async pay(order: Order) {
      if (busy.current) return;
      setState({ kind: 'paying' });
      await send(orderInput({ ...order, idempotencyKey: attemptKey(order.cartId) }));
    },
    /** How the payment that was being checked went. */
    settle: (answer: OrderAnswer) => settle(cartId.current, answer),
    reset: () => setState({ kind: 'idle' }),
  };
}
