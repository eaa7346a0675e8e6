// @vitest-environment jsdom
import { I18nProvider } from '@lingui/react';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { wordsOf } from '../words/i18n.ts';
import { startConsent } from './consent.ts';
import { CookieBanner } from './cookie-banner.tsx';

let stop = () => {};
beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  stop();
});

function open() {
  stop = startConsent();
  const router = createMemoryRouter([{ path: '/', Component: CookieBanner }]);
  render(
    <I18nProvider i18n={wordsOf('en')}>
      <RouterProvider router={router} />
    </I18nProvider>,
  );
}

test('[B06] a new visitor sees the banner with its texts and its link', () => {
  open();
  expect(screen.getByRole('heading', { name: 'Cookies!' })).toBeTruthy();
  const text = 'We use cookies to ensure that we give you the best experience on our website.';
  expect(screen.getByText(text, { exact: false })).toBeTruthy();
  expect(screen.getByRole('link', { name: /^Learn more/ }).getAttribute('href')).toBe(
    '/privacy-policy',
  );
});

test('[B07] [F04] Continue stores the consent and hides the banner for good', () => {
  open();
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
  expect(localStorage.getItem('cookiesAccepted')).toBe('true');
  expect(screen.queryByText('Cookies!')).toBeNull();
  cleanup();
  stop();
  open();
  expect(screen.queryByText('Cookies!')).toBeNull();
});

test('[B07] refusing what is not necessary is remembered too', () => {
  open();
  fireEvent.click(screen.getByRole('button', { name: 'Only necessary cookies' }));
  expect(localStorage.getItem('cookiesAccepted')).toBe('false');
  expect(screen.queryByText('Cookies!')).toBeNull();
});
