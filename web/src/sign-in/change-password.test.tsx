// @vitest-environment jsdom
import { changePassword } from '@portside/contract/sign-in';
import { screen, waitFor } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { createCall } from '../api/call.ts';
import { closeNotification, notify, shownNotifications } from '../api/notifications.ts';
import { CallProvider } from '../api/use-call.tsx';
import { answering, showScreen } from '../testing/show-screen.tsx';
import { said } from '../testing/sign-in-stage.tsx';
import { fill, freshToken, no, unanswered } from '../testing/stage.tsx';
import { ChangePasswordPanel } from './change-password-panel.tsx';

const title = 'Change Password';
const wrong = 'Your current password is not right. Please try again.';

async function openDialog(answer?: () => { message: string } | Promise<{ message: string }>) {
  const left: string[] = [];
  const page = showScreen(<ChangePasswordPanel toDashboard={() => left.push('dashboard')} />, {
    answers: answer ? [answering(changePassword, answer)] : [],
    token: freshToken(),
  });
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: title }));
  const dialog = await screen.findByRole('dialog', { name: title });
  return { ...page, user, dialog, left, ...typing(user) };
}

function typing(user: ReturnType<typeof userEvent.setup>) {
  return {
    fill: async (current: string, next: string, again: string) => {
      const texts = { 'Current password': current, 'New password': next };
      for (const [label, text] of Object.entries({ ...texts, 'Confirm new password': again })) {
        const field = await screen.findByLabelText(label);
        await user.clear(field);
        if (text) await fill(user, field, text);
      }
    },
    press: (name: string) => user.click(screen.getAllByRole('button', { name }).at(-1) as Element),
  };
}

test('[E01] the dialog has its title, its two buttons and its three fields, and waits in the first', async () => {
  const { dialog } = await openDialog();
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByLabelText('Current password')),
  );
  const names = [...dialog.querySelectorAll('footer button')].map((one) => one.textContent);
  expect(names).toEqual([title, 'Cancel']);
  const fields = [...dialog.querySelectorAll('input')].map((one) => one.name);
  expect(fields).toEqual(['currentPassword', 'newPassword', 'confirmNewPassword']);
});

test.each([
  ['[H04]', ['', 'Harbor2!', 'Harbor2!'], 'Current password', 'Please enter your current password'],
  [
    '[H04]',
    ['abc', 'Harbor2!', 'Harbor2!'],
    'Current password',
    'Please enter your current password',
  ],
  ['[H03]', ['Harbor1!', '', ''], 'New password', 'Please enter a new password'],
  ['[H05]', ['Harbor1!', 'Harbor2!', ''], 'Confirm new password', 'Please confirm your password'],
])('[E01] %s %j is told under the field until it is changed', async (_, texts, label, sentence) => {
  const { fill, press, user, calls } = await openDialog();
  await fill(texts[0] ?? '', texts[1] ?? '', texts[2] ?? '');
  await press(title);
  expect(said(label)).toBe(sentence);
  await user.type(screen.getByLabelText(label), 'x');
  expect(said(label)).toBeUndefined();
  expect(calls).toEqual([]);
});

test('[E01] [H05] passwords that differ are told in the area under the fields, until one is changed', async () => {
  const { fill, press, user, dialog } = await openDialog();
  await fill('Harbor1!', 'Harbor2!', 'Harbor3!');
  await press(title);
  const area = () => dialog.querySelector('[role="alert"]')?.textContent;
  expect(said('Confirm new password')).toBe('Passwords do not match');
  expect(area()).toBe('The two new passwords don’t match. Type the same one twice.');
  await user.type(screen.getByLabelText('New password'), '!');
  expect([area(), said('Confirm new password')]).toEqual(['', undefined]);
});

test('[E01] the form is empty at each opening', async () => {
  const { fill, press, user } = await openDialog();
  await fill('Harbor1!', 'Harbor2!', 'Harbor3!');
  await press(title);
  await press('Cancel');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: title })),
  );
  await user.click(screen.getByRole('button', { name: title }));
  for (const label of ['Current password', 'New password', 'Confirm new password']) {
    expect((await screen.findByLabelText<HTMLInputElement>(label)).value).toBe('');
    expect(said(label)).toBeUndefined();
  }
});

