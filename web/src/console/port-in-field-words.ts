import type { PortInField } from '@portside/contract/port-in-reasons';

/** What the old carrier has on file, in the words that staff ask a customer for it with. */
export const portInFieldWords: Readonly<Record<PortInField, string>> = {
  billingAccount: 'Account number there',
  pinPassword: 'Transfer PIN',
  lockOff: 'The port lock turned off',
  zipCode: 'ZIP Code there',
  firstName: 'First name there',
  lastName: 'Last name there',
  address: 'Street address there',
  city: 'City there',
  state: 'State there',
  birthday: 'Date of birth',
  iccid: 'The number of the SIM card',
};
