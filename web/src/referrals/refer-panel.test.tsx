// @vitest-environment jsdom
import { viewReferrals } from '@portside/contract/referrals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answering, showScreen } from '../testing/show-screen.tsx';
import { ReferPanel } from './refer-panel.tsx';

const seen = {
  youGet: 10,
  friendGets: 5,
  mostInYear: 10,
  code: 'KTRM-4729',
  hasLine: true,
  referrals: [],
};
const on = '2099-11-06T17:00:00Z';
const show = (change: object = {}) =>
  showScreen(<ReferPanel onClose={() => {}} />, {
    answers: [answering(viewReferrals, () => ({ ...seen, ...change }))],
  });

test('[P07] the page says what both get, when and within what limits, and copies the code', async () => {
  const user = userEvent.setup();
  show();
  expect(await screen.findByText('KTRM-4729')).toBeTruthy();
  expect(
    screen.getByText(/second month is paid, you get \$10\.00 of credit and they get \$5\.00/),
  ).toBeTruthy();
  expect(screen.getByText(/up to 10 friends who join within twelve months/)).toBeTruthy();
  expect(screen.getByText('Nobody has joined with your code yet')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await navigator.clipboard.readText()).toBe('KTRM-4729');
  expect(await screen.findByText('Copied')).toBeTruthy();
});

test('[P07] each friend has a date and a state, and nothing else', async () => {
  const referrals = (['joined', 'credited', 'not_counted'] as const).map((state) => ({
    on,
    state,
    amount: 10,
  }));
  show({ referrals, own: { on, state: 'joined', amount: 5 } });
  await screen.findByText('Friends who joined');
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows.slice(-3)).toEqual([
    'Joined. The second month isn’t paid yet.Nov 6, 2099',
    'You have credit for it.Nov 6, 2099+$10.00',
    'Doesn’t count.Nov 6, 2099',
  ]);
  expect(
    screen.getByText(
      /You get \$5\.00 of credit once the second month of the line you joined with is paid/,
    ),
  ).toBeTruthy();
});

test('[P07] without a line there is no code yet, and what did not load can be asked for again', async () => {
  const page = show({ code: null, hasLine: false });
  expect(await screen.findByText('You get your code once you have a line with us.')).toBeTruthy();
  page.close();
  showScreen(<ReferPanel onClose={() => {}} />, {
    answers: [answering(viewReferrals, () => Promise.reject(new Error('away')))],
  });
  expect(await screen.findByText('Your code didn’t load')).toBeTruthy();
});
