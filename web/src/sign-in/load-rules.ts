/**
 * The rules of the forms come with the first touch of a field, not with the page; the browser
 * keeps them after that.
 */
export const loadRules = async () => ({
  ...(await import('@portside/contract/fields')),
  ...(await import('@portside/contract/sign-in')),
  ...(await import('@portside/contract/second-step')),
});

/** For a form's onFocus: by the time it is sent the rules are there. */
export function hurryRules(): void {
  loadRules().catch(() => undefined);
}
