/**
 * What the journeys type and only the old carrier may read back: the search after them
 * (secrets.after.ts) looks for exactly these.
 */
export const oldCarrierSecrets = {
  account: '998877665544',
  otherAccount: '443322110099',
  pin: '864209753',
  otherPin: '975310864',
} as const;
