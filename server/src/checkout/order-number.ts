import type { Brand } from '../brands/brands.ts';

/**
 * An order's number as people say it: `H-4821-88`, of any length (docs/decisions/0978). The brand's
 * first letter, the number, and two check digits by ISO 7064 MOD 97-10, which find every wrong digit
 * and every two that were swapped. Numbers that follow each other do not look so: nobody reads from
 * theirs how many orders a brand has. It is no secret, and opens nothing.
 */
export function writeOrderNumber(brand: Pick<Brand, 'id'>, counted: number): string {
  const digits = scattered(BigInt(counted)).toString();
  const letter = /\p{L}/u.exec(brand.id)?.[0].toUpperCase() ?? 'N';
  return [letter, ...groupsOf(digits), checkOf(BigInt(digits))].join('-');
}

/**
 * With or without its letter, its dashes and spaces. @returns what was counted; undefined when it is
 * no order's number, or was heard wrong
 */
export function readOrderNumber(said: string): number | undefined {
  const [, digits, check] = SAID.exec(said.replaceAll(/[\s\u2010-\u2015-]/g, '')) ?? [];
  if (digits === undefined || check === undefined) return undefined;
  return checkOf(BigInt(digits)) === check ? Number(gathered(BigInt(digits))) : undefined;
}

const FEWEST = 4;
const SAID = /^\p{L}?([1-9]\d{3,12})(\d\d)$/u;

/** At most six together, else by four from the end. */
function groupsOf(digits: string): string[] {
  if (digits.length <= 6) return [digits];
  return [...groupsOf(digits.slice(0, -4)), digits.slice(-4)];
}

const checkOf = (digits: bigint) => String(98n - ((digits * 100n) % 97n)).padStart(2, '0');

/** All numbers of a length, of which the first is counted as `before` + 1. */
interface Block {
  readonly least: bigint;
  readonly size: bigint;
  readonly before: bigint;
}

function blockOf(isIn: (block: Block) => boolean): Block {
  let block: Block = { least: 10n ** BigInt(FEWEST - 1), size: 9n * 10n ** 3n, before: 0n };
  while (!isIn(block)) {
    const { least, size, before } = block;
    block = { least: least * 10n, size: size * 10n, before: before + size };
  }
  return block;
}

/** No factor in common with 2, 3 and 5, of which each size is made: a step that meets all of them. */
const STEP = 6_180_339_887n;
const START = 2_718n;

function scattered(counted: bigint): bigint {
  const { least, size, before } = blockOf((block) => counted <= block.before + block.size);
  return least + (((counted - before - 1n) * STEP + START) % size);
}

function gathered(digits: bigint): bigint {
  const { least, size, before } = blockOf((block) => digits < block.least * 10n);
  const back = inverse(STEP % size, size);
  return before + 1n + (((((digits - least - START) % size) + size) * back) % size);
}

/** By Euclid. */
function inverse(of: bigint, size: bigint): bigint {
  let [left, right, known, next] = [of, size, 1n, 0n];
  while (right !== 0n) {
    const times = left / right;
    [left, right] = [right, left - times * right];
    [known, next] = [next, known - times * next];
  }
  return ((known % size) + size) % size;
}
