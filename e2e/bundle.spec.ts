import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { demoPassword, demoPeople } from '@portside/contract/demo-people';
import { expect, test } from '@playwright/test';

const built = path.resolve(import.meta.dirname, '../web/dist/client');

const filesOf = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const file = path.join(folder, name);
    return statSync(file).isDirectory() ? filesOf(file) : [file];
  });

/** Of an `iframe`, in HTML's own words: the chat's frame has it. */
const frameAttribute = /\bsandbox:|\ballow-popups-to-escape-sandbox\b/g;

test('no file for browsers knows a sandbox, its people, their password or a card that steers it', () => {
  const files = filesOf(built).filter((file) => /\.(js|css|html|json)$/.test(file));
  expect(files.length).toBeGreaterThan(50);
  const secret = [
    /sandbox/i,
    demoPassword,
    ...demoPeople.map(({ email }) => email),
    /4242 ?4242/,
    /pk_(?:test|live|sandbox)/,
  ];
  for (const file of files) {
    const text = readFileSync(file, 'utf8').replaceAll(frameAttribute, '');
    for (const one of secret) {
      const found = typeof one === 'string' ? text.includes(one) : one.test(text);
      expect(found, `${path.basename(file)} knows ${String(one)}`).toBe(false);
    }
  }
});

test('[L18] what customers load holds nothing of the console, and its own files lie apart', () => {
  const files = filesOf(built).filter((file) => /\.(js|css|json)$/.test(file));
  const ours = filesOf(path.resolve(built, '../console')).filter((file) => file.endsWith('.js'));
  const marks = [
    '/console/api/',
    'listStuck',
    'decideApproval',
    'startVerification',
    'eraseCustomer',
    'Waits for a second person',
    'Find a customer, line, order or port-in',
  ];
  const console = ours.map((file) => readFileSync(file, 'utf8')).join('\n');
  for (const mark of marks) expect(console.includes(mark), `the console knows ${mark}`).toBe(true);
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    const found = marks.filter((mark) => text.includes(mark));
    expect(found, `what ${path.basename(file)} knows of the console`).toEqual([]);
  }
  const named = new Set(files.map((file) => path.basename(file)));
  const shared = ours.map((file) => path.basename(file)).filter((name) => named.has(name));
  expect(shared, 'no file is of both').toEqual([]);
});
