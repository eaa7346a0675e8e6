import type { BookEntry, PaymentPort } from '../adapters/payment/payment.ts';
import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import type { OwnBooks } from '../payments/books.ts';
import { compare, type Difference } from './comparing.ts';

/** Brands that were not compared, and what their account said. */
export interface Unread {
  brands: readonly string[];
  why: string;
}

/** What the provider has of the brands that share an account with it. */
export interface Account {
  readonly brands: readonly Brand[];
  readonly charges: readonly BookEntry[];
  readonly refunds: readonly BookEntry[];
}

/**
 * One that cannot be read is told by brand, and keeps no other from being compared. @throws what
 * the first one failed with, when none could be read
 */
export async function readAccounts(
  app: App,
  since: Date,
): Promise<{ accounts: Account[]; unread: Unread[] }> {
  const ports = app.adapters.each('payment');
  const read = await Promise.allSettled(
    ports.map(async ({ port, brands }): Promise<Account> => {
      const [charges, refunds] = await Promise.all([
        readAll(port, 'charges', since),
        readAll(port, 'refunds', since),
      ]);
      return { brands, charges, refunds };
    }),
  );
  const accounts: Account[] = [];
  const unread: Unread[] = [];
  let first: unknown;
  for (const [at, one] of read.entries()) {
    if (one.status === 'fulfilled') {
      accounts.push(one.value);
      continue;
    }
    const error: unknown = one.reason;
    const brands = ports[at]?.brands.map(({ id }) => id) ?? [];
    app.log.error({ brands, error }, 'the books of a payment account could not be read');
    unread.push({ brands, why: wordsOf(error) });
    first ??= error;
  }
  if (accounts.length === 0) throw first;
  return { accounts, unread };
}

/** An OutsideFailure says less than its cause. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

async function readAll(
  payment: PaymentPort,
  of: 'charges' | 'refunds',
  since: Date,
): Promise<BookEntry[]> {
  const all: BookEntry[] = [];
  let cursor: string | undefined;
  do {
    const page = await payment.listBooks({ of, since, cursor });
    all.push(...page.entries);
    cursor = page.next;
  } while (cursor !== undefined);
  return all;
}

/**
 * An account is compared with its own brands' rows. What another brand knows is that brand's to
 * find in its own account: two adapters may read the same one.
 */
export function compareAccount(
  { brands, charges, refunds }: Account,
  ours: OwnBooks,
): Difference[] {
  const tenants = new Set(brands.map(({ client }) => client.mvnoId));
  const isOwn = ({ tenant }: { tenant: number }) => tenants.has(tenant);
  const others = new Set(
    [...ours.charges, ...ours.refunds].filter((one) => !isOwn(one)).map(({ ref }) => ref),
  );
  const isOthers = ({ ref }: BookEntry) => others.has(ref);
  const found = compare(
    {
      charges: charges.filter((one) => !isOthers(one)),
      refunds: refunds.filter((one) => !isOthers(one)),
    },
    { charges: ours.charges.filter(isOwn), refunds: ours.refunds.filter(isOwn) },
  );
  return found.map((one) => ({ ...one, brands: brands.map(({ id }) => id) }));
}
