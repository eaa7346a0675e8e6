import type { Attempt, ChargeOwner } from '../payments/payments.ts';
import type { OrderRow } from './store.ts';

export const ownerOf = (orderId: string): ChargeOwner => ({ kind: 'order', id: orderId });

export const chargeOf = ({ id, attempt }: Pick<OrderRow, 'id' | 'attempt'>): Attempt => ({
  ...ownerOf(id),
  attempt,
});
