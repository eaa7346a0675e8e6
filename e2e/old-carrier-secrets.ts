/** Typed in the journeys; secrets.after.ts searches for them on disk. */
export const oldCarrierSecrets = {
  account: '998877665544',
  otherAccount: '443322110099',
  pin: '864209753',
  otherPin: '975310864',
} as const;
