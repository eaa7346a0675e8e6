import type { TransactionKind } from '@portside/contract/payments';
import type { DeclineAdvice } from '../adapters/payment/payment.ts';
import type { App } from '../app.ts';
import type { Query, Tx } from '../db/database.ts';
import type { Event } from '../emails/queue-part.ts';
import type { Returned } from '../payments/refunds.ts';
import type { OrderRow } from './store.ts';

export type Order = OrderRow;

interface Refusal {
  readonly reason: string;
  readonly advice: DeclineAdvice | undefined;
}

/**
 * What the order engine asks of the selling slice, under the order's lock and in its transaction;
 * network calls wait for a job.
 */
export interface OrderKind {
  /** @returns false when it cannot be had any more: the money goes back */
  paid(app: App, tx: Tx, order: Order): Promise<boolean>;
  /** It may be paid by a later attempt. */
  declined?(app: App, tx: Tx, order: Order, refusal: Refusal): Promise<void>;
  /** What its receipt is a part of; nothing else without. */
  together?(app: App, tx: Tx, order: Order): Promise<Event>;
  /** What it costs again with each payment, before taxes; nothing where it is paid once. Cents. */
  renewsAt?(tx: Tx, order: Order): Promise<number | undefined>;
  /** The money goes back, and what was bought is taken back. */
  returned?(app: App, tx: Tx, order: Order): Promise<void>;
  /** The credit that came of each order, while it is paid; none of those that are missing. Cents. */
  gave?(tx: Tx, orderIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  readonly words: OrderWords;
  /** Where they depend on how it stands. */
  wordsFor?(db: Query, order: Order): Promise<OrderWords>;
}

/** `{plan}` is what was bought, `{total}` what was paid. */
export interface OrderWords {
  readonly paid: string;
  /** The same, where nothing was due. */
  readonly free: string;
  /** `free`: nothing was due. */
  readonly receipt: {
    readonly paid: string;
    readonly free: string;
    /** Beside what was bought, which is there. */
    readonly beside?: { readonly paid: string; readonly free: string };
    /** One of several that were bought at once, `{part}` of them; `waits`: true beside others that work. */
    readonly among?: { readonly line: string; readonly waits?: true };
  };
  readonly returned: Readonly<Record<Exclude<Returned, 'paid'>, string>>;
  /** Given back by people, where the others tell of something that failed. */
  readonly returnedByPeople?: OrderWords['returned'];
  readonly refund: {
    readonly paid: { readonly subject: string; readonly lines: readonly string[] };
    readonly free: { readonly subject: string; readonly lines: readonly string[] };
    /** Given back by people, where the others tell of something that failed. */
    readonly byStaff?: { readonly subject: string; readonly lines: readonly string[] };
  };
}

export type OrderKinds = Readonly<Partial<Record<TransactionKind, OrderKind>>>;

/** As its kind puts it, of this order. */
export async function wordsOf(
  app: Pick<App, 'orderKinds'>,
  db: Query,
  order: Order,
): Promise<OrderWords> {
  const kind = kindOf(app, order);
  return (await kind.wordsFor?.(db, order)) ?? kind.words;
}

/** @throws Error for a newer version's kind: the job is retried */
export function kindOf({ orderKinds }: Pick<App, 'orderKinds'>, { kind, id }: Order): OrderKind {
  const found = orderKinds[kind];
  if (!found) throw new Error(`No slice sells what order ${id} of kind ${kind} is for`);
  return found;
}
