import type { MoneyReason, MoneyStatus } from '@portside/contract/console/approvals';

export const reasonNames: Readonly<Record<MoneyReason, string>> = {
  double_charge: 'Charged twice',
  wrong_amount: 'Charged the wrong amount',
  not_working: 'The service did not work',
  not_delivered: 'Something did not come',
  changed_mind: 'Changed their mind',
  not_theirs: 'They did not order it',
  goodwill: 'Goodwill',
  other: 'Another reason, in the note',
};

export const reasonOptions = Object.entries(reasonNames).map(([value, label]) => ({
  value,
  label,
}));

export const statusNames: Readonly<Record<MoneyStatus, string>> = {
  waiting: 'Waits for a second person',
  pending: 'On its way',
  done: 'Given',
  failed: 'The bank refused it',
  declined: 'Declined',
};

/** What somebody typed as dollars; what is no number is refused by the contract. */
export const amountOf = (typed: string): number => {
  const bare = typed.replaceAll(/[$,\s]/g, '');
  return bare === '' ? Number.NaN : Number(bare);
};
