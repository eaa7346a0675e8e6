import type { Random } from '../random.ts';

/** None is heard or read as another or as a digit, and no word is spelled without vowels. */
const LETTERS = 'CDFHJKMNPRTVWXY';
const DIGITS = '23456789';
const EACH = 4;

export function spellCode(random: Random): string {
  const some = (from: string) =>
    Array.from({ length: EACH }, () => from[random.below(from.length)]).join('');
  return `${some(LETTERS)}-${some(DIGITS)}`;
}

const shape = new RegExp(`^([${LETTERS}]{${EACH}})([${DIGITS}]{${EACH}})$`);

/** As it is spelled, however it was typed. @returns undefined for what is none */
export function readCode(typed: string): string | undefined {
  const found = shape.exec(typed.toUpperCase().replaceAll(/[\s–-]/g, ''));
  return found ? `${found[1]}-${found[2]}` : undefined;
}
