import { expect, test } from 'vitest';
import {
  isPayable,
  isReturned,
  isUnsettled,
  mayStep,
  steps,
  unfinished,
  type StoredStatus,
} from './order-status.ts';

const all = [
  ...(['placed', 'confirm', 'paid', 'declined', 'cancelled'] as const),
  ...(['refunding', 'refund_failed', 'refunded'] as const),
];

/**
 * From docs/decisions/0004 and 0262: an order is placed, the bank answers, and what was paid may go
 * back. Kept apart from the code's own table.
 */
const may: Readonly<Record<StoredStatus, string>> = {
  //              pl co pa de ca rg rf rd
  placed: /*   */ '-- ok ok ok ok -- -- --',
  confirm: /*  */ '-- ok ok ok ok -- -- --',
  paid: /*     */ '-- -- -- -- -- ok -- ok',
  declined: /* */ 'ok -- -- -- -- -- -- --',
  cancelled: /**/ 'ok -- -- -- -- -- -- --',
  refunding: /**/ '-- -- -- -- -- -- ok ok',
  refund_failed: '-- -- -- -- -- ok -- ok',
  refunded: /* */ '-- -- -- -- -- ok ok --',
};

test('each state of an order is followed by those that may follow it, and by no other', () => {
  expect(Object.keys(steps).toSorted()).toEqual(all.toSorted());
  for (const from of all) {
    const row = may[from].split(' ');
    for (const [at, to] of all.entries()) {
      expect([from, to, mayStep(from, to)]).toEqual([from, to, row[at] === 'ok']);
    }
  }
});

test('what an order’s state means is said for each of them', () => {
  const which = (is: (status: StoredStatus) => boolean) => all.filter(is);
  expect(which(isUnsettled)).toEqual(['placed', 'confirm']);
  // While a payment may still succeed there is no other.
  expect(which(isPayable)).toEqual(['declined', 'cancelled']);
  expect(which(isReturned)).toEqual(['refunding', 'refund_failed', 'refunded']);
  expect([...unfinished]).toEqual(['placed', 'confirm', 'refunding', 'refund_failed']);
});
