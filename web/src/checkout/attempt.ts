// Keys are numbered per page load. Without this mark the first one after a reload would repeat an
// old one, and get its old answer.
const thisPage = Math.round(performance.timeOrigin).toString(36);
const attempts = new Map<string, number>();

/** Idempotency key of one attempt to pay a cart. The order is one per cart, whatever the key. */
export function attemptKey(cartId: string): string {
  return `${cartId}:${thisPage}-${attempts.get(cartId) ?? 1}`;
}

/** The attempt has ended: the next press is another one. */
export function attemptOver(cartId: string): void {
  attempts.set(cartId, (attempts.get(cartId) ?? 1) + 1);
}
