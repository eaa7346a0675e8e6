import * as z from 'zod/mini';
import { planLabel } from '../plan-label.ts';

const { introductory, contract, monthlyFees, oneTimeFees, earlyTerminationFee } = planLabel.shape;

/** What may be published: no charge that nothing makes, and no price that no renewal has. */
export const trueLabel = z.extend(planLabel, {
  introductory: introductory.check(
    z.refine((one) => one === null, 'Each renewal charges the plan’s price. Leave it out.'),
  ),
  contract: contract.check(
    z.refine(({ months }) => months === 0, 'No line has a contract. Enter 0 months.'),
  ),
  monthlyFees: monthlyFees.check(
    z.maxLength(0, 'Each renewal charges the brand’s fee, which the label adds. Name no other.'),
  ),
  oneTimeFees: oneTimeFees.check(
    z.refine(
      (all) => all.every(({ amount }) => amount === 0),
      'The brand’s activation fee alone is charged once, and the label adds it. Enter 0.',
    ),
  ),
  earlyTerminationFee: earlyTerminationFee.check(
    z.refine((fee) => fee === 0, 'Nothing is charged for leaving. Enter 0.'),
  ),
});
