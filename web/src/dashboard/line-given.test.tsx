// @vitest-environment jsdom
import { listInvitations } from '@portside/contract/household';
import type { LineHousehold } from '@portside/contract/household-acts';
import { type LineDetail, viewLine } from '@portside/contract/line-detail';
import { linePlace, lineRooms } from '@portside/contract/line-rooms';
import { listLines } from '@portside/contract/lines';
import { listNeeds, type Need } from '@portside/contract/needs';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { InvitedNote } from '../household/invited-note-tile.tsx';
import { LineList } from '../lines/line-list.tsx';
import { answering, showScreen } from '../testing/show-screen.tsx';
import { freshToken, lineDetail } from '../testing/stage.tsx';
import { DashboardPage } from './dashboard-page.tsx';
import { LineFiguresPanel } from './line-figures-panel.tsx';
import { LinePanel } from './line-panel.tsx';

const email = 'ben@example.com';
const until = '2099-10-20T17:00:00Z';
const of = (role: 'user' | 'manager'): LineHousehold => ({
  as: 'holder',
  member: { name: 'Ben', email, role },
});
const invitedAs = (role: 'user' | 'manager'): LineHousehold => ({
  as: 'holder',
  invited: { email, role, until },
});
const has = (role: 'user' | 'manager'): LineHousehold => ({ as: role, holder: 'Ana' });

const answers = (change: Partial<LineDetail>, needs: Need[] = []) => [
  answering(viewLine, () => ({ ...lineDetail, ...change })),
  answering(listLines, () => ({ lines: [{ ...lineDetail, ...change }] })),
  answering(listNeeds, () => ({ needs, data: [] })),
  answering(listInvitations, () => ({ emailConfirmed: true, invitations: [] })),
];
const showPage = (change: Partial<LineDetail>, act?: string) =>
  showScreen(<LinePanel act={act} id="l1" />, { token: freshToken(), answers: answers(change) });
const showList = (change: Partial<LineDetail>) =>
  showScreen(<LineList figures={(line) => <LineFiguresPanel line={line} />} />, {
    token: freshToken(),
    answers: answers(change),
  });

test.each([
  [
    of('user'),
    'You gave this line to Ben, who uses it. Its usage and SIM are theirs to see.',
    'See who has it',
  ],
  [
    of('manager'),
    'You gave this line to Ben, who uses and manages it. Its usage and SIM are theirs to see.',
    'See who has it',
  ],
  [
    invitedAs('user'),
    `You invited ${email} to use this line. It can be accepted until Oct 20, 2099.`,
    'See the invitation',
  ],
  [
    invitedAs('manager'),
    `You invited ${email} to manage this line. It can be accepted until Oct 20, 2099.`,
    'See the invitation',
  ],
])(
  '[P04] its holder reads in the list and on its page who has it, with the way there: %j',
  async (household, words, name) => {
    const list = showList({ household });
    const tile = within(await screen.findByRole('article'));
    expect(tile.getByText(words)).toBeTruthy();
    const to = () => screen.getByRole('link', { name }).getAttribute('href');
    expect(to()).toBe(linePlace('l1', 'household'));
    expect(linePlace('l1', 'household')).toBe('/dashboard/lines/l1/security#household');
    list.close();
    showPage({ household });
    expect(await screen.findByText(words)).toBeTruthy();
    expect(to()).toBe(linePlace('l1', 'household'));
  },
);

test.each([
  [has('user'), 'You have this line from Ana. You use it.'],
  [has('manager'), 'You have this line from Ana. You use and manage it.'],
  [{ as: 'user' } as const, 'This line is in another account. You use it.'],
  [{ as: 'manager' } as const, 'This line is in another account. You use and manage it.'],
])('[P04] whoever has it reads in the list whose it is: %j', async (household, words) => {
  showList({ household });
  const tile = within(await screen.findByRole('article'));
  expect(tile.getByText(words)).toBeTruthy();
  expect(tile.queryByRole('link', { name: /See/ })).toBeNull();
  const name = household.as === 'user' ? 'Open this line' : 'Manage this line';
  expect(tile.getByRole('link', { name }).getAttribute('href')).toBe('/dashboard/lines/l1');
});

test('[P04] on its page they read it once, and can give it back', async () => {
  showPage({ household: has('user') });
  expect(await screen.findByText(/^You have this line from Ana, as its user/)).toBeTruthy();
  expect(screen.queryByText('You have this line from Ana. You use it.')).toBeNull();
  expect(screen.getByRole('button', { name: 'Give it back' })).toBeTruthy();
});

test('[P04] of a line that has ended nobody reads it, and neither of one that nobody was given', async () => {
  const ended = showList({ household: of('user'), status: 'ended' });
  await screen.findByRole('article');
  expect(screen.queryByText(/Ben/)).toBeNull();
  ended.close();
  showList({});
  await screen.findByRole('article');
  expect(screen.queryByText(/You gave|You invited|You have this line/)).toBeNull();
});

test.each([
  [{}, 'Lost or stolen phone, locks'],
  [{ mayGive: true }, 'Lost or stolen phone, locks, who has this line'],
  [{ household: of('user') }, 'Lost or stolen phone, locks, who has this line'],
  [{ household: has('user') }, 'Lost or stolen phone, locks'],
])('[P04] [K01] the way to the room names it where it is there: %j', async (change, words) => {
  showPage(change);
  expect(await screen.findByText(words)).toBeTruthy();
});

test('[P04] [K01] it has its section after the locks', async () => {
  showPage({ mayGive: true }, 'security');
  await screen.findByRole('button', { name: 'Give this line to someone' });
  const ids = screen.getAllByRole('heading', { level: 2 }).map(({ id }) => id);
  expect(ids).toEqual(lineRooms.security);
});

test('[P04] [K28] the dashboard shows that somebody invites, with the way there, and nothing else', async () => {
  const action = { text: 'See the invitation', to: '/dashboard/household' };
  const needs: Need[] = [
    { code: 'invited', message: 'You are invited to a line.', action },
    { code: 'address', message: 'An address is missing.' },
  ];
  showScreen(<InvitedNote />, { token: freshToken(), answers: answers({}, needs) });
  expect(
    await screen.findByText(/^Somebody wants you to have one of their phone lines/),
  ).toBeTruthy();
  const link = screen.getByRole('link', { name: 'See the invitation' });
  expect(link.getAttribute('href')).toBe('/dashboard/household');
  expect(screen.queryByText('An address is missing.')).toBeNull();
});

test('[P04] without an invitation the dashboard says nothing of one', async () => {
  const page = showScreen(<InvitedNote />, { token: freshToken(), answers: answers({}) });
  await expect.poll(() => page.sent('listNeeds').length).toBe(1);
  expect(screen.queryByText(/^Somebody wants/)).toBeNull();
});

test('[P04] [A20] the page of invitations belongs to the dashboard, has its title, and is no part of the navigation', async () => {
  showScreen(<DashboardPage selection="household" />, {
    token: freshToken(),
    answers: answers({}),
  });
  expect(await screen.findByRole('link', { current: 'page', name: 'Dashboard' })).toBeTruthy();
  expect(await screen.findByRole('heading', { name: 'Invitations to lines' })).toBeTruthy();
  const nav = within(screen.getByRole('navigation', { name: 'My Account' }));
  expect(nav.getAllByRole('link')).toHaveLength(4);
});
