import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { days, hours, minutes, seconds } from '../../clock.ts';
import { inner } from './inner.ts';
import { calendar } from './of-all.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const promised = Object.values(calendar);

/** Each line of the product with a length of time; adapters and jobs have tests of their own. */
function timesInCode(): string[] {
  const time =
    /\b(?:days|hours|minutes|seconds)\([\d*+ ]+\)|\b(?:REMINDERS|DAYS_TO_PAY|RETRY_SECONDS) = /;
  const files = globSync('server/src/*/**/*.ts', { cwd: root })
    .map((file) => file.replaceAll('\\', '/').replace('server/src/', ''))
    .filter((file) => !/\.(?:test|suite)\.ts$|^(?:adapters|jobs|seed|testing)\//.test(file));
  return files.flatMap((file) =>
    read(`server/src/${file}`)
      .split('\n')
      .filter((line) => time.test(line) && !/^\s*(?:\*|\/\/|\/\*)/.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
}

/** Settings of brands. */
const settings = () => [read('contract/src/brand.ts'), read('brands/harbor/brand.json')].join('\n');

const holds = (line: string, row: string) => {
  const [file = '', text = ''] = row.split(/: (.*)/s);
  return line.startsWith(`${file}: `) && line.includes(text);
};

test('each length of time in the code is in the calendar, or is nobody’s promise', () => {
  const homes = promised.map(({ home }) => home);
  const others = Object.values(inner).flat();
  const unknown = timesInCode().filter(
    (line) => !homes.some((home) => line.includes(home)) && !others.some((row) => holds(line, row)),
  );
  expect(unknown).toEqual([]);
});

test('each row of the calendar stands where it says', () => {
  const lines = timesInCode();
  const set = settings();
  for (const { home } of promised) {
    const isThere = lines.some((line) => line.includes(home));
    expect([home, isThere || set.replaceAll('"', '').includes(home)]).toEqual([home, true]);
  }
  for (const row of Object.values(inner).flat()) {
    expect([row, lines.some((line) => holds(line, row))]).toEqual([row, true]);
  }
});

/* What is written for people. */

const units: Readonly<Record<string, number>> = {
  day: days(1),
  día: days(1),
  dia: days(1),
  hour: hours(1),
  hora: hours(1),
  minute: minutes(1),
  minuto: minutes(1),
  second: seconds(1),
  segundo: seconds(1),
};
const words: Readonly<Record<string, number>> = {
  two: 2,
  three: 3,
  five: 5,
  seven: 7,
  ten: 10,
  dos: 2,
  tres: 3,
  cinco: 5,
  siete: 7,
  diez: 10,
};
const amount = String.raw`(\d+|${Object.keys(words).join('|')})`;
const length = new RegExp(
  String.raw`(?<![\w.])${amount}(?:[ -]| new )(${Object.keys(units).join('|')})s?(?![\wáéíóúñ]| hábiles)`,
  'giu',
);

/** Milliseconds of each length of time that a text tells. */
const told = (text: string): number[] =>
  [...text.matchAll(length)].map(([, count = '', unit = '']) => {
    const number = words[count.toLowerCase()] ?? Number(count);
    return number * (units[unit.toLowerCase()] ?? 0);
  });
const sorted = (lengths: readonly number[]) => lengths.toSorted((a, b) => a - b);

/** Kept by people, by others, or nobody's: what the sentence is about. */
const byOthers: readonly RegExp[] = [
  // Terms that a brand's people keep.
  /60 days of the charge|answer within 30 days/i,
  /30 days before anything here changes|50 seconds/i,
  // The field's own times (docs/facts.md), and a device's.
  /\btransfers? take|up to two days|minutes to two days|4 days; 14 days for business|7 days"/i,
  /changes every 30 seconds|\bwait ten seconds|server_login_retry|every five seconds/i,
];

const papers = () => globSync('brands/*/content/*.{md,json}', { cwd: root });
const english = () => [
  ...papers(),
  ...globSync('brands/*/plans.json', { cwd: root }),
  'server/src/words/es.po',
  'web/src/words/es.po',
  'docs/operating.md',
  'docs/jobs-and-events.md',
];

/** Sentences: of a catalog the English ones. */
const sentencesOf = (file: string): string[] => {
  const text = read(file);
  if (file.endsWith('.po'))
    return [...text.matchAll(/^msgid (.*)$/gm)].map(([, said]) => said ?? '');
  // What is kept for how long, and what is looked for when.
  if (file.startsWith('docs/')) {
    const table = text.slice(text.indexOf(file.endsWith('operating.md') ? '| Kept ' : '| Job'));
    return table.split('\n').filter((line) => line.startsWith('| '));
  }
  return text.split(/(?<=[.:;!?])\s|\n/);
};

test('each length of time in a brand’s papers, on a page or in an email is one that is kept', () => {
  const kept = new Set(promised.flatMap(({ lasts, said }) => [lasts, ...(said ?? [])]));
  const broken = english().flatMap((file) =>
    sentencesOf(file)
      .filter((sentence) => told(sentence).some((one) => !kept.has(one)))
      .filter((sentence) => !byOthers.some((other) => other.test(sentence)))
      .map((sentence) => `${file}: ${sentence.trim()}`),
  );
  expect(broken).toEqual([]);
});

test('Spanish tells the same lengths of time as English', () => {
  for (const file of papers()) {
    const spanish = file.replace('/content/', '/content/es/');
    if (!existsSync(path.join(root, spanish))) continue;
    expect([spanish, sorted(told(read(spanish)))]).toEqual([spanish, sorted(told(read(file)))]);
  }
  for (const part of ['server', 'web']) {
    const pairs = read(`${part}/src/words/es.po`).matchAll(/^msgid (.*)\nmsgstr (.*)$/gm);
    for (const [, id = '', translated = ''] of pairs) {
      expect([id, sorted(told(translated))]).toEqual([id, sorted(told(id))]);
    }
  }
});
