// A page knows its own attempts only. Without this mark the first key after a reload would be one
// that the server knows already, and an old answer would come back for a new card.
const thisPage = Math.round(performance.timeOrigin).toString(36);
const attempts = new Map<string, number>();

/**
 * The idempotency key of the attempt to pay a cart: the same for a second press and after a lost
 * answer. The order itself is one per cart, whatever the key, so that two tabs make one order.
 */
export function attemptKey(cartId: string): string {
  return `${cartId}:${thisPage}-${attempts.get(cartId) ?? 1}`;
}

/** A definite end of an attempt: the next press is a new one. */
export function attemptOver(cartId: string): void {
  attempts.set(cartId, (attempts.get(cartId) ?? 1) + 1);
}
