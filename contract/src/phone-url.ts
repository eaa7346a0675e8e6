/** For a link that calls it. By itself, because every page loads it. */
export const phoneUrl = (number: string): string => `tel:${number.replaceAll(/[^+\d]/g, '')}`;
