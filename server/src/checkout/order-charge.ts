import type { Attempt, ChargeOwner } from '../payments/payments.ts';
import type { OrderRow } from './store.ts';

/** An order, as payments knows what is paid for. */
export const ownerOf = (orderId: string): ChargeOwner => ({ kind: 'order', id: orderId });

/** The order's present try to be paid. */
export const chargeOf = ({ id, attempt }: Pick<OrderRow, 'id' | 'attempt'>): Attempt => ({
  ...ownerOf(id),
  attempt,
});
