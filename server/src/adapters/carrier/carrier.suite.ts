import { expect, test } from 'vitest';
import { activationSuite } from './carrier-activations.suite.ts';
import { allowanceSuite } from './carrier-allowances.suite.ts';
import { carrierCapabilities, NotOffered, verbsOf } from './carrier-can.ts';
import { leavingSuite } from './carrier-leaving.suite.ts';
import { lineSuite } from './carrier-lines.suite.ts';
import { noticeSuite } from './carrier-notices.suite.ts';
import { planSuite } from './carrier-plans.suite.ts';
import { portInRefusalSuite } from './carrier-port-in-refusals.suite.ts';
import { portInSuite } from './carrier-port-ins.suite.ts';
import { safetySuite } from './carrier-safety.suite.ts';
import { simSuite } from './carrier-sims.suite.ts';
import { usageSuite } from './carrier-usage.suite.ts';
import { openSuite, type CarrierWorld, type Lacks } from './carrier-world.suite.ts';

/**
 * What every carrier adapter keeps. @param lacks what the carrier does not offer or its world cannot
 * play, and why
 */
export function carrierSuite(
  name: string,
  open: () => Promise<CarrierWorld>,
  lacks: Lacks = {},
): void {
  openSuite(name, open, lacks, (suite) => {
    const offered = carrierCapabilities.filter((one) => lacks[one] === undefined);
    test('[M07] it says what it can', () => {
      expect([...suite.port().can]).toEqual(offered);
    });
    const absent = carrierCapabilities.filter((one) => lacks[one] !== undefined);
    test.each(absent.map((one) => [one, lacks[one]] as const))(
      '[M07] %s is not offered, and asked for all the same it is refused: %s',
      async (capability) => {
        for (const verb of verbsOf[capability]) {
          const ask = suite.port()[verb] as () => unknown;
          await expect(async () => ask()).rejects.toThrow(NotOffered);
        }
      },
    );
    activationSuite(suite);
    lineSuite(suite);
    noticeSuite(suite);
    portInSuite(suite);
    portInRefusalSuite(suite);
    planSuite(suite);
    simSuite(suite);
    usageSuite(suite);
    allowanceSuite(suite);
    safetySuite(suite);
    leavingSuite(suite);
  });
}
