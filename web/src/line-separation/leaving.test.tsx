// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readTab, writeTab } from '../api/storage.ts';
import { showScreen } from '../testing/show-screen.tsx';
import { LeaveTile } from './leave-tile.tsx';
import { AWAY } from './leaving.ts';

/** The document as it was: leaving takes it apart. */
function open() {
  const went: string[] = [];
  const before = [...document.documentElement.childNodes];
  onTestFinished(() => document.documentElement.replaceChildren(...before));
  const page = showScreen(<LeaveTile go={(url) => went.push(url)} />);
  const isBlank = () => document.documentElement.childNodes.length === 0;
  return { went, isBlank, page };
}

const shift = () => {
  fireEvent.keyDown(document.body, { key: 'Shift' });
  fireEvent.keyUp(document.body, { key: 'Shift' });
};

test('[P05] “Leave this page” blanks the page at once, and goes to the weather instead of it', () => {
  const { went, isBlank } = open();
  const link = screen.getByRole('link', { name: 'Leave this page' });
  // Without scripts it still leads away, and says nobody from where.
  expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([AWAY, 'noreferrer']);
  fireEvent.click(link);
  expect([went, isBlank(), document.title]).toEqual([['https://www.weather.gov'], true, '']);
});

test('[P05] Shift pressed three times leaves, and twice does not', () => {
  const { went, isBlank } = open();
  shift();
  shift();
  expect([went, isBlank()]).toEqual([[], false]);
  shift();
  expect([went, isBlank()]).toEqual([[AWAY], true]);
});

test('[P05] who types capitals stays: a letter between counts from the start, and so does a held key', () => {
  const { went } = open();
  for (let times = 0; times < 4; times += 1) {
    fireEvent.keyDown(document.body, { key: 'Shift' });
    fireEvent.keyDown(document.body, { key: 'A', shiftKey: true });
    fireEvent.keyUp(document.body, { key: 'A', shiftKey: true });
    fireEvent.keyUp(document.body, { key: 'Shift' });
  }
  shift();
  shift();
  fireEvent.keyDown(document.body, { key: 'a' });
  shift();
  expect(went).toEqual([]);
});

test('[P05] three presses with long pauses between them are no hurry', () => {
  const { went } = open();
  let now = 1000;
  vi.spyOn(Event.prototype, 'timeStamp', 'get').mockImplementation(() => now);
  onTestFinished(() => void vi.restoreAllMocks());
  for (let times = 0; times < 4; times += 1) {
    shift();
    now += 1000;
  }
  expect(went).toEqual([]);
  now += 5000;
  shift();
  shift();
  shift();
  expect(went).toEqual([AWAY]);
});

test('[P05] the tab does not keep which pages were scrolled, and another page listens no more', () => {
  const { went, page } = open();
  writeTab('scrolled', '[["default /own-account",900]]');
  dispatchEvent(new Event('pagehide'));
  expect(readTab('scrolled')).toBeNull();
  page.close();
  writeTab('scrolled', '[]');
  dispatchEvent(new Event('pagehide'));
  shift();
  shift();
  shift();
  expect([readTab('scrolled'), went]).toEqual(['[]', []]);
  writeTab('scrolled', null);
});
