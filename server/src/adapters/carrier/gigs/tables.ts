import type { EsimState } from '@portside/contract/sim';
import type { PortInReason } from '@portside/contract/port-in-reasons';
import type { Activation } from '../carrier-activations.ts';
import type { LineState } from '../carrier-lines.ts';
import type { OldAccountField } from '../carrier-port-ins.ts';
import type { SimChange } from '../carrier-sims.ts';

/** How Gigs' states and codes map to ours: docs/adapters/gigs.md has the same table. */
type Table<T> = Readonly<Record<string, T>>;

/** Undefined for what Gigs has added since. */
export const look = <T>(table: Table<T>, key: string | null | undefined): T | undefined =>
  key != null && Object.hasOwn(table, key) ? table[key] : undefined;

export const activationKinds: Table<Exclude<Activation['kind'], 'refused'>> = {
  initiated: 'pending',
  pending: 'pending',
  active: 'active',
  restricted: 'restricted',
  ended: 'ended',
};

export const lineStates: Table<LineState> = {
  active: 'active',
  restricted: 'restricted',
  ended: 'released',
};

/** Asked for in one request: Gigs lists only pending and active ones otherwise. */
export const everySubscription = 'pending,initiated,active,restricted,ended';

export const portingKinds: Table<
  'pending' | 'details_required' | 'rejected' | 'completed' | 'cancelled' | 'expired'
> = {
  draft: 'pending',
  initiated: 'pending',
  pending: 'pending',
  informationRequired: 'details_required',
  requested: 'pending',
  declined: 'rejected',
  failed: 'rejected',
  completed: 'completed',
  canceled: 'cancelled',
  expired: 'expired',
};

/** Still to end. */
export const openPortings = [
  'draft',
  'initiated',
  'pending',
  'informationRequired',
  'requested',
  'declined',
];

export const declinedReasons: Table<PortInReason> = {
  portingAccountNumberRequiredOrInvalid: 'account_number',
  portingAccountPinRequiredOrInvalid: 'transfer_pin',
  portingAddressRequiredOrInvalid: 'address',
  portingZipCodeRequiredOrInvalid: 'zip',
  portingFirstNameRequiredOrInvalid: 'name',
  portingLastNameRequiredOrInvalid: 'name',
  portingUserInformationMismatch: 'name',
  portingPhoneNumberPortProtected: 'port_locked',
  portingPhoneNumberNotActive: 'not_active',
  portingPhoneNumberNotFound: 'not_found',
  portingPhoneNumberAdministrative: 'not_portable',
  portingPhoneNumberPrepaid: 'prepaid_mismatch',
  portingPendingOtherProvider: 'pending_elsewhere',
  portingSameNewAndOldNetworkProvider: 'same_network',
  portingDuplicated: 'duplicate',
  portingDeclined: 'unknown',
};

/** Of a porting that was not made. */
export const notCreatedReasons: Table<PortInReason> = {
  portingNotSupported: 'not_portable',
  portingPhoneNumberBlocked: 'not_portable',
  portingAlreadyExists: 'pending_elsewhere',
  portingConflictsWithPortOut: 'carrier_system',
  portingDonorProviderNotFound: 'not_portable',
  portingPerUserLimitExceeded: 'carrier_system',
  portingUserAddressRequired: 'carrier_system',
};

export const fieldsOfRequired: Table<readonly OldAccountField[]> = {
  accountNumber: ['billingAccount'],
  accountPin: ['pinPassword'],
  address: ['address', 'city', 'state', 'zipCode'],
  birthday: ['birthday'],
  firstName: ['firstName'],
  lastName: ['lastName'],
};

export const refusalsOfActivation: Table<Extract<Activation, { kind: 'refused' }>['reason']> = {
  simAlreadyUsed: 'sim_in_use',
  deviceBlocked: 'device_blocked',
};

export const simChangeKinds: Table<SimChange['kind']> = {
  initiated: 'pending',
  pending: 'pending',
  applied: 'active',
  failed: 'refused',
  deleted: 'cancelled',
};

export const planChangeKinds: Table<'pending' | 'changed' | 'refused'> = {
  initiated: 'pending',
  pending: 'pending',
  applied: 'changed',
  failed: 'refused',
  deleted: 'refused',
};

/** `unknown` is told by the SIM: the networks of other providers than p3, p14 and p15 say no more. */
export const esimStates: Table<EsimState> = {
  installed: 'installed',
  enabled: 'enabled',
  disabled: 'disabled',
  deleted: 'deleted',
};

/** Any other is still to be issued. */
export const portOutKinds: Table<'issued' | 'over'> = {
  issued: 'issued',
  completed: 'over',
  expired: 'over',
  failed: 'over',
};
