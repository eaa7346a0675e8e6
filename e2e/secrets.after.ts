import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { magicCards } from '../server/src/adapters/payment/sandbox/cards.ts';
import { type Database, openDatabase } from '../server/src/db/database.ts';
import { everyRow } from '../server/src/testing/every-row.ts';
import { oldCarrierSecrets } from './old-carrier-secrets.ts';

/** Searches what the journeys left on disk for secrets in clear text. */
const left = path.join(import.meta.dirname, '../.test-results');
const folder = path.join(left, 'e2e-data');
const log = path.join(left, 'e2e-server.log');

const numbers = magicCards.map(({ number }) => number.replaceAll(' ', ''));

/** However they are spaced or cut. */
function cardsIn(text: string): string[] {
  const close = text.replaceAll(/(?<=\d)[ \u00a0-](?=\d)/g, '');
  return numbers.filter((number) => close.includes(number.slice(0, 12)));
}

/** The dots of a masked code are not part of it. */
const esimCode = /LPA:1\$[a-z.]+\$[A-Za-z0-9-]{4,}/;

const cardsInBytes = (bytes: string) => numbers.filter((number) => bytes.includes(number));

function secretsIn(text: string, cards = cardsIn): string[] {
  const typed = Object.entries(oldCarrierSecrets).filter(([, secret]) => text.includes(secret));
  return [
    ...cards(text).map((number) => `the card number that ends in ${number.slice(-4)}`),
    ...typed.map(([name]) => `what was typed at the old carrier as "${name}"`),
    ...(esimCode.test(text) ? ['the activation code of an eSIM'] : []),
  ];
}

let database: Database;
beforeAll(async () => {
  database = await openDatabase({ kind: 'pglite', folder });
});
afterAll(() => database?.close());

test('what is looked for would be found', () => {
  const { account, pin } = oldCarrierSecrets;
  expect(secretsIn('of 4242 4242-4242 42..')).toHaveLength(1);
  expect(secretsIn(`{"account":"${account}","pin":"${pin}"}`)).toHaveLength(2);
  expect(secretsIn('\u00004242424242424242\u0001', cardsInBytes)).toHaveLength(1);
  expect(secretsIn('LPA:1$smdp.carrier.example$ABCD1234')).toHaveLength(1);
  expect(secretsIn('LPA:1$smdp.carrier.example$•••• visa •••• 4242')).toEqual([]);
});

test('after all journeys no table holds a card number, an old carrier’s secret or an eSIM code', async () => {
  const tables = await everyRow(database.query);
  // Make sure that the journeys did write.
  for (const name of ['cards', 'sandbox_pay_charges', 'port_ins', 'sandbox_carrier_esims']) {
    expect(tables.get(`public.${name}`)?.length, name).toBeGreaterThan(0);
  }
  const found = [...tables].flatMap(([name, rows]) =>
    rows.flatMap((row) => secretsIn(row).map((what) => `${what}, in table ${name}`)),
  );
  expect([...new Set(found)]).toEqual([]);
});

test('nor do the files of the database, its journal among them, hold one as bytes', () => {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) =>
    one.isFile(),
  );
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap(({ parentPath, name }) => {
    const file = path.join(parentPath, name);
    return secretsIn(readFileSync(file, 'latin1'), cardsInBytes).map(
      (what) => `${what}, in ${name}`,
    );
  });
  expect(found).toEqual([]);
});

test('nor does the log of the server, which told everything', () => {
  const lines = readFileSync(log, 'utf8').split('\n');
  expect(lines.join()).toContain('Server listening');
  const found = lines.flatMap((line, at) =>
    secretsIn(line).map((what) => `${what}, in line ${at + 1} of the log`),
  );
  expect(found).toEqual([]);
});
