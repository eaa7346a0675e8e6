// @vitest-environment jsdom
import { askPasskeyLogin, listPasskeys, passkeyLogin } from '@portside/contract/sign-in';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { session } from '../api/session.ts';
import { answering, showScreen } from '../testing/show-screen.tsx';
import { openSignIn } from '../testing/sign-in-stage.tsx';
import { freshToken } from '../testing/stage.tsx';
import { dropPasskeyOffer, offerPasskey } from './passkey-offer.ts';
import { PasskeyOfferPanel } from './passkey-offer-panel.tsx';

const bytes = (text: string) => new TextEncoder().encode(text).buffer;
/** What the device answers: null is a person who closed its dialog. */
let device: object | null;

beforeEach(() => {
  device = null;
  vi.stubGlobal('PublicKeyCredential', () => undefined);
  vi.stubGlobal('navigator', {
    userAgent: navigator.userAgent,
    language: 'en',
    credentials: { get: async () => device },
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  dropPasskeyOffer();
});

const asked = answering(askPasskeyLogin, () => ({ options: { challenge: 'Y2hhbGxlbmdl' } }));

test('[A08] a passkey logs in without an address or a password', async () => {
  device = {
    id: 'pk',
    rawId: bytes('pk'),
    type: 'public-key',
    getClientExtensionResults: () => ({}),
    response: {
      authenticatorData: bytes('a'),
      clientDataJSON: bytes('{}'),
      signature: bytes('s'),
      userHandle: bytes('u'),
    },
  };
  const page = openSignIn('/login', [
    asked,
    answering(passkeyLogin, () => ({ token: freshToken(), message: 'You’re logged in.' })),
  ]);
  await page.press('Use a passkey');
  expect(await screen.findByText('Arrived at /dashboard')).toBeTruthy();
  expect(page.sent('passkeyLogin')[0]).toMatchObject({ passkey: { id: 'pk', type: 'public-key' } });
  expect(session.get().isLoggedIn).toBe(true);
});

test('[A08] who gives no passkey can try another way', async () => {
  const page = openSignIn('/login', [asked]);
  await page.press('Use a passkey');
  expect(await screen.findByText('No passkey was used. Please choose another way.')).toBeTruthy();
  expect(page.sent('passkeyLogin')).toEqual([]);
});

test('a passkey is offered after a login by password or code, until somebody says not now', async () => {
  showScreen(<PasskeyOfferPanel />, {
    token: freshToken(),
    answers: [answering(listPasskeys, () => ({ passkeys: [] }))],
  });
  expect(screen.queryByText('Next time, skip the password')).toBeNull();
  act(offerPasskey);
  expect(await screen.findByText('Next time, skip the password')).toBeTruthy();
  await userEvent.setup().click(screen.getByRole('button', { name: 'Not now' }));
  await waitFor(() => expect(screen.queryByText('Next time, skip the password')).toBeNull());
});
