import type { App } from '../app.ts';
import { sweep } from '../jobs/sweep.ts';
import { ownerOfRow, type Owner } from '../http/who.ts';
import { creditOf, customersOfCredit, givenBesides, holdCredit, owedBy } from '../credit/credit.ts';
import { conversionsWithoutOrder } from '../lines/period-value.ts';
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
  /** Goodwill, refunds given as credit, and days of a time before orders. */
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
    const sum = { paid: 0, returned: 0, received: 0 };
    for (const order of orders) {
      const one = await accountOf(app, tx, order);
      sum.paid += one.paid;
      sum.returned += one.returned;
      sum.received += one.received;
    }
    const owed = (await owedBy(tx, owner)).reduce((cents, one) => cents + one.cents, 0);
    const credit = await creditOf(tx, owner);
    const given = (await givenBesides(tx, owner)) + (await conversionsWithoutOrder(tx, owner));
    const off = sum.paid - sum.returned + given + owed - credit - sum.received;
    const { tenant, customerId } = owner;
    return { tenant, customerId, ...sum, given, owed, credit, off };
  });
}

/** Of all whose money moved since then; only those that do not agree. */
export async function compareCustomers(app: App, since: Date): Promise<CustomerBooks[]> {
  const db = app.db.query;
  const rows = [...(await customersOfCharges(db, since)), ...(await customersOfCredit(db, since))];
  const owners = new Map(
    rows.map((row) => [row.customer_id, { id: row.customer_id, owner: ownerOfRow(row) }]),
  );
  const found: CustomerBooks[] = [];
  const compare = async ({ owner }: { id: string; owner: Owner }) => {
    const books = await customerBooks(app, owner);
    if (books.off !== 0) found.push(books);
  };
  await sweep(app, [...owners.values()], compare, 'a customer’s books could not be read');
  return found;
}
