/** A time ends in “p.m.” in Spanish, and so may its sentence. */
export const oneFullStop = (said: string): string =>
  said.replaceAll('p.m..', 'p.m.').replaceAll('a.m..', 'a.m.');
