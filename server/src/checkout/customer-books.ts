import type { App } from '../app.ts';
import { ownerOfRow, type Owner } from '../http/who.ts';
import { creditOf, customersOfCredit, givenBesides, holdCredit, owedBy } from '../credit/credit.ts';
import { conversionsWithoutOrder, handedOn } from '../lines/period-value.ts';
import { customersOfCharges } from '../payments/books.ts';
import { accountOf } from './order-value.ts';
import { paidOnce } from './order-status.ts';
import * as store from './store.ts';

/**
 * A customer's books in cents: what was paid, less what went back and what is credit, is the value of
 * what was received. Credit that nobody paid for, and owed sums, stand on the side of the payments.
 */
export interface CustomerBooks {
  readonly tenant: number;
  readonly customerId: string;
  readonly paid: number;
  readonly returned: number;
  /**
   * Goodwill, refunds given as credit, and days of a time before orders or from another account; less
   * those that left with a line.
   */
  readonly given: number;
  readonly owed: number;
  readonly credit: number;
  readonly received: number;
  /** `paid − returned + given + owed − credit − received`: 0 where they agree. */
  readonly off: number;
}

/** Of one customer, as of one moment. */
export function customerBooks(app: App, owner: Owner): Promise<CustomerBooks> {
  return app.db.transaction(async (tx) => {
    await holdCredit(app, tx, owner);
    const orders = await store.ordersOfCustomer(tx, owner, paidOnce);
    const sum = await accountOf(app, tx, owner, orders);
    const owed = (await owedBy(tx, owner)).reduce((cents, one) => cents + one.cents, 0);
    const credit = await creditOf(tx, owner);
    const found = (await givenBesides(tx, owner)) + (await conversionsWithoutOrder(tx, owner));
    const given = found - (await handedOn(tx, owner));
    const off = sum.paid - sum.returned + given + owed - credit - sum.received;
    const { tenant, customerId } = owner;
    return { tenant, customerId, ...sum, given, owed, credit, off };
  });
}

/** In one comparison. */
const AT_MOST = 5000;
const RUNS_FOR_MS = 30_000;

/** Of those whose money moved since then, as far as the time goes; only who does not agree. */
export async function compareCustomers(app: App, since: Date): Promise<CustomerBooks[]> {
  const db = app.db.query;
  const rows = [
    ...(await customersOfCredit(db, since, AT_MOST)),
    ...(await customersOfCharges(db, since, AT_MOST)),
  ];
  const owners = new Map(rows.map((row) => [row.customer_id, ownerOfRow(row)]));
  const found: CustomerBooks[] = [];
  const until = performance.now() + RUNS_FOR_MS;
  let compared = 0;
  for (const owner of owners.values()) {
    if (performance.now() > until) break;
    const books = await customerBooks(app, owner);
    compared += 1;
    if (books.off !== 0) found.push(books);
  }
  if (compared < owners.size) {
    app.log.warn({ compared, of: owners.size }, 'not every customer’s books could be compared');
  }
  return found;
}
