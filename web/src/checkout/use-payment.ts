import { CallFailed } from '@portside/contract/call';
import { type OrderAnswer, placeOrder, quote, type Quote } from '@portside/contract/checkout';
import type { FieldError } from '@portside/contract/problem';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { session } from '../api/session.ts';
import { useCall } from '../api/use-call.tsx';
import { attemptKey, attemptOver } from './attempt.ts';
import { orderInput } from './order-input.ts';
import { emptyCart } from './ordered-cart.ts';
import { useBackFromBank } from './use-back-from-bank.ts';
import { forgetDraft } from './use-draft.ts';
import { useLateAnswer } from './use-late-answer.ts';

type Order = Omit<Parameters<typeof orderInput>[0], 'idempotencyKey'>;

export type PaymentState =
  | { readonly kind: 'idle' | 'paying' | 'leaving' }
  | { readonly kind: 'paid'; readonly orderId: string }
  /** Open outcome. */
  | { readonly kind: 'checking'; readonly orderId: string }
  | { readonly kind: 'declined'; readonly message: string }
  /** Paid before, and being or already refunded. */
  | { readonly kind: 'returned'; readonly message: string }
  /** No outcome: nothing changes for another try. */
  | { readonly kind: 'trouble'; readonly message: string; readonly lost: boolean };

export interface PaymentEvents {
  /** The price has changed: show it before anything is paid. */
  readonly repriced: (quote: Quote) => void;
  readonly priceGone: () => void;
  readonly fieldsRefused: (errors: readonly FieldError[]) => void;
  readonly cardRefused: (message: string) => void;
  /** The brand sells fewer lines at once by now (P03). */
  readonly tooManyLines: (message: string) => void;
  /** The text about autopay is another one now. */
  readonly consentOutdated: () => void;
  /** Another order may still be charged: show that first. */
  readonly othersOpen: () => void;
  readonly paid: () => void;
  /** To the bank's page. */
  readonly leave: (url: string) => void;
}

export const isReturned = ({ status }: OrderAnswer) =>
  status === 'refunding' || status === 'refund_failed' || status === 'refunded';

/** Once for each press that counts. @param isAtPay the step with the press is shown */
export function usePayment(events: PaymentEvents, isAtPay: boolean) {
  const call = useCall();
  const queries = useQueryClient();
  const [state, setState] = useState<PaymentState>({ kind: 'idle' });
  const busy = useRef(false);
  const cartId = useRef('');
  const ordered = useRef<readonly string[]>([]);
  const late = useLateAnswer();
  const atPay = useRef(isAtPay);
  useEffect(() => {
    atPay.current = isAtPay;
  }, [isAtPay]);

  useBackFromBank(setState);

  async function send(input: ReturnType<typeof orderInput>) {
    if (busy.current) return;
    busy.current = true;
    cartId.current = input.cartId;
    late.begin();
    try {
      settle(input.cartId, await call(placeOrder, input, { shown: 'all' }));
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      if (late.isLeft()) late.tellFailure(error);
      else refuse(error);
    } finally {
      busy.current = false;
    }
  }

  function settle(cartId: string, answer: OrderAnswer) {
    if (late.isLeft()) return settleLate(cartId, answer);
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
      if (!atPay.current) {
        setState({ kind: 'idle' });
        return late.tell(answer);
      }
      setState({ kind: 'leaving' });
      return events.leave(answer.redirectUrl);
    }
    setState({ kind: 'declined', message: answer.message });
    void queries.invalidateQueries({ queryKey: ['cards'] });
  }

  function settleLate(cartId: string, answer: OrderAnswer) {
    if (answer.status === 'confirm' || answer.status === 'declined') attemptOver(cartId);
    if (answer.status === 'paid') {
      emptyCart(cartId, ordered.current);
      forgetDraft(cartId, 'now');
      void session.refresh();
    }
    late.tell(answer);
  }

  function refuse(error: CallFailed) {
    const { problem, reason, errors } = error;
    const fresh = quote.safeParse(problem.quote);
    setState({ kind: 'idle' });
    if (reason === 'consent_outdated') events.consentOutdated();
    if (fresh.success) events.repriced(fresh.data);
    else if (reason === 'payment_open') events.othersOpen();
    else if (reason === 'unknown_quote') events.priceGone();
    else if (errors.length > 0) events.fieldsRefused(errors);
    else if (reason === 'no_card' || reason === 'unknown_card') events.cardRefused(error.message);
    else if (reason === 'too_many_lines') events.tooManyLines(error.message);
    else setState({ kind: 'trouble', message: error.message, lost: error.status === 0 });
  }

  return {
    state,
    underWay: ['paying', 'leaving', 'checking', 'paid', 'returned'].includes(state.kind),
    async pay(order: Order) {
      if (busy.current) return;
      setState({ kind: 'paying' });
      ordered.current = order.lines;
      await send(orderInput({ ...order, idempotencyKey: attemptKey(order.cartId) }));
    },
    settle: (answer: OrderAnswer) => settle(cartId.current, answer),
    reset: () => setState({ kind: 'idle' }),
  };
}
