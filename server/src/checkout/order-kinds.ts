import type { TransactionKind } from '@portside/contract/payments';
import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import type { Returned } from '../payments/refunds.ts';
import type { OrderRow } from './store.ts';

/** An order, for the slice that sells what it is for. */
export type Order = OrderRow;

/**
 * What the engine of all orders asks of the slice that sells something. It is called under the
 * order's lock, in the transaction that moves the order; the network waits for a job.
 */
export interface OrderKind {
  /**
   * The order is paid: whatever was bought is the customer's.
   * @returns false when it cannot be had any more; the money goes back
   */
  paid(app: App, tx: Tx, order: Order): Promise<boolean>;
  /** The card was refused, or nobody confirmed. It may be paid by a further attempt. */
  declined?(app: App, tx: Tx, order: Order, reason: string): Promise<void>;
  /** The money of a paid order is going back: what it paid for is taken back. */
  returned?(app: App, tx: Tx, order: Order): Promise<void>;
  readonly words: OrderWords;
}

/** Sentences of a kind. `{plan}` is what was bought, `{total}` what was paid. */
export interface OrderWords {
  /** To whoever has just paid. */
  readonly paid: string;
  /** The receipt's first sentence, and the one of a receipt of nothing. */
  readonly receipt: { readonly paid: string; readonly free: string };
  /** An order that is over, its money on the way back or there. */
  readonly returned: Readonly<Record<Exclude<Returned, 'paid'>, string>>;
  /** The email that the money is back because nothing came of the order; the same of nothing. */
  readonly refund: {
    readonly paid: { readonly subject: string; readonly lines: readonly string[] };
    readonly free: { readonly subject: string; readonly lines: readonly string[] };
  };
}

/** The slice of each kind (slices.ts). */
export type OrderKinds = Readonly<Partial<Record<TransactionKind, OrderKind>>>;

/** @throws Error this version does not know it: its job is tried again, by a newer one */
export function kindOf({ orderKinds }: Pick<App, 'orderKinds'>, { kind, id }: Order): OrderKind {
  const found = orderKinds[kind];
  if (!found) throw new Error(`No slice sells what order ${id} of kind ${kind} is for`);
  return found;
}
