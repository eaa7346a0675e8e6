import * as z from 'zod/mini';

/** What not every carrier offers. Pages hide it, and calls refuse it as `not_offered`. */
export const carrierCapability = z.enum([
  'coverage',
  /** Without it the carrier assigns a line's number at its activation. */
  'reserveNumber',
  /** Numbers are offered, and one of them is kept for an order. */
  'chooseNumber',
  'checkDevice',
  'esim',
  'outages',
  'suspendLine',
  'numberLock',
  'emergencyAddress',
  'changePlan',
  'changeNumber',
  'allowances',
  'changeSim',
  'mailSim',
  'usage',
  /** We make the PIN, and tell the carrier. */
  'transferPin',
  /** The carrier makes it, and nobody can end it. */
  'issueTransferPin',
  'portOuts',
  'refusePortOut',
  'cancelPortIn',
]);
export type CarrierCapability = z.infer<typeof carrierCapability>;

export const notOffered = 'Our network doesn’t offer this. Please contact us if you need it.';
