import type { App } from '../app.ts';
import { days, hours, later, minutes } from '../clock.ts';
import type { Query } from '../db/database.ts';
import { defineJob } from '../jobs/jobs.ts';
import { type Account, compareAccount, readAccounts } from './accounts.ts';
import { compareCustomers } from '../checkout/customer-books.ts';
import type { Difference } from './comparing.ts';
import * as store from './store.ts';
import { type OwnBooks, readBooks } from '../payments/books.ts';
import { paymentChanged, refundChanged } from '../payments/news.ts';
import { giveBackStrayJob } from '../payments/stray-charges.ts';

/** Pages of a hundred, of three days. */
export const reconcileBooks = defineJob('reconcile-books', { expireInSeconds: 900 });

/** At least so long, and to the last comparison in which every account was read. */
const LOOKS_BACK = days(3);
/** Newer entries may be in only one of the books. */
const SETTLED_AFTER = minutes(15);
/** Clocks differ, and we record a charge before requesting it. */
const OVERLAP = hours(1);
const KEPT = days(365);

/**
 * Compares the charges and refunds of each payment account with its brands' own, saves and logs
 * each difference, and queues what a second look may settle. @throws OutsideFailure when no account
 * could be read
 */
export async function reconcile(app: App, back?: number): Promise<store.ReconciliationRow> {
  const now = app.clock.now();
  const until = later(now, -SETTLED_AFTER);
  const since = back === undefined ? await sinceLast(app, now) : later(now, -back);
  const { accounts, unread } = await readAccounts(app, later(since, -OVERLAP));
  const [charges, refunds] = [refsIn(accounts, 'charges'), refsIn(accounts, 'refunds')];
  const named = { charges: [...charges], refunds: [...refunds] };
  const ours = await readBooks(app.db.query, { from: since, before: until }, named);
  const found = accounts.flatMap((account) => ofAccount(account, ours, until));
  // Two adapters of one account see the same.
  const differences = [...new Map(found.map((one) => [`${one.of} ${one.ref}`, one])).values()];
  const customers = await compareCustomers(app, since);
  const row: store.ReconciliationRow = {
    id: app.random.id('rec'),
    at: now,
    since,
    until,
    differences,
    charges: charges.size,
    refunds: refunds.size,
    unread,
    customers,
  };
  await app.db.transaction(async (tx) => {
    await store.insertReconciliation(tx, row);
    await store.dropReconciliations(tx, later(now, -KEPT));
    for (const { of, what, ref, theirs, brands: [id = ''] = [] } of differences) {
      if (theirs.status === '') continue;
      const { mvnoId: tenant } = (app.brands.byId(id) ?? app.brands.first).client;
      if (of === 'charge' && what === 'not_in_our_books') {
        await app.jobs.enqueue(tx, giveBackStrayJob, { paymentRef: ref, tenant });
      } else if (of === 'charge')
        await app.jobs.enqueue(tx, paymentChanged, { paymentRef: ref, tenant });
      else await app.jobs.enqueue(tx, refundChanged, { refundRef: ref, tenant });
    }
  });
  for (const one of differences) app.log.error(one, 'the provider’s books and ours differ');
  for (const one of customers) app.log.error(one, 'a customer’s books do not add up');
  return row;
}

async function sinceLast(app: App, now: Date): Promise<Date> {
  const db = app.db.query;
  const known = (await store.lastWholeUntil(db)) ?? (await store.firstSince(db)) ?? now;
  return new Date(Math.min(known.getTime(), later(now, -LOOKS_BACK).getTime()));
}

/** For monitoring: differences, and brands that were not compared. */
export async function gaugeBooks(db: Query): Promise<Record<string, number>> {
  const last = await store.lastReconciliation(db);
  return {
    differences: (last?.differences.length ?? 0) + (last?.customers.length ?? 0),
    unread: last?.unread.flatMap(({ brands }) => brands).length ?? 0,
  };
}

export const viewLast = (db: Query) => store.lastReconciliation(db);

const refsIn = (accounts: readonly Account[], of: 'charges' | 'refunds') =>
  new Set(accounts.flatMap((account) => account[of].map(({ ref }) => ref)));

function ofAccount(account: Account, ours: OwnBooks, until: Date): Difference[] {
  const fresh = new Set(
    [...account.charges, ...account.refunds].filter((one) => one.at >= until).map(({ ref }) => ref),
  );
  return compareAccount(account, ours).filter((one) => !fresh.has(one.ref));
}
