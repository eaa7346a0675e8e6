// @vitest-environment jsdom
import {
  askNewStaffPasskey,
  addStaffPasskey,
  askStaffPasskey,
  listStaffPasskeys,
  removeStaffPasskey,
  staffLogin,
  staffPasskeyLogin,
  staffStepUp,
} from '@portside/contract/console/staff';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showConsole } from '../testing/console-stage.tsx';
import { type Answer, answering } from '../testing/show-screen.tsx';
import { no } from '../testing/stage.tsx';
import { LoginPage } from './login-page.tsx';
import { PasskeysPage } from './passkeys-page.tsx';
import { ProofDialog } from './proof-dialog.tsx';
import { askForProof } from './proof-question.ts';

const bytes = (text: string) => new TextEncoder().encode(text).buffer;
const given = (response: object) => ({
  id: 'pk',
  rawId: bytes('pk'),
  type: 'public-key',
  getClientExtensionResults: () => ({}),
  response: { clientDataJSON: bytes('{}'), ...response },
});
/** What the device answers: null is a person who closed its dialog. */
let device: object | null;

beforeEach(() => {
  device = given({ authenticatorData: bytes('a'), signature: bytes('s'), userHandle: bytes('u') });
  vi.stubGlobal('PublicKeyCredential', () => undefined);
  vi.stubGlobal('navigator', {
    userAgent: navigator.userAgent,
    language: 'en',
    credentials: { get: async () => device, create: async () => device },
  });
});
afterEach(() => vi.unstubAllGlobals());

const asked = answering(askStaffPasskey, () => ({ options: { challenge: 'Y2hhbGxlbmdl' } }));
const refusal = (reason: string, message: string) => no(422, { code: 'refused', reason, message });
const unknown = refusal(
  'passkey_unknown',
  'This passkey opens nothing here. Use another way to log in.',
);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('[L01] a passkey comes first at the login, and says when it opens nothing', async () => {
  const page = showConsole(<LoginPage />, {
    can: [],
    answers: [asked, answering(staffPasskeyLogin, () => Promise.reject(unknown))],
  });
  const [first] = screen.getAllByRole('button');
  expect(first?.textContent).toBe('Log in with a passkey');
  await press('Log in with a passkey');
  expect(await screen.findByText(/This passkey opens nothing here/)).toBeTruthy();
  expect(page.sent('staffPasskeyLogin')[0]).toMatchObject({ passkey: { id: 'pk' } });
  device = null;
  await press('Log in with a passkey');
  expect(await screen.findByText(/No passkey was used/)).toBeTruthy();
  expect(page.sent('staffPasskeyLogin')).toHaveLength(1);
});

test('[L01] where the browser knows no passkeys the login asks for the password alone', () => {
  vi.stubGlobal('PublicKeyCredential', undefined);
  showConsole(<LoginPage />, {
    can: [],
    answers: [answering(staffLogin, () => ({ challenge: 'c' }))],
  });
  expect(screen.queryByRole('button', { name: /passkey/ })).toBeNull();
  expect(screen.getByRole('button', { name: 'Continue' })).toBeTruthy();
});

const asking = (ways: ('passkey' | 'code')[], answers: readonly Answer[]) => {
  const page = showConsole(<ProofDialog />, { can: [], ways, answers });
  let answer: boolean | undefined;
  act(() => {
    void askForProof(new AbortController().signal).then((isProven) => (answer = isProven));
  });
  return { page, answer: () => answer };
};

test('[L01] a fresh proof is given by passkey, and nothing but that is asked of who has nothing else', async () => {
  const proven = answering(staffStepUp, () => ({ provenUntil: '2026-11-20T15:00:00Z' }));
  const { page, answer } = asking(['passkey'], [asked, proven]);
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }));
  expect(dialog.queryByLabelText('Code')).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: 'Use your passkey' }));
  await waitFor(() => expect(answer()).toBe(true));
  expect(page.sent('staffStepUp')).toMatchObject([{ passkey: { id: 'pk' } }]);
});

test('[L01] who has a passkey and an app proves it with either', async () => {
  const proven = answering(staffStepUp, () => ({ provenUntil: '2026-11-20T15:00:00Z' }));
  const { page, answer } = asking(['passkey', 'code'], [asked, proven]);
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }));
  expect(dialog.getByRole('button', { name: 'Use your passkey' })).toBeTruthy();
  await userEvent.type(dialog.getByLabelText('Code'), '123456{Enter}');
  await waitFor(() => expect(answer()).toBe(true));
  expect(page.sent('staffStepUp')).toEqual([{ code: '123456' }]);
});

const mine = {
  id: 'pk',
  name: 'Chrome on Linux',
  createdAt: '2026-11-20T15:00:00Z',
  lastUsedAt: null,
};

test('[L01] the last way in says why it stays', async () => {
  showConsole(<PasskeysPage />, {
    can: [],
    answers: [
      answering(listStaffPasskeys, () => ({ passkeys: [mine] })),
      answering(removeStaffPasskey, () =>
        Promise.reject(
          refusal('last_passkey', 'Nothing else lets you log in. Add another passkey first.'),
        ),
      ),
    ],
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Chrome on Linux' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove Chrome on Linux?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Remove' }));
  expect(await dialog.findByText(/Add another passkey first/)).toBeTruthy();
});

test('[L01] a passkey is added, and a closed dialog of the device is no fault of the server', async () => {
  device = null;
  const page = showConsole(<PasskeysPage />, {
    can: [],
    answers: [
      answering(listStaffPasskeys, () => ({ passkeys: [] })),
      answering(askNewStaffPasskey, () => ({
        options: { challenge: 'Y2hhbGxlbmdl', user: { id: 'dXNlcg' }, pubKeyCredParams: [] },
      })),
      answering(addStaffPasskey, () => ({ message: 'You can log in.', passkeys: [mine] })),
    ],
  });
  expect(await screen.findByText(/^No passkey yet/)).toBeTruthy();
  await press('Add a passkey');
  expect(await screen.findByText('No passkey was made. Try again.')).toBeTruthy();
  device = given({ attestationObject: bytes('o') });
  await press('Add a passkey');
  await waitFor(() => expect(page.sent('addStaffPasskey')).toHaveLength(1));
});
