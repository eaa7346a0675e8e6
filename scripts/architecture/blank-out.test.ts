import { describe, expect, test } from 'vitest';
import { blankOut } from './blank-out.ts';

describe('reading sources', () => {
  test.each([
    ["a('it', 's')", "a('  ', ' ')"],
    ['`a ${b(`c`)} d`', '`  ${b(` `)}  `'],
    ['x = /["\'`]/.test(y) / 2', 'x = /     /.test(y) / 2'],
    ['<p>we\'re here</p>; a("b")', '<p>we\'re here</p>; a(" ")'],
    ['a /* b */ c // d', `a ${' '.repeat(7)} c ${' '.repeat(4)}`],
    ['`${{ a: 1 }}b`', '`${{ a: 1 }} `'],
  ])('%s is blanked where it is no code', (source, code) => {
    expect(blankOut(source)).toBe(code);
  });
});
