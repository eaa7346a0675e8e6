// @vitest-environment jsdom
import {
  confirmAuthenticator,
  enterSecondStep,
  renewRecoveryCodes,
  requirePasskey,
  type SecondStepKind,
  startAuthenticator,
  turnOffSecondStep,
  viewSecondStep,
} from '@portside/contract/second-step';
import { askPasskeyLogin, listPasskeys, login, stepUp } from '@portside/contract/sign-in';
import { viewUser } from '@portside/contract/account';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { session } from '../api/session.ts';
import { answering, type Answer, showScreen } from '../testing/show-screen.tsx';
import { openSignIn, said } from '../testing/sign-in-stage.tsx';
import { freshToken, maya, no } from '../testing/stage.tsx';
import { SecondStepPanel } from './second-step-panel.tsx';
import { StepUpDialog } from './step-up-dialog.tsx';

const bytes = (text: string) => new TextEncoder().encode(text).buffer;
const device = {
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
beforeEach(() => {
  vi.stubGlobal('PublicKeyCredential', () => undefined);
  vi.stubGlobal('navigator', {
    userAgent: navigator.userAgent,
    language: 'en',
    credentials: { get: async () => device },
  });
});
afterEach(() => vi.unstubAllGlobals());

const halfway = (kind: SecondStepKind) =>
  answering(login, () => {
    throw no(422, {
      reason: 'second_step_required',
      message: 'One more step',
      challenge: 'once',
      kind,
    });
  });

/** A login by password that comes to its second step. */
async function comeToSecondStep(kind: SecondStepKind, answers: readonly Answer[]) {
  const page = openSignIn('/login-with-password', [halfway(kind), ...answers]);
  await page.type('Email address', 'maya@example.com');
  await page.type('Password', 'Harbor1!');
  await page.press('Log in');
  await screen.findByRole('heading', { level: 1, name: 'One more step' });
  expect(page.path()).toBe('/otp-login');
  return page;
}

const signedIn = answering(enterSecondStep, () => ({ token: freshToken(), message: 'In' }));

test('[A11] a login of two steps ends with the code of the app, sent by itself', async () => {
  const page = await comeToSecondStep('app', [signedIn]);
  expect(screen.queryByRole('button', { name: /Resend/ })).toBeNull();
  await page.type('Code from your app', '123456');
  expect(await screen.findByText('Arrived at /dashboard')).toBeTruthy();
  expect(page.sent('enterSecondStep')).toEqual([{ challenge: 'once', otp: '123456' }]);
  expect(session.get().isLoggedIn).toBe(true);
});

test('[A11] a wrong code shows at the boxes, and a recovery code takes its place', async () => {
  const message = 'This code is not right. Please enter the one that your app shows now.';
  const page = await comeToSecondStep('app', [
    answering(enterSecondStep, ({ otp }) => {
      if (otp === undefined) return { token: freshToken(), message: 'In' };
      throw no(422, { reason: 'code_wrong', message, errors: [{ field: 'otp', message }] });
    }),
  ]);
  await page.type('Code from your app', '123456');
  await waitFor(() => expect(said('Code from your app')).toBe(message));
  await page.press('Use a recovery code');
  await page.press('Log in');
  await waitFor(() => expect(said('Recovery code')).toBe('Please enter a recovery code'));
  await page.type('Recovery code', ' abcd-efgh-jkmn-pqrs ');
  await page.press('Log in');
  expect(await screen.findByText('Arrived at /dashboard')).toBeTruthy();
  expect(page.sent('enterSecondStep').at(-1)).toEqual({
    challenge: 'once',
    recoveryCode: 'abcd-efgh-jkmn-pqrs',
  });
});

test('[A11] where only a passkey opens the account it is asked for', async () => {
  const asked = answering(askPasskeyLogin, () => ({ options: { challenge: 'Y2hhbGxlbmdl' } }));
  const page = await comeToSecondStep('passkey', [asked, signedIn]);
  expect(screen.queryByLabelText('Code from your app')).toBeNull();
  await page.press('Use a passkey');
  expect(await screen.findByText('Arrived at /dashboard')).toBeTruthy();
  expect(page.sent('enterSecondStep')[0]).toMatchObject({
    challenge: 'once',
    passkey: { id: 'pk' },
  });
});

test('[A11] a passkey that cannot be asked for now says so, and can be asked for again', async () => {
  let tries = 0;
  const page = await comeToSecondStep('passkey', [
    answering(askPasskeyLogin, () => {
      tries += 1;
      if (tries === 1) throw no(503, { message: 'Please try again' });
      return { options: { challenge: 'Y2hhbGxlbmdl' } };
    }),
    signedIn,
  ]);
  await page.press('Use a passkey');
  expect(await screen.findByText('Please try again')).toBeTruthy();
  await page.press('Use a passkey');
  expect(await screen.findByText('Arrived at /dashboard')).toBeTruthy();
});

test('[A11] a login that took too long starts over', async () => {
  const message = 'This took too long. Please log in again.';
  const page = await comeToSecondStep('app', [
    answering(enterSecondStep, () => {
      throw no(422, { reason: 'challenge_expired', message });
    }),
  ]);
  await page.type('Code from your app', '123456');
  expect((await screen.findByRole('alert')).textContent).toBe(message);
  await page.follow('Back to login');
  expect(page.path()).toBe('/login');
});

test('a fresh proof asks for the second step, not for the password', async () => {
  const proven = vi.fn();
  const { sent } = showScreen(
    <StepUpDialog onClose={() => {}} onProven={proven} open wanted={undefined} />,
    {
      token: freshToken(),
      answers: [
        answering(viewUser, () => ({ ...maya, secondStep: 'app' as const })),
        answering(stepUp, () => ({ message: 'Thank you', provenUntil: '2999-01-01T00:00:00Z' })),
      ],
    },
  );
  const field = await screen.findByLabelText('Code from your app');
  expect(screen.queryByLabelText('Password')).toBeNull();
  await userEvent.setup().type(field, '123456');
  await waitFor(() => expect(proven).toHaveBeenCalledOnce());
  expect(sent('stepUp')).toEqual([{ otp: '123456' }]);
});

const recoveryCodes = Array.from({ length: 10 }, (_, at) => `AAAA-BBBB-CCCC-DDD${at}`);
const phone = { id: 'pk', name: 'My phone', createdAt: '2026-11-01T12:00:00Z', lastUsedAt: null };

/** The settings of somebody; what is turned on stays on. */
function openSettings(before: SecondStepKind | null, passkeys = [phone]) {
  let kind = before;
  const turnOn = (next: SecondStepKind) => {
    kind = next;
    return { message: 'On', recoveryCodes };
  };
  const page = showScreen(<SecondStepPanel />, {
    token: freshToken(),
    answers: [
      answering(viewUser, () => maya),
      answering(viewSecondStep, () => ({ kind, recoveryCodesLeft: kind ? 10 : 0 })),
      answering(listPasskeys, () => ({ passkeys })),
      answering(startAuthenticator, () => ({
        message: 'Scan',
        secret: 'ABCDEFGHIJ234567',
        uri: 'otpauth://totp/Harbor:maya@example.com?secret=ABCDEFGHIJ234567&issuer=Harbor',
      })),
      answering(confirmAuthenticator, () => turnOn('app')),
      answering(requirePasskey, () => turnOn('passkey')),
      answering(renewRecoveryCodes, () => ({ message: 'New', recoveryCodes })),
      answering(turnOffSecondStep, () => {
        kind = null;
        return { message: 'Your second step is off.' };
      }),
    ],
  });
  const user = userEvent.setup();
  return {
    ...page,
    user,
    press: async (name: string) => user.click(await screen.findByRole('button', { name })),
  };
}

async function seeCodesOnce({ press }: { press: (name: string) => Promise<void> }) {
  const list = await screen.findByRole('list', { name: 'Recovery codes' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((one) => one.textContent),
  ).toEqual(recoveryCodes);
  await press('I have saved them');
  await waitFor(() => expect(screen.queryByText(recoveryCodes[0] ?? '')).toBeNull());
}

test('an app is set up by a QR code or a key, and a code of it; then the recovery codes are shown, once', async () => {
  const page = openSettings(null);
  await page.press('Set up');
  expect(
    await screen.findByRole('img', { name: 'QR code for your authenticator app' }),
  ).toBeTruthy();
  expect(screen.getByText('ABCD EFGH IJ23 4567')).toBeTruthy();
  await page.user.type(screen.getByLabelText('Code from your app'), '123456');
  await seeCodesOnce(page);
  expect(page.sent('confirmAuthenticator')).toEqual([{ otp: '123456' }]);
  expect(await screen.findByText('10 of 10 recovery codes are left.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Use another phone' })).toBeTruthy();
});

test('"only with my passkey" asks first, and warns a customer with a single one', async () => {
  const page = openSettings(null);
  await page.press('Turn on');
  const question = await screen.findByRole('dialog', {
    name: 'Log in only with your passkey from now on?',
  });
  expect(question.textContent).toContain('You have one passkey.');
  expect(page.sent('requirePasskey')).toEqual([]);
  await page.user.click(within(question).getByRole('button', { name: 'Turn on' }));
  await seeCodesOnce(page);
  expect(page.sent('requirePasskey')).toHaveLength(1);
});

test('without a passkey it cannot be turned on, and says what to do', async () => {
  openSettings(null, []);
  expect(
    await screen.findByText(
      'Add a passkey above first. Then you can make it the only way to log in.',
    ),
  ).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Turn on' })).toBeNull();
});

test('it is turned off, and new recovery codes are made, after a question', async () => {
  const page = openSettings('app');
  await page.press('New recovery codes');
  await page.press('Make new codes');
  await seeCodesOnce(page);
  await page.press('Turn off');
  const question = await screen.findByRole('dialog', { name: 'Turn off the second step?' });
  await page.user.click(within(question).getByRole('button', { name: 'Turn off' }));
  expect(await screen.findByRole('button', { name: 'Set up' })).toBeTruthy();
  expect(page.sent('turnOffSecondStep')).toHaveLength(1);
});
