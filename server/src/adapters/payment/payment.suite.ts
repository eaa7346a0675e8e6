import { afterAll, beforeAll, describe } from 'vitest';
import { type PaymentBench, Till } from './payment-bench.suite.ts';
import { chargesSuite } from './payment-charges.suite.ts';
import { keysSuite } from './payment-keys.suite.ts';
import { noticesSuite } from './payment-notices.suite.ts';
import { refundsSuite } from './payment-refunds.suite.ts';

/** What every payment adapter keeps. */
export function paymentSuite(name: string, open: () => Promise<PaymentBench>): void {
  describe(`payment by ${name}`, () => {
    const till = new Till();
    beforeAll(async () => till.open(await open()));
    afterAll(() => till.bench.close());
    chargesSuite(till);
    keysSuite(till);
    refundsSuite(till);
    noticesSuite(till);
  });
}
