import { ownerOf, selfOf, type Customer, type Owner } from '../http/who.ts';
import type { OrderRow } from './store.ts';

/** Of an order: whose line it is for, or who manages that (P04). */
export type Payer = Pick<Owner, 'customerId'> & Pick<Customer, 'member'>;

/** Whose card it is, and whose bank. */
export const payerOf = ({
  tenant_id,
  customer_id,
  payer_customer_id,
}: Pick<OrderRow, 'tenant_id' | 'customer_id' | 'payer_customer_id'>): Owner =>
  ownerOf(tenant_id, payer_customer_id ?? customer_id);

export const isPaidBy = (
  order: Pick<OrderRow, 'tenant_id' | 'customer_id' | 'payer_customer_id'>,
  who: Payer,
): boolean => payerOf(order).customerId === selfOf(who).customerId;
