/** What a call of the console says: it speaks English alone (docs/decisions/0880). */
export const told = (message: string): { message: string } => ({ message });
