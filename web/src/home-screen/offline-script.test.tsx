// @vitest-environment jsdom
import { I18nProvider } from '@lingui/react';
import type { Language } from '@portside/contract/language';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PageProvider } from '../api/page.tsx';
import { keepSeenLines, type SeenLine } from '../lines/seen-lines.ts';
import { brand, freshToken } from '../testing/stage.tsx';
import { messages } from '../words/es.ts';
import { wordsOf } from '../words/i18n.ts';
import { OfflinePage } from './offline-page.tsx';
import { runOfflinePage } from './offline-script.ts';

const seenAt = Date.parse('2026-11-05T20:42:00Z');
const DAY = 24 * 60 * 60_000;
const token = freshToken(3600, 'cus_maya');

const phoneLine: SeenLine = {
  number: '(212) 555-0101',
  nickname: 'Work',
  plan: 'Sloop 12 GB',
  paidUntil: '2026-12-03T17:37:22Z',
  state: 'Active',
};
const tabletLine: SeenLine = {
  number: 'Number on its way',
  nickname: '',
  plan: 'Skiff 2 GB',
  paidUntil: null,
  state: 'Pending',
};

/** Tests of other files have theirs in it. */
const usual = document.documentElement;
let reach = async () => true;
let listening: [string, EventListenerOrEventListenerObject][] = [];
beforeEach(() => {
  // A page that is left behind tries again in no test that comes after.
  vi.useFakeTimers();
  localStorage.clear();
  const add = globalThis.addEventListener.bind(globalThis);
  vi.spyOn(globalThis, 'addEventListener').mockImplementation(
    (name: string, listen: EventListenerOrEventListenerObject) => {
      listening.push([name, listen]);
      add(name, listen);
    },
  );
});
afterEach(() => {
  document.replaceChild(usual, document.documentElement);
  vi.restoreAllMocks();
  vi.useRealTimers();
  reach = async () => true;
  for (const [name, listen] of listening) removeEventListener(name, listen);
  listening = [];
});

function keep(lines: SeenLine[], by = token) {
  localStorage.setItem('token', by);
  keepSeenLines(by, { brand: brand.id, language: 'en', at: seenAt, lines });
}

/** The document that the worker answers with. */
function openOffline({
  now = seenAt + DAY,
  language = 'en',
  isOnline = false,
}: { now?: number; language?: Language; isOnline?: boolean } = {}) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  const html = renderToStaticMarkup(
    <I18nProvider i18n={wordsOf(language, language === 'es' ? messages : undefined)}>
      <PageProvider value={{ brand, language, appQr: '' }}>
        <OfflinePage script="/offline.js" />
      </PageProvider>
    </I18nProvider>,
  );
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  document.replaceChild(document.adoptNode(parsed.documentElement), document.documentElement);
  const reload = vi.fn();
  runOfflinePage(
    reload,
    () => reach(),
    () => now,
  );
  return reload;
}

/** What can be read, without what is hidden. */
function shown(): string {
  const seen = document.body.cloneNode(true) as HTMLElement;
  for (const one of seen.querySelectorAll('[hidden], template')) one.remove();
  return seen.textContent ?? '';
}

test('[P08] without a network the lines are shown as last seen, with their time, the eSIM steps and the number to call', () => {
  keep([phoneLine, tabletLine]);
  openOffline();
  const page = shown();
  expect(document.querySelector('h1')?.textContent).toBe('You’re offline');
  expect(page).toContain('Your lines');
  expect(page).toContain('As of Nov 5, 3:42 PM EST. It may have changed since.');
  const [first, second] = [...document.querySelectorAll('li.tile')].map((one) => one.textContent);
  expect(first).toContain('Work(212) 555-0101Sloop 12 GBActivePaid until Dec 3, 2026');
  expect(second).toContain('Number on its waySkiff 2 GBPending');
  expect(page).toContain('Turn airplane mode on, wait ten seconds, and turn it off again.');
  expect(page).toContain('Do not delete the eSIM from the phone: its code works only once.');
  const call = document.querySelector('a[href^="tel:"]');
  expect([call?.getAttribute('href'), call?.textContent]).toEqual([
    'tel:2125550100',
    '(212) 555-0100',
  ]);
  expect(page).not.toContain('Once you’ve seen your lines');
});

