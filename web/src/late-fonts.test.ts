// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { holdFonts, LATE_FONTS, showFonts } from './late-fonts.ts';

let style: HTMLStyleElement;
beforeEach(() => {
  localStorage.clear();
  style = document.head.appendChild(document.createElement('style'));
  style.id = LATE_FONTS;
});
afterEach(() => {
  vi.unstubAllGlobals();
  style.remove();
});

test('on a first visit the brand’s fonts wait until they are shown', () => {
  holdFonts(LATE_FONTS);
  expect(style.disabled).toBe(true);
  showFonts(LATE_FONTS);
  expect(style.disabled).toBe(false);
});

test('who left something in this browser before has the brand’s fonts at once', () => {
  localStorage.setItem('cookiesAccepted', 'false');
  holdFonts(LATE_FONTS);
  expect(style.disabled).toBe(false);
});

test('where storage is forbidden the page stays whole', () => {
  vi.stubGlobal('localStorage', undefined);
  expect(() => holdFonts(LATE_FONTS)).not.toThrow();
  showFonts(LATE_FONTS);
  expect(style.disabled).not.toBe(true);
});

test('a brand without fonts of its own has nothing to show', () => {
  expect(() => showFonts('no-such-element')).not.toThrow();
});
