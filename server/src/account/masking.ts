/** `m•••@example.com`: enough to tell two people apart, too little to write to one. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}•••${email.slice(Math.max(at, 1))}`;
}

export const maskedName = (first: string, last: string): string =>
  [first, last && `${last.slice(0, 1)}.`].filter(Boolean).join(' ') || 'No name yet';

export const lastFour = (number: string): string => `•••• ${number.slice(-4)}`;
