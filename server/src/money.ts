/** Whole cents inside, dollars with two decimals on the wire. */
export const dollars = (cents: number): number => cents / 100;

/** Dollars of a file or a wire in cents. */
export const cents = (amount: number): number => Math.round(amount * 100);
