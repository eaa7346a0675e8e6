import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { faultsOf, readPo, writePo } from './po.ts';
import { makeCatalogues } from './words.ts';

test('every sentence of interface, contract, server and emails is there in Spanish', async () => {
  const { faults, files, count } = await makeCatalogues();
  expect(count).toBeGreaterThan(900);
  expect(faults).toEqual([]);
  for (const [file, text] of files) {
    expect(await readFile(file, 'utf8'), `${file}: run \`npm run words\``).toBe(text);
  }
});

const sentences = new Map([
  ['Hello, {name}', new Set(['a.ts'])],
  ['{count, plural, one {# plan} other {# plans}}', new Set(['b.ts'])],
  ['Pay', new Set(['c.ts', 'a.ts'])],
]);

test('a missing word and another placeholder are told with where they stand', () => {
  const spanish = new Map([
    ['Hello, {name}', 'Hola, {nombre}'],
    [
      '{count, plural, one {# plan} other {# plans}}',
      '{count, plural, one {# plan} other {# planes}}',
    ],
  ]);
  expect(faultsOf(sentences, spanish)).toEqual([
    'other placeholders: "Hello, {name}" is "Hola, {nombre}"',
    'missing: "Pay" (c.ts, a.ts)',
  ]);
});

test('a catalogue is read as it is written, and as an editor breaks its lines', () => {
  const words = new Map([
    ['Hello, {name}', 'Hola, "{name}"'],
    ['{count, plural, one {# plan} other {# plans}}', 'x'],
    ['Pay', ''],
  ]);
  const text = writePo('es', sentences, (sentence) => words.get(sentence) ?? '');
  expect(readPo(text)).toEqual(words);
  expect(readPo('msgid ""\n"Pay "\n"now"\nmsgstr "Pagar "\n"ahora"\n').get('Pay now')).toBe(
    'Pagar ahora',
  );
});
