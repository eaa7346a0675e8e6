/** Chance that a seed repeats. */
export interface Chance {
  /** A whole number under this. */
  under(count: number): number;
  of<T>(choices: readonly T[]): T;
  /** So many times in a hundred. */
  percent(share: number): boolean;
}

/** Mulberry32: small, even enough, the same on every machine. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const under = (count: number) => Math.floor(next() * count);
  return {
    under,
    of: (choices) => {
      const chosen = choices[under(choices.length)];
      if (chosen === undefined) throw new Error('There is nothing to choose from');
      return chosen;
    },
    percent: (share) => under(100) < share,
  };
}
