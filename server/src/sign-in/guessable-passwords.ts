import type { Brand } from '../brands/brands.ts';
import type { Person } from '../account/person.ts';

export type Known = Pick<Person, 'firstName' | 'lastName' | 'email'> &
  Partial<Pick<Person, 'streetName' | 'streetNumber' | 'city' | 'zipCode' | 'contactNumber'>>;

/** More characters than this next to a guessable word make a password acceptable. */
const EXTRA = 3;

const rows = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
const columns = ['1qaz2wsx3edc4rfv', '!qaz@wsx#edc'];
const signs = '!@#$%^&*()';
const runs = [...rows, ...columns, signs].flatMap((row) => [row, [...row].toReversed().join('')]);

/**
 * The customer's own name, address or email, the brand's name, or a keyboard pattern, with only a
 * few other characters.
 */
export function isGuessable(
  password: string,
  person: Known,
  brand: Pick<Brand, 'product' | 'host' | 'company'> | undefined,
): boolean {
  return isPattern(password) || isMadeOf(password, [...wordsOf(person), ...brandWords(brand)]);
}

const alike: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  '5': 's',
  $: 's',
  '7': 't',
};

const plain = (signs: readonly string[]) =>
  signs
    .map((sign) => sign.normalize('NFD')[0] ?? '')
    .map((sign) => alike[sign] ?? sign)
    .join('');

const signsOf = (text: string) => [...text.normalize('NFC').toLowerCase()];

function wordsOf(person: Known): string[] {
  const { firstName, lastName, streetName, city, streetNumber, zipCode, contactNumber } = person;
  const texts = [firstName, lastName, person.email.replace(/\.\w+$/, ''), streetName, city];
  const numbers = [streetNumber, zipCode, contactNumber?.slice(-7)];
  return [...texts.flatMap((text) => split(text)), ...numbers.map((number) => number ?? '')];
}

const brandWords = (brand: Parameters<typeof isGuessable>[2]) =>
  brand ? split(`${brand.product} ${brand.host} ${brand.company}`) : [];

const split = (text = '') => text.split(/[^\p{L}\p{N}]+/u);

function isMadeOf(password: string, words: readonly string[]): boolean {
  const signs = signsOf(password);
  const text = plain(signs);
  const taken = new Set<number>();
  for (const word of words.map((one) => plain(signsOf(one)))) {
    if (word.length < 3) continue;
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
      for (let sign = at; sign < at + word.length; sign += 1) taken.add(sign);
    }
  }
  const own = signs.filter((sign, at) => !taken.has(at) && /\p{L}/u.test(sign));
  return taken.size > 0 && own.length <= EXTRA;
}

function isPattern(password: string): boolean {
  const text = password.toLowerCase();
  if (new Set(text).size <= EXTRA) return true;
  let left = 0;
  for (let at = 0; at < text.length;) {
    const run = runAt(text, at);
    if (run < 3) left += 1;
    at += run < 3 ? 1 : run;
  }
  return left <= EXTRA;
}

function runAt(text: string, at: number): number {
  let same = 1;
  while (text[at + same] === text[at]) same += 1;
  let longest = same;
  for (const row of runs) {
    const from = row.indexOf(text[at] ?? ' ');
    if (from < 0) continue;
    let length = 1;
    while (text[at + length] !== undefined && text[at + length] === row[from + length]) length += 1;
    longest = Math.max(longest, length);
  }
  return longest;
}
