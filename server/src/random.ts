import { randomBytes, randomInt } from 'node:crypto';
import type { Clock } from './clock.ts';

export interface Random {
  /** `ord_01jd…`: 10 characters of time, 3 of the turn in it, 13 random; sorts by when it was made. */
  id(prefix: string): string;
  digits(length: number): string;
  /** 256 bits, URL-safe. */
  token(): string;
  below(below: number): number;
}

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

function spelled(number: number, length: number): string {
  let [left, text] = [number, ''];
  for (let i = 0; i < length; i += 1) {
    text = ALPHABET[left % 32] + text;
    left = Math.floor(left / 32);
  }
  return text;
}

/** Sorts before the ids that are made from then on. */
export const idAt = (prefix: string, moment: Date): string =>
  `${prefix}_${spelled(moment.getTime(), 10)}`;

export function systemRandom(clock: Clock): Random {
  let [millisecond, turn] = [0, 0];
  return {
    id(prefix) {
      const now = clock.now().getTime();
      turn = now === millisecond ? turn + 1 : 0;
      millisecond = now;
      let text = `${prefix}_${spelled(now, 10)}${spelled(turn, 3)}`;
      for (const byte of randomBytes(13)) text += ALPHABET[byte % 32];
      return text;
    },
    digits: (length) => Array.from({ length }, () => randomInt(10)).join(''),
    token: () => randomBytes(32).toString('base64url'),
    below: (below) => randomInt(below),
  };
}
