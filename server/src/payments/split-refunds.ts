import { MOST_LINES } from '@portside/contract/most-lines';
import type { Refund } from '../adapters/payment/payment.ts';
import type { RefundRow } from './rows.ts';

/** One that is put down to several charges has its place behind it: `re_1`, `re_1 2`. */
export const providersRef = (refundRef: string): string => refundRef.split(' ', 1)[0] ?? refundRef;

export const splitRefs = (refundRefs: readonly string[]): string[] =>
  refundRefs.flatMap((ref) =>
    Array.from({ length: MOST_LINES }, (_, at) => (at === 0 ? ref : splitRef(ref, at + 1))),
  );

export const splitRef = (refundRef: string, place: number) => `${refundRef} ${place}`;

/** What of it this row is. */
export const partAs = (row: RefundRow, refund: Refund): Refund => ({
  ...refund,
  ...(row.refund_ref !== null && { refundRef: row.refund_ref }),
  amountCents: row.amount_cents,
});
