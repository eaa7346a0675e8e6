import type { ActivityKind } from '@portside/contract/sessions';

/** What is told to the customer as “you”, as staff read it. */
export const toldToStaff: Readonly<Partial<Record<ActivityKind, string>>> = {
  proven: 'Confirmed it was them',
  credit_given: 'Support gave {amount} of credit: {reason}',
  change_denied: 'Reported a change that wasn’t theirs: every browser was logged out',
  sim_change_denied:
    'Reported a SIM change that wasn’t theirs, of the line {number}: every browser was logged out',
  exported: 'A file of what we have about them was saved',
};

/** How a caller was verified. */
export const verifiedBy: Readonly<Record<string, string>> = {
  code: 'the customer read out a code',
  ticket: 'a ticket of theirs',
  chat: 'their chat',
  in_person: 'they were there in person',
};
