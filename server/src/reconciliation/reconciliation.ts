import type { BookEntry, PaymentPort } from '../adapters/payment/payment.ts';
import type { App } from '../app.ts';
import { days, hours, later, minutes } from '../clock.ts';
import type { Query } from '../db/database.ts';
import { compare } from './comparing.ts';
import * as store from './store.ts';
import { readBooks } from '../payments/books.ts';
import { paymentChanged, refundChanged } from '../payments/news.ts';

/** Each day compares three days, so a missed day is made up for. */
const LOOKS_BACK = days(3);
/** Newer entries may be in only one of the books. */
const SETTLED_AFTER = minutes(15);
/** Clocks differ, and we record a charge before requesting it. */
const OVERLAP = hours(1);
const KEPT = days(365);

/**
 * Compares the provider's charges and refunds with ours, saves and logs each difference, and queues
 * what a second look may settle. @throws OutsideFailure
 */
export async function reconcile(app: App, back = LOOKS_BACK): Promise<store.ReconciliationRow> {
  const now = app.clock.now();
  const until = later(now, -SETTLED_AFTER);
  const since = later(now, -back);
  const [charges, refunds] = await Promise.all([
    readTheirs(app, 'charges', later(since, -OVERLAP)),
    readTheirs(app, 'refunds', later(since, -OVERLAP)),
  ]);
  const named = { charges: charges.map(refOf), refunds: refunds.map(refOf) };
  const ours = await readBooks(app.db.query, { from: since, before: until }, named);
  const fresh = new Set([...charges, ...refunds].filter((one) => one.at >= until).map(refOf));
  const differences = compare({ charges, refunds }, ours).filter((one) => !fresh.has(one.ref));
  const accounts = new Map(refunds.map((one) => [one.ref, one.tenant]));
  const row: store.ReconciliationRow = {
    id: app.random.id('rec'),
    at: now,
    since,
    until,
    differences,
    charges: charges.length,
    refunds: refunds.length,
  };
  await app.db.transaction(async (tx) => {
    await store.insertReconciliation(tx, row);
    await store.dropReconciliations(tx, later(now, -KEPT));
    for (const { of, ref, theirs } of differences) {
      if (theirs.status === '') continue;
      if (of === 'charge') {
        await app.jobs.enqueue(tx, paymentChanged, { paymentRef: ref });
      } else {
        const tenant = accounts.get(ref);
        await app.jobs.enqueue(tx, refundChanged, { refundRef: ref, ...(tenant && { tenant }) });
      }
    }
  });
  for (const one of differences) app.log.error(one, 'the provider’s books and ours differ');
  return row;
}

export const viewLast = (db: Query) => store.lastReconciliation(db);

/** With a tenant of the account that it is in. */
type TheirEntry = BookEntry & { tenant: number };

const refOf = (entry: BookEntry) => entry.ref;

async function readTheirs(app: App, of: 'charges' | 'refunds', since: Date): Promise<TheirEntry[]> {
  const accounts = app.adapters
    .each('payment')
    .map(({ port, brands: [brand = app.brands.first] }) =>
      readAccount(port, brand.client.mvnoId, { of, since }),
    );
  return (await Promise.all(accounts)).flat();
}

async function readAccount(
  payment: PaymentPort,
  tenant: number,
  wanted: { of: 'charges' | 'refunds'; since: Date },
): Promise<TheirEntry[]> {
  const all: TheirEntry[] = [];
  let cursor: string | undefined;
  do {
    const page = await payment.listBooks({ ...wanted, cursor });
    all.push(...page.entries.map((entry) => ({ ...entry, tenant })));
    cursor = page.next;
  } while (cursor !== undefined);
  return all;
}
