/** Cents inside, dollars on the wire. */
export const dollars = (cents: number): number => cents / 100;

export const cents = (amount: number): number => Math.round(amount * 100);
