import type { Random } from '../random.ts';

/** None sounds or looks like another, and no word is spelled without vowels. */
const LETTERS = 'HKMQRTWXY';
const DIGITS = '2346789';
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