test('[P08] one line is one, what was over by then was over, and the state keeps the language it was said in', () => {
  keep([{ ...phoneLine, paidUntil: '2026-11-01T12:00:00Z' }]);
  openOffline({ language: 'es' });
  const page = shown();
  expect(page).toContain('Su línea');
  expect(page).toContain('Así estaba el 5 nov');
  expect(page).toContain('Estuvo pagada hasta 1 nov 2026');
  expect(document.querySelector('[data-state]')?.getAttribute('lang')).toBe('en');
});

const nothing: [string, () => void, number?][] = [
  ['nobody has looked', () => {}],
  ['there is no line', () => keep([])],
  ['nobody is logged in', () => (keep([phoneLine]), localStorage.removeItem('token'))],
  [
    'another customer is logged in',
    () => (keep([phoneLine]), localStorage.setItem('token', freshToken(3600, 'cus_omar'))),
  ],
  ['it was seen more than 30 days ago', () => keep([phoneLine]), seenAt + 30 * DAY + 1],
  [
    'it is of another brand',
    () => {
      localStorage.setItem('token', token);
      keepSeenLines(token, { brand: 'mesa', language: 'en', at: seenAt, lines: [phoneLine] });
    },
  ],
  [
    'it is not ours',
    () => (localStorage.setItem('token', token), localStorage.setItem('lines', '{')),
  ],
];

test.each(nothing)('[P08] where %s, the page says only what anybody may know', (_, before, now) => {
  before();
  openOffline({ ...(now && { now }) });
  expect(document.querySelectorAll('li.tile')).toHaveLength(0);
  const page = shown();
  expect(page).toContain('Once you’ve seen your lines on this device');
  expect(page).toContain('(212) 555-0100');
  expect(page).not.toMatch(/As of|\(212\) 555-0101|Sloop/);
  expect(localStorage.getItem('lines') ?? '').not.toContain('Sloop');
});

test('[P08] the last day of the 30 still shows them', () => {
  keep([phoneLine]);
  openOffline({ now: seenAt + 30 * DAY });
  expect(shown()).toContain('(212) 555-0101');
});

test('[P08] where storage is refused the page stands all the same', () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  openOffline();
  expect(shown()).toContain('Once you’ve seen your lines on this device');
});

test('[P08] a logout in another tab takes the lines from the page that is open', () => {
  keep([phoneLine]);
  openOffline();
  expect(shown()).toContain('(212) 555-0101');
  localStorage.removeItem('token');
  dispatchEvent(new StorageEvent('storage', { key: 'token' }));
  expect(shown()).not.toContain('(212) 555-0101');
  expect(localStorage.getItem('lines')).toBeNull();
});

test('[P08] the page tries again by a press, and by itself once the server is reached', async () => {
  const asks: number[] = [];
  const begin = Date.now();
  reach = async () => {
    asks.push(Date.now() - begin);
    return asks.length > 3;
  };
  const reload = openOffline();
  const again = document.querySelector<HTMLAnchorElement>('[data-again]');
  expect(again?.getAttribute('href')).toBe('/dashboard');
  again?.click();
  expect(reload).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(100_000);
  expect(asks).toEqual([]);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(5000);
  // A network that is back may still not reach us: at once, and then ever later.
  expect(asks).toEqual([100_000, 102_000]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(reload).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(8000);
  expect(asks).toEqual([100_000, 102_000, 106_000, 114_000]);
  expect(reload).toHaveBeenCalledTimes(2);
});

test('[P08] a server that stays away is asked twice a minute, no more', async () => {
  let asks = 0;
  reach = async () => {
    asks += 1;
    return false;
  };
  openOffline({ isOnline: true });
  await vi.advanceTimersByTimeAsync(60_000);
  const early = asks;
  await vi.advanceTimersByTimeAsync(600_000);
  expect(asks - early).toBe(20);
});

test('[P08] where there is a network and no server, the page does not call it offline, until it is', () => {
  openOffline({ isOnline: true });
  const title = () => document.querySelector('h1')?.textContent;
  expect(title()).toBe('We didn’t reach our server');
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  dispatchEvent(new Event('offline'));
  expect(title()).toBe('You’re offline');
});