test('[E02] [E12] success closes the dialog and opens the confirmation, whose button leads on', async () => {
  const { fill, user, left, sent } = await openDialog(() => ({ message: 'Changed' }));
  await fill('Harbor1!', 'Harbor2!', 'Harbor2!');
  await user.keyboard('{Enter}');
  await screen.findByRole('dialog', { name: 'Password changes!' });
  await waitFor(() => expect(screen.queryByRole('dialog', { name: title })).toBeNull());
  expect(sent('changePassword')).toEqual([
    { currentPassword: 'Harbor1!', newPassword: 'Harbor2!', confirmNewPassword: 'Harbor2!' },
  ]);
  await user.click(screen.getByRole('button', { name: 'To Dashboard' }));
  expect(left).toEqual(['dashboard']);
});

test('[E02] [E13] [H28] [I21] failure opens the error dialog, tells the server’s message, and keeps what was typed', async () => {
  // The browser's own call, so that what it tells is what a customer sees.
  const refusal = {
    code: 'refused',
    reason: 'wrong_current_password',
    message: wrong,
    requestId: 'r',
    errors: [
      {
        field: 'currentPassword',
        message: wrong,
      },
    ],
  };
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(refusal), { status: 422 }));
  try {
    const call = createCall(
      {
        base: 'http://shop.example',
        client: { mvnoId: 6, companyCode: 'WEB-1', apiKey: 'k' },
        language: 'en',
        token: () => 'token',
        cookies: () => '',
      },
      { failed: (message) => notify({ error: true, message }), sessionOver: () => undefined },
    );
    showScreen(
      <CallProvider value={call}>
        <ChangePasswordPanel toDashboard={() => undefined} />
      </CallProvider>,
      { token: freshToken() },
    );
    const user = userEvent.setup();
    const { fill, press } = typing(user);
    await user.click(screen.getByRole('button', { name: title }));
    await fill('Harbor9!', 'Harbor2!', 'Harbor2!');
    await press(title);
    const failed = await screen.findByRole('dialog', { name: 'That Failed...' });
    expect(failed.textContent).toContain('Something went wrong. Please try again!');
    expect(shownNotifications().map((one) => [one.error, one.message])).toEqual([[true, wrong]]);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(said('Current password')).toBe(wrong));
    expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('Harbor2!');
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByLabelText('Current password')),
    );
  } finally {
    vi.unstubAllGlobals();
    for (const { id } of shownNotifications()) closeNotification(id);
  }
});

test('[E19] the dialog is busy and stays while the answer is on its way', async () => {
  let answer = (_: { message: string }) => {};
  const { fill, press, dialog, sent } = await openDialog(
    () => new Promise((resolve) => (answer = resolve)),
  );
  await fill('Harbor1!', 'Harbor2!', 'Harbor2!');
  await press(title);
  expect(dialog.getAttribute('aria-busy')).toBe('true');
  await press(title);
  expect(screen.getByRole('dialog', { name: title })).toBe(dialog);
  answer({ message: 'Changed' });
  await screen.findByRole('dialog', { name: 'Password changes!' });
  expect(sent('changePassword')).toHaveLength(1);
});

test('[E19] [I20] a change without an answer is left by Cancel: no failure is shown, and it says what may be', async () => {
  const { fill, press } = await openDialog(unanswered);
  await fill('Harbor1!', 'Harbor2!', 'Harbor2!');
  await press(title);
  await press('Cancel');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(shownNotifications().map(({ message }) => message)).toEqual([
    'We didn’t wait for the answer. Your password may have changed: try the new one first.',
  ]);
  for (const { id } of shownNotifications()) closeNotification(id);
});

test.each([
  ['Escape', (user: UserEvent) => user.keyboard('{Escape}')],
  ['Not now', (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Not now' }))],
])('[E12] %s on “Password changes!” leads nowhere', async (_, leave) => {
  const { fill, user, left } = await openDialog(() => ({ message: 'Changed' }));
  await fill('Harbor1!', 'Harbor2!', 'Harbor2!');
  await user.keyboard('{Enter}');
  await screen.findByRole('dialog', { name: 'Password changes!' });
  await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1));
  await leave(user);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(left).toEqual([]);
});

test('[E02] [E13] closing the failure closes the change with it', async () => {
  const { fill, press, user } = await openDialog(() => {
    throw no(422, { message: wrong });
  });
  await fill('Harbor9!', 'Harbor2!', 'Harbor2!');
  await press(title);
  await screen.findByRole('dialog', { name: 'That Failed...' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
