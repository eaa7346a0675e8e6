// @vitest-environment jsdom
import { I18nProvider } from '@lingui/react';
import type { UserInfo } from '@portside/contract/account';
import type { PublicBrand } from '@portside/contract/brand';
import type { Call } from '@portside/contract/call';
import type { HomeWords } from '@portside/contract/content';
import { cleanup, render, screen, within } from '@testing-library/react';
import { createMemoryRouter, RouterContextProvider, RouterProvider } from 'react-router';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { PageProvider } from './api/page.tsx';
import { pageContext } from './api/page-context.ts';
import { session, startSession } from './api/session.ts';
import { CallProvider } from './api/use-call.tsx';
import { routes } from './routes.tsx';
import { brand, freshToken, maya, plan } from './testing/stage.tsx';
import { wordsOf } from './words/i18n.ts';

afterEach(cleanup);

const told = { title: 'Told', text: 'Plainly' };
const home: HomeWords = {
  hero: { title: 'The harbor', text: 'A month at a time.' },
  plansTitle: 'Pick one',
  steps: { title: 'Steps', items: [told] },
  bringNumber: { ...told, needsTitle: 'Needs', needs: ['a PIN'], note: 'Minutes.' },
  esim: { title: 'eSIM', items: [told] },
  feesTitle: 'Fees',
  questions: { title: 'Asked', items: [told] },
};

/** A text is titled by the name under which it was asked for. */
const answer = (async (endpoint: { name: string }, { page }: { page?: string }) => {
  if (endpoint.name === 'listPlans') return { plans: [plan], addOns: [] };
  if (endpoint.name === 'listLabels') return { labels: [], files: false };
  if (endpoint.name === 'viewHome') return home;
  if (endpoint.name === 'viewText') return { title: `Text of ${page}`, blocks: [], sections: [] };
  const meta = { page, metaTitle: page, metaDescription: '' };
  return { meta, address: '', social: [] };
}) as unknown as Call;

interface Visit {
  call?: Call;
  of?: PublicBrand;
  /** Who is logged in. */
  user?: UserInfo;
}

/** The whole site at this address. */
function open(path: string, { call = answer, of = brand, user }: Visit = {}) {
  localStorage.clear();
  if (user) localStorage.setItem('token', freshToken());
  onTestFinished(startSession(async () => user ?? maya));
  onTestFinished(session.end);
  const host = { call, brand: of, language: 'en' } as const;
  const router = createMemoryRouter(routes, {
    initialEntries: [path],
    getContext: () => new RouterContextProvider(new Map([[pageContext, host]])),
  });
  // The site renders the whole document, not a part of it.
  render(
    <I18nProvider i18n={wordsOf('en')}>
      <PageProvider value={{ brand: of, language: 'en', appQr: '' }}>
        <CallProvider value={call}>
          <RouterProvider router={router} />
        </CallProvider>
      </PageProvider>
    </I18nProvider>,
    { container: document, baseElement: document.documentElement },
  );
}

test.each([
  ['A01', '/', 'The harbor'],
  ['A02', '/shop', 'Harbor Plans'],
  ['A03', '/about', 'Text of about'],
  ['A04', '/cart', 'Your cart'],
  ['A05', '/contact-us', 'Contact Us'],
  ['A06', '/faq', 'Text of faq'],
  ['A07', '/forgot-password', 'Forgot your password?'],
  ['A08', '/login', 'Log in'],
  ['A09', '/login-without-password', 'Log in with a code'],
  ['A10', '/login-with-password', 'Log in'],
  ['A12', '/privacy-policy', 'Text of privacy-policy'],
  ['A13', '/terms-and-conditions', 'Text of terms-and-conditions'],
  ['A14', '/register', 'Create an account'],
  ['A17', '/stripe-response', 'Your payment'],
  ['A18', '/no/such/page', 'This page doesn’t exist'],
  ['P05', '/own-account', 'Move a line to your own account'],
])('[%s] %s shows the page that is called “%s”', async (_id, path, title) => {
  open(path);
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(title);
});

/** Pages with the same title. */
test.each([
  ['A08', '/login', 'Other ways to log in'],
  ['A10', '/login-with-password', 'Password'],
  ['A15', '/reset-password', 'This link is not complete. Open it from the email again.'],
  ['A16', '/crm-login', 'This link is not complete. Please open it again in the CRM.'],
])('[%s] %s says “%s”', async (_id, path, words) => {
  open(path);
  expect((await screen.findAllByText(words)).length).toBeGreaterThan(0);
});

test('[B03] the header has Login, or My Account with the initials of first and last name', async () => {
  open('/cart');
  const header = within(await screen.findByRole('banner'));
  expect(header.getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/login');
  expect(header.queryByRole('link', { name: /My Account/ })).toBeNull();
});

test.each([
  ['Maya', 'Reyes', 'MR'],
  ['Zoë', 'Quimby-Ann', 'ZQ'],
  ['𐐀da', 'Lee', '𐐀L'],
  ['Maya', '', 'M'],
])('[B03] the initials of %s %s are %s', async (firstName, lastName, initials) => {
  open('/cart', { user: { ...maya, firstName, lastName } });
  const header = within(await screen.findByRole('banner'));
  const account = await header.findByRole('link', { name: /My Account/ });
  expect(account.textContent).toBe(`My Account${initials}`);
  expect(account.getAttribute('href')).toBe('/dashboard');
});

test.each([2024, 2031])('[B12] the footer’s year is the brand’s setting: %s', async (year) => {
  open('/cart', { of: { ...brand, copyrightYear: year } });
  const footer = within(await screen.findByRole('contentinfo'));
  expect(footer.getByText(`© ${year}, All rights reserved`)).toBeTruthy();
});

test('[B13] a page whose contents are not here yet is a spinner', async () => {
  open('/faq', { call: () => new Promise(() => {}) });
  expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy();
});

test('[P05] the way out is second by keyboard on its page, and no chat is there; other pages have the chat', async () => {
  open('/own-account');
  const out = await screen.findByRole('link', { name: 'Leave this page' });
  const links = screen.getAllByRole('link');
  expect([links[0]?.textContent, links[1]]).toEqual(['Skip to content', out]);
  expect(screen.queryByRole('button', { name: 'Chat' })).toBeNull();
  cleanup();
  open('/faq');
  expect(await screen.findByRole('button', { name: 'Chat' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Leave this page' })).toBeNull();
});
