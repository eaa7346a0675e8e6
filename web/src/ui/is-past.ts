/** Of a moment as the wire has it. */
export const isPast = (moment: string): boolean => Date.parse(moment) < Date.now();
