/** Loaded at the first touch of a field. */
export const loadRules = async () => ({
  ...(await import('@portside/contract/fields')),
  ...(await import('@portside/contract/sign-in')),
  ...(await import('@portside/contract/second-step')),
});

/** For a form's onFocus. */
export function hurryRules(): void {
  loadRules().catch(() => undefined);
}
