import * as z from 'zod/mini';

/** Our names for the carriers' reasons (docs/facts.md). */
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
  'details_required',
  'unknown',
]);
export type PortInReason = z.infer<typeof portInReason>;

/** Field names of section 5; `lockOff` is the checkbox, `iccid` a SIM card that arrived. */
export const portInField = z.enum([
  'billingAccount',
  'pinPassword',
  'lockOff',
  'zipCode',
  'firstName',
  'lastName',
  'address',
  'city',
  'state',
  'birthday',
  'iccid',
]);
export type PortInField = z.infer<typeof portInField>;

/** Nothing that the customer could give before the SIM card is there. */
export const isCardAlone = (required: readonly PortInField[]): boolean =>
  required.join() === 'iccid';

export interface ReasonWords {
  readonly ask: readonly PortInField[];
  readonly canFix: boolean;
  readonly retried?: true;
  readonly message: string;
}

export const portInReasons: Readonly<Record<PortInReason, ReasonWords>> = {
  account_number: {
    ask: ['billingAccount'],
    canFix: true,
    message:
      'Your old carrier says the account number is wrong. Please enter it again as it appears on your bill.',
  },
  transfer_pin: {
    ask: ['pinPassword'],
    canFix: true,
    message:
      'Your old carrier says the transfer PIN is wrong or has expired. Please ask them for a new one.',
  },
  zip: {
    ask: ['zipCode', 'firstName', 'lastName'],
    canFix: true,
    message:
      'The ZIP Code or the name doesn’t match what your old carrier has on file. Please enter it as it appears on your bill.',
  },
  name: {
    ask: ['firstName', 'lastName'],
    canFix: true,
    message:
      'The name doesn’t match what your old carrier has on file. Please enter it as it appears on your bill.',
  },
  address: {
    ask: ['address', 'zipCode'],
    canFix: true,
    message:
      'The address doesn’t match what your old carrier has on file. Please enter it as it appears on your bill.',
  },
  port_locked: {
    ask: ['lockOff'],
    canFix: true,
    message:
      'Your old carrier has a lock on this number. Please turn it off there, then tell us here.',
  },
  not_active: {
    ask: [],
    canFix: false,
    message: 'This number isn’t active at your old carrier, so it can’t be transferred.',
  },
  not_found: {
    ask: [],
    canFix: false,
    message: 'Your old carrier doesn’t recognize this number.',
  },
  not_portable: {
    ask: [],
    canFix: false,
    message: 'This number can’t be transferred.',
  },
  prepaid_mismatch: {
    ask: ['billingAccount', 'pinPassword'],
    canFix: true,
    message:
      'Your old carrier has this number as a prepaid line. Please enter that line’s account number and PIN.',
  },
  same_network: {
    ask: [],
    canFix: false,
    message: 'This number is already on our network.',
  },
  duplicate: {
    ask: [],
    canFix: false,
    message: 'This number is already on its way to us.',
  },
  pending_elsewhere: {
    ask: [],
    canFix: false,
    message: 'Someone else is transferring this number right now. Please try again later.',
  },
  schedule: {
    ask: [],
    canFix: false,
    retried: true,
    message: 'Your old carrier isn’t transferring numbers right now. We’ll try again for you.',
  },
  carrier_system: {
    ask: [],
    canFix: false,
    retried: true,
    message: 'Your old carrier is having a problem. We’ll try again for you.',
  },
  never_created: {
    ask: [],
    canFix: false,
    message:
      'We couldn’t start the transfer. Nothing changed at your old carrier. Please try again.',
  },
  /** Where the carrier does not say which. */
  details_required: {
    ask: ['birthday', 'address', 'city', 'state', 'zipCode'],
    canFix: true,
    message: 'Your old carrier needs more details to let your number go.',
  },
  unknown: {
    ask: ['billingAccount', 'pinPassword'],
    canFix: true,
    message:
      'Your old carrier refused and didn’t say why. Please check your details, or contact us.',
  },
};
