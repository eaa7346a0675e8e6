import * as z from 'zod/mini';

/** Why a port-in did not go on, in our words (facts.md, 7). */
export const portInReason = z.enum([
  'account_number',
  'transfer_pin',
  'zip',
  'name',
  'address',
  'port_locked',
  'not_active',
  'not_found',
  'not_portable',
  'prepaid_mismatch',
  'same_network',
  'duplicate',
  'pending_elsewhere',
  'schedule',
  'carrier_system',
  'never_created',
  'unknown',
]);
export type PortInReason = z.infer<typeof portInReason>;

/** What a form asks for; the names of section 5, `lockOff` is the tick, `iccid` a SIM that came. */
export const portInField = z.enum([
  'billingAccount',
  'pinPassword',
  'lockOff',
  'zipCode',
  'firstName',
  'lastName',
  'address',
  'iccid',
]);
export type PortInField = z.infer<typeof portInField>;

export interface ReasonWords {
  /** Fields to ask for at a re-submit; of several, one is enough. */
  readonly ask: readonly PortInField[];
  /** The customer can put it right and re-submit. */
  readonly canFix: boolean;
  /** We try again by ourselves. */
  readonly retried?: true;
  /** What happened and what to do, for people. */
  readonly message: string;
}

/** Every reason with what it asks of the customer. */
export const portInReasons: Readonly<Record<PortInReason, ReasonWords>> = {
  account_number: {
    ask: ['billingAccount'],
    canFix: true,
    message:
      'Your old carrier says the account number is wrong. Please enter it again as it stands on your bill.',
  },
  transfer_pin: {
    ask: ['pinPassword'],
    canFix: true,
    message:
      'Your old carrier says the Number Transfer PIN is wrong or has expired. Please ask them for a new one.',
  },
  zip: {
    ask: ['zipCode', 'firstName', 'lastName'],
    canFix: true,
    message:
      'The ZIP Code or the name is not what your old carrier has on file. Please enter what stands on your bill.',
  },
  name: {
    ask: ['firstName', 'lastName'],
    canFix: true,
    message:
      'The name is not what your old carrier has on file. Please enter it as it stands on your bill.',
  },
  address: {
    ask: ['address', 'zipCode'],
    canFix: true,
    message:
      'The address is not what your old carrier has on file. Please enter it as it stands on your bill.',
  },
  port_locked: {
    ask: ['lockOff'],
    canFix: true,
    message:
      'Your old carrier has a lock on this number. Please switch it off there, then tell us here.',
  },
  not_active: {
    ask: [],
    canFix: false,
    message: 'This number is not active at your old carrier, so it cannot be brought over.',
  },
  not_found: {
    ask: [],
    canFix: false,
    message: 'Your old carrier does not know this number.',
  },
  not_portable: {
    ask: [],
    canFix: false,
    message: 'This number cannot be brought over.',
  },
  prepaid_mismatch: {
    ask: ['billingAccount', 'pinPassword'],
    canFix: true,
    message:
      'Your old carrier has this number as a prepaid line. Please enter its own account number and PIN.',
  },
  same_network: {
    ask: [],
    canFix: false,
    message: 'This number is with our network already.',
  },
  duplicate: {
    ask: [],
    canFix: false,
    message: 'This number is on its way to us already.',
  },
  pending_elsewhere: {
    ask: [],
    canFix: false,
    message: 'Somebody else is bringing this number over right now. Please try again later.',
  },
  schedule: {
    ask: [],
    canFix: false,
    retried: true,
    message: 'Your old carrier does not transfer numbers right now. We try again for you.',
  },
  carrier_system: {
    ask: [],
    canFix: false,
    retried: true,
    message: 'Your old carrier has a problem of its own. We try again for you.',
  },
  never_created: {
    ask: [],
    canFix: false,
    message:
      'The transfer could not be started, and nothing was changed at your old carrier. Please try again.',
  },
  unknown: {
    ask: ['billingAccount', 'pinPassword'],
    canFix: true,
    message:
      'Your old carrier refused and did not say why. Please check your details, or contact us.',
  },
};
