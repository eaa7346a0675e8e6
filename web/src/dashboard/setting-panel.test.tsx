// @vitest-environment jsdom
import { viewUser } from '@portside/contract/account';
import { listActivity, listSessions } from '@portside/contract/sessions';
import { changePassword, listPasskeys } from '@portside/contract/sign-in';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation } from 'react-router';
import { expect, test } from 'vitest';
import { cart } from '../cart/cart.ts';
import { answering, showScreen } from '../testing/show-screen.tsx';
import { freshToken, maya, plan } from '../testing/stage.tsx';
import { SettingPanel } from './setting-panel.tsx';

const lists = [
  answering(listSessions, () => ({ sessions: [] })),
  answering(listActivity, () => ({ activity: [] })),
  answering(listPasskeys, () => ({ passkeys: [] })),
];

function Settings() {
  const { pathname } = useLocation();
  return pathname === '/dashboard' ? <p>Home of the dashboard</p> : <SettingPanel />;
}

test('[E12] To Dashboard empties the cart after a password change and goes to the dashboard', async () => {
  showScreen(<Settings />, {
    at: '/dashboard/setting',
    token: freshToken(),
    answers: [...lists, answering(changePassword, () => ({ message: 'Changed' }))],
  });
  cart.add(plan);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Change Password' }));
  await user.type(await screen.findByLabelText('Current password'), 'Harbor1!');
  await user.type(screen.getByLabelText('New password'), 'Harbor2!');
  await user.type(screen.getByLabelText('Confirm new password'), 'Harbor2!{Enter}');
  const done = await screen.findByRole('button', { name: 'To Dashboard' });
  expect(cart.get()).toBeTruthy();
  await user.click(done);
  expect(await screen.findByText('Home of the dashboard')).toBeTruthy();
  expect(cart.get()).toBeUndefined();
});

test('nothing that loads stands before the button that logs out, so it never moves from under a finger', async () => {
  showScreen(<Settings />, { at: '/dashboard/setting', token: freshToken(), answers: lists });
  const [first] = await screen.findAllByRole('heading', { level: 2 });
  expect(first?.textContent).toBe('Log out');
});

test('[A16] an agent sees the activity, and nothing that opens or closes the account', async () => {
  const agent = { name: 'Sam', until: '2999-01-01T00:00:00Z' };
  const { sent } = showScreen(<Settings />, {
    at: '/dashboard/setting',
    token: freshToken(),
    answers: [...lists, answering(viewUser, () => ({ ...maya, agent }))],
  });
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Passkeys' })).toBeNull());
  expect(screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent)).toEqual([
    'Log out',
    'Activity',
  ]);
  expect(sent('changePassword')).toEqual([]);
});
