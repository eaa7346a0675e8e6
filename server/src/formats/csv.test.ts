import { expect, test } from 'vitest';
import { csvRecord } from './csv.ts';

test('commas, quotes and line breaks stay inside their cell', () => {
  expect(csvRecord(['a', 'Talk, text', 'say "hi"', 'two\nlines', ''])).toBe(
    'a,"Talk, text","say ""hi""","two\nlines",\r\n',
  );
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', ' =1', '\t=1', '＝1'])(
  'a spreadsheet does not run %j as a formula',
  (cell) => {
    expect(csvRecord([cell])).toBe(`'${cell}\r\n`);
  },
);
