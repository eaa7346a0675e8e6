import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { runVerb } from './socket.ts';
import { verbs } from './verbs.ts';

let app: TestApp | undefined;
afterEach(() => app?.close());

test('an option stands anywhere; one that a verb does not take is refused with its usage', async () => {
  app = await openTestApp();
  const verb = (...args: string[]) => runVerb(app!.app, args);
  const maya = (await verb('customer', 'show', 'maya@example.com')).text;
  expect(maya).toContain('maya@example.com');
  for (const brand of [['--brand', 'harbor'], ['--brand=harbor']]) {
    expect((await verb('customer', ...brand, 'show', 'maya@example.com')).text).toBe(maya);
  }
  expect(await verb('customer', 'show', 'maya@example.com', '--brand', 'none')).toEqual({
    fine: false,
    text: 'There is no brand none.',
  });
  for (const args of [
    ['orders', '--json'],
    ['customer', 'show', 'maya@example.com', '--days', '3'],
    ['reconcile', '--days'],
    ['reconcile', '--days', '-3'],
    ['doctor', '-v'],
  ]) {
    const { fine, text } = await verb(...args);
    expect({ fine, text }, args.join(' ')).toEqual({
      fine: false,
      text: expect.stringMatching(new RegExp(`^.*option '-[^]*\\nUsage: ${args[0]}`, 'i')),
    });
  }
  const help = await verb('--help');
  expect(help).toEqual({ fine: true, text: expect.stringContaining('order show | settle') });
});

test('the help stands apart from what it explains, and has every verb that the papers name', async () => {
  app = await openTestApp();
  const { text } = await runVerb(app.app, ['--help']);
  for (const { usage, about } of Object.values(verbs)) {
    const [, rest = ''] = text.split(`  ${usage}`);
    expect(rest, usage).toMatch(/^(?: {2,}|\n {46})\S/);
    expect(rest.trimStart().startsWith(about), usage).toBe(true);
  }
  const folder = new URL('../../../', import.meta.url);
  const papers = ['README.md', 'docs/operating.md', 'docs/brand.md', 'docs/export.md'];
  const named = papers.map((paper) => readFileSync(new URL(paper, folder), 'utf8')).join('\n');
  const calls = [
    ...named.matchAll(/npm run portside -- (?<verb>[a-z-]+)(?: (?<action>[a-z-]+))?/g),
  ];
  expect(calls.length).toBeGreaterThan(20);
  for (const { groups: { verb = '', action = '' } = {} } of calls) {
    expect(verbs[verb]?.usage ?? '', `${verb} ${action}`).toContain(action);
  }
});
