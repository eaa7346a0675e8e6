import type { BookEntry, PaidFor } from '../adapters/payment/payment.ts';
import type { OwnBooks, OwnEntry } from '../payments/books.ts';

/** What the provider's books and ours say differently. */
export interface Difference {
  of: 'charge' | 'refund';
  what:
    | 'not_in_our_books'
    | 'not_in_the_providers_books'
    | 'another_amount'
    /** Only one of us has moved the money. */
    | 'another_outcome';
  ref: string;
  /** Of the account. Those of an earlier version have none. */
  brands?: readonly string[];
  owner: PaidFor | undefined;
  ours: { status: string; amountCents: number };
  theirs: { status: string; amountCents: number };
}

/** States in which the money came in, wherever it is now. */
const CAME_IN = new Set(['paid', 'refunding', 'refund_failed', 'refunded']);
const WENT_BACK = new Set(['refunded', 'by_hand']);
/** Still in progress: a later comparison decides. */
const UNDER_WAY = new Set(['requested', 'processing', 'confirm', 'pending']);

const nothing = { status: '', amountCents: 0 };

/**
 * What never moved money is no difference: a charge declined there and unknown here took nothing.
 */
export function compare(
  theirs: { charges: readonly BookEntry[]; refunds: readonly BookEntry[] },
  ours: OwnBooks,
): Difference[] {
  return [
    ...pair('charge', theirs.charges, ours.charges, CAME_IN),
    ...pair('refund', theirs.refunds, ours.refunds, WENT_BACK),
  ];
}

function pair(
  of: Difference['of'],
  theirs: readonly BookEntry[],
  ours: readonly OwnEntry<string>[],
  moved: ReadonlySet<string>,
): Difference[] {
  const byRef = new Map(ours.map((one) => [one.ref, one]));
  const known = new Set(theirs.map((one) => one.ref));
  const found: Difference[] = [];
  for (const entry of theirs) {
    const own = byRef.get(entry.ref);
    const what = own ? whatDiffers(entry, own, moved) : moved.has(entry.kind) && 'not_in_our_books';
    if (what) found.push(difference(of, what, entry, own));
  }
  for (const own of ours) {
    if (known.has(own.ref) || !moved.has(own.status)) continue;
    found.push(difference(of, 'not_in_the_providers_books', undefined, own));
  }
  return found;
}

function whatDiffers(
  entry: BookEntry,
  own: OwnEntry<string>,
  moved: ReadonlySet<string>,
): Difference['what'] | false {
  const bothMoved = moved.has(entry.kind) && moved.has(own.status);
  if (bothMoved) return entry.amountCents !== own.amountCents && 'another_amount';
  if (UNDER_WAY.has(entry.kind)) return false;
  return moved.has(entry.kind) !== moved.has(own.status) && 'another_outcome';
}

function difference(
  of: Difference['of'],
  what: Difference['what'],
  entry: BookEntry | undefined,
  own: OwnEntry<string> | undefined,
): Difference {
  return {
    of,
    what,
    ref: entry?.ref ?? own?.ref ?? '',
    owner: own?.owner ?? entry?.owner,
    ours: own ? { status: own.status, amountCents: own.amountCents } : nothing,
    theirs: entry ? { status: entry.kind, amountCents: entry.amountCents } : nothing,
  };
}
