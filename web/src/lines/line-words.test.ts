import type { Line } from '@portside/contract/lines';
import { esimState } from '@portside/contract/sim';
import { expect, test } from 'vitest';
import { wordsOf } from '../words/i18n.ts';
import { linesInBrief, lineWords } from './line-words.ts';
import { line as stageLine } from '../testing/stage.tsx';

const line: Line = { ...stageLine, paidUntil: '2099-11-06T03:30:00Z' };
const meaning = (more: Partial<Line>) =>
  lineWords(wordsOf('en'), { ...line, ...more }, undefined).meaning;

const works = 'This line is active and works in the phone with its eSIM.';

test('a line works in the phone that holds its eSIM only when one holds it, turned on', () => {
  const all = esimState.options.filter((esim) => meaning({ esim }) === works);
  expect(all).toEqual(['enabled']);
  expect(meaning({})).toBe('This line is active.');
  expect(meaning({ esim: 'unknown' })).toBe('This line is active.');
});

test.each([
  ['ready', 'This line is active. Set up its eSIM to use it.'],
  ['installed', 'This line is active. Turn on its eSIM in your phone.'],
  ['deleted', 'This line is active, but its eSIM isn’t on any phone.'],
] as const)('a line whose eSIM is %s says what is missing', (esim, sentence) => {
  expect(meaning({ esim })).toBe(sentence);
});

test('a line with a SIM card works in the phone that holds it', () => {
  expect(meaning({ simType: 'physical' })).toContain('with its SIM card');
});

test('[K01] a line that is to be paid is what the greeting says', () => {
  const working: Line = { ...line, esim: 'enabled' };
  expect(linesInBrief(wordsOf('en'), [working])).toBe('Your line is active. Nothing to do now.');
  expect(linesInBrief(wordsOf('en'), [{ ...working, nextAction: 'renew' }])).toBe(
    'You can pay for your next 30 days.',
  );
});

test('who has one line is not told of one of them', () => {
  const paused: Line = { ...line, status: 'suspended' };
  expect(linesInBrief(wordsOf('en'), [paused])).toBe('Your line is paused.');
  expect(linesInBrief(wordsOf('en'), [paused, line])).toBe('One of your lines is paused.');
});

test('[K13] a line that the network has yet to block is not called paused', () => {
  const network = { asked: 'block', since: '2026-12-27T22:17:00Z', isLate: false } as const;
  const asked: Line = { ...line, status: 'suspended', statusReason: 'blocked', network };
  expect(linesInBrief(wordsOf('en'), [asked])).toBe(
    'The network is blocking your line. You’ll get an email when it’s done.',
  );
});

test('[P09] the greeting tells a hold apart from a pause, and only once the network has confirmed it', () => {
  const brief = (...lines: Line[]) => linesInBrief(wordsOf('en'), lines);
  const working: Line = { ...line, esim: 'enabled' };
  const held: Line = { ...line, status: 'suspended', statusReason: 'on_hold' };
  const since = '2026-12-27T22:17:00Z';
  const asked: Line = { ...held, network: { asked: 'hold', since, isLate: true } };
  const back: Line = {
    ...line,
    status: 'suspended',
    network: { asked: 'unhold', since, isLate: false },
  };
  expect(brief(held)).toBe('Your line is on hold.');
  expect(brief(held, working)).toBe('One of your lines is on hold.');
  expect(brief(asked)).toBe('We’re asking the network to put your line on hold.');
  expect(brief(back)).toBe('We asked the network to turn your line back on.');
  expect(brief(held, { ...working, nextAction: 'renew' })).toBe(
    'You can pay for your next 30 days.',
  );
  expect(brief(held, { ...held, statusReason: 'unpaid' })).toBe('One of your lines is paused.');
});
