// @vitest-environment jsdom
import { askEmailCode, confirmEmail, viewUser } from '@portside/contract/account';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { session } from '../api/session.ts';
import { answering, showScreen } from '../testing/show-screen.tsx';
import { said } from '../testing/sign-in-stage.tsx';
import { freshToken, maya, no } from '../testing/stage.tsx';
import { ConfirmEmailPanel } from './confirm-email-panel.tsx';

const emailCodeUntil = '2099-11-04T15:00:00Z';

afterEach(() => void vi.useRealTimers());
const advance = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));

test('[A14] [E15] an address that is not confirmed asks for its code of six digits, and then goes away', async () => {
  let emailVerified = false;
  const message = 'This code is not right. Please check it.';
  const { sent } = showScreen(<ConfirmEmailPanel onSecondStep={() => false} />, {
    token: freshToken(),
    answers: [
      answering(viewUser, () => ({ ...maya, emailVerified, emailCodeUntil })),
      answering(confirmEmail, ({ otp }) => {
        emailVerified = otp === '123456';
        if (emailVerified) return { message: 'Confirmed' };
        throw no(422, { reason: 'code_wrong', message, errors: [{ field: 'otp', message }] });
      }),
    ],
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Enter the code' }));
  await user.paste('111111');
  await waitFor(() => expect(said('One-time code')).toBe(message));
  await user.paste('123456');
  await waitFor(() => expect(screen.queryByText('Confirm your email address')).toBeNull());
  expect(sent('confirmEmail')).toEqual([{ otp: '111111' }, { otp: '123456' }]);
});

test('[E07] [J02] the code that confirms the address is sent again after 30 seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { sent } = showScreen(<ConfirmEmailPanel onSecondStep={() => false} />, {
    token: freshToken(),
    answers: [
      answering(viewUser, () => ({ ...maya, emailVerified: false, emailCodeUntil })),
      answering(askEmailCode, () => ({ message: 'Sent' })),
    ],
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Enter the code' }));
  await advance(30_500);
  await user.click(screen.getByRole('button', { name: 'Resend code' }));
  await waitFor(() => expect(sent('askEmailCode')).toHaveLength(1));
});

test('[E07] once the code is over, one is sent when asked for, and then entered', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let until = new Date(Date.now() + 600_000).toISOString();
  const { sent } = showScreen(<ConfirmEmailPanel onSecondStep={() => false} />, {
    token: freshToken(),
    answers: [
      answering(viewUser, () => ({ ...maya, emailVerified: false, emailCodeUntil: until })),
      answering(askEmailCode, () => {
        until = new Date(Date.now() + 600_000).toISOString();
        return { message: 'Sent' };
      }),
    ],
  });
  expect(await screen.findByText(/^We sent a code to/)).toBeTruthy();
  await advance(601_000);
  expect(screen.queryByText(/^We sent a code to/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Enter the code' })).toBeNull();
  await userEvent.setup().click(screen.getByRole('button', { name: 'Email me a code' }));
  expect(await screen.findByText(/^We sent a code to/)).toBeTruthy();
  expect(screen.getByRole('form', { name: 'Confirm your email address' })).toBeTruthy();
  expect(sent('askEmailCode')).toHaveLength(1);
});

test('a code that leads into the account one had before logs in there, and says so', async () => {
  const before = freshToken(3600, 'usr_second');
  const home = freshToken(3600, maya.id);
  const message = 'You already had an account with this address. You’re in it now.';
  showScreen(<ConfirmEmailPanel onSecondStep={() => false} />, {
    token: before,
    answers: [
      answering(viewUser, () =>
        session.token() === home
          ? { ...maya, emailVerified: true }
          : { ...maya, id: 'usr_second', emailVerified: false, emailCodeUntil },
      ),
      answering(confirmEmail, () => ({ message, token: home })),
    ],
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Enter the code' }));
  await user.paste('123456');
  await waitFor(() => expect(screen.queryByText('Confirm your email address')).toBeNull());
  expect(localStorage.getItem('token')).toBe(home);
  expect(session.isOwn('usr_second')).toBe(true);
  expect(session.isOwn('usr_omar')).toBe(false);
});

test('an account with a second step is led on to it', async () => {
  const led: unknown[] = [];
  showScreen(<ConfirmEmailPanel onSecondStep={(error) => led.push(error.reason) > 0} />, {
    token: freshToken(),
    answers: [
      answering(viewUser, () => ({ ...maya, emailVerified: false, emailCodeUntil })),
      answering(confirmEmail, () => {
        throw no(422, { reason: 'second_step_required', message: 'One more step' });
      }),
    ],
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Enter the code' }));
  await user.paste('123456');
  await waitFor(() => expect(led).toEqual(['second_step_required']));
});
