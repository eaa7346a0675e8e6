import { randomBytes, randomInt } from 'node:crypto';
import type { Clock } from './clock.ts';

export interface Random {
  /** `ord_01jd…`: 10 characters of time, 16 random; sorts by time. */
  id(prefix: string): string;
  digits(length: number): string;
  /** 256 bits, URL-safe. */
  token(): string;
  below(below: number): number;
}

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

export function systemRandom(clock: Clock): Random {
  return {
    id(prefix) {
      let time = clock.now().getTime();
      let text = '';
      for (let i = 0; i < 10; i += 1) {
        text = ALPHABET[time % 32] + text;
        time = Math.floor(time / 32);
      }
      for (const byte of randomBytes(16)) text += ALPHABET[byte % 32];
      return `${prefix}_${text}`;
    },
    digits: (length) => Array.from({ length }, () => randomInt(10)).join(''),
    token: () => randomBytes(32).toString('base64url'),
    below: (below) => randomInt(below),
  };
}
