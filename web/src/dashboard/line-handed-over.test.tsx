// @vitest-environment jsdom
import { type LineDetail, viewLine } from '@portside/contract/line-detail';
import { viewHandover } from '@portside/contract/line-handover';
import { linePlace, lineRooms } from '@portside/contract/line-rooms';
import { listLines } from '@portside/contract/lines';
import { listNeeds, type Need } from '@portside/contract/needs';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { OfferedNote } from '../line-handover/offered-note-tile.tsx';
import { LineList } from '../lines/line-list.tsx';
import { answering, showScreen } from '../testing/show-screen.tsx';
import { freshToken, lineDetail } from '../testing/stage.tsx';
import { DashboardPage } from './dashboard-page.tsx';
import { LineFiguresPanel } from './line-figures-panel.tsx';
import { LinePanel } from './line-panel.tsx';

const offer = { to: 'ana@example.com', until: '2099-10-20T17:00:00Z' };
const handedOver = {
  status: 'ended',
  handover: { ...offer, acceptedAt: '2099-10-15T17:00:00Z' },
} as const satisfies Partial<LineDetail>;
const said =
  'You handed this line over to ana@example.com on Oct 15, 2099. Its number, plan and paid days are in that account now. Your receipts stay here.';
const offered = 'You offered this line to ana@example.com. It can be accepted until Oct 20, 2099.';

const answers = (change: Partial<LineDetail>, needs: Need[] = []) => [
  answering(viewLine, () => ({ ...lineDetail, ...change })),
  answering(listLines, () => ({ lines: [{ ...lineDetail, ...change }] })),
  answering(listNeeds, () => ({ needs, data: [] })),
  answering(viewHandover, () => ({})),
];

const showPage = (change: Partial<LineDetail>, act?: string) =>
  showScreen(<LinePanel act={act} id="l1" />, { token: freshToken(), answers: answers(change) });
const showList = (change: Partial<LineDetail>) =>
  showScreen(<LineList figures={(line) => <LineFiguresPanel line={line} />} />, {
    token: freshToken(),
    answers: answers(change),
  });

test('[P06] the page of a line that was handed over says so with the day, and never that it has ended', async () => {
  showPage(handedOver);
  expect(await screen.findByText(said)).toBeTruthy();
  expect(screen.getByText('Handed over')).toBeTruthy();
  expect(screen.getByText('Handed over on').nextSibling?.textContent).toBe('Oct 15, 2099');
  expect(screen.queryByText(/^Ended$|has ended|paid until|Paid until|These 30 days/)).toBeNull();
  expect(screen.queryByText(/^You offered this line/)).toBeNull();
  expect(screen.queryByRole('link', { name: /Number and leaving/ })).toBeNull();
});

test('[P06] so does its tile on the dashboard, without the days that went with it', async () => {
  showList(handedOver);
  const tile = within(await screen.findByRole('article'));
  expect(tile.getByText(said)).toBeTruthy();
  expect(tile.getByText('Handed over')).toBeTruthy();
  expect(tile.getByText('Handed over on').nextSibling?.textContent).toBe('Oct 15, 2099');
  expect(tile.queryByText(/^Ended$|has ended|paid until/)).toBeNull();
});

test('[P06] [L19] of a taker whose account was erased, no address is said', async () => {
  showPage({ ...handedOver, handover: { ...handedOver.handover, to: '' } });
  expect(await screen.findByText(/^You handed this line over on Oct 15, 2099\. /)).toBeTruthy();
});

test.each([
  ['without an offer', {}],
  ['while an offer was still told', { handover: offer }],
])('[K17] a line that ended otherwise, %s, is still said to have ended', async (_, change) => {
  showPage({ status: 'ended', ...change });
  expect(await screen.findByText('Ended')).toBeTruthy();
  expect(screen.queryByText(/anded over/)).toBeNull();
});

test('[P06] a line that is offered says so on its page and on the dashboard, and leads to the offer', async () => {
  const first = showPage({ handover: offer });
  expect(await screen.findByText(offered)).toBeTruthy();
  expect(screen.getByText('Active')).toBeTruthy();
  const link = () => screen.getByRole('link', { name: 'See the offer' }).getAttribute('href');
  expect(link()).toBe(linePlace('l1', 'hand-over'));
  expect(linePlace('l1', 'hand-over')).toBe('/dashboard/lines/l1/number#hand-over');
  first.close();
  showList({ handover: offer });
  expect(await screen.findByText(offered)).toBeTruthy();
  expect(link()).toBe(linePlace('l1', 'hand-over'));
});

test.each([
  [{}, 'New number, take it elsewhere, end the line'],
  [{ mayHold: true }, 'New number, take it elsewhere, hold or end the line'],
  [{ mayHandOver: true }, 'New number, take it elsewhere, hand over or end the line'],
  [{ handover: offer }, 'New number, take it elsewhere, hand over or end the line'],
  [
    { mayHold: true, mayHandOver: true },
    'New number, take it elsewhere, hold, hand over or end the line',
  ],
])('[P06] [K01] the way to the room names what is there: %j', async (change, words) => {
  showPage(change);
  expect(await screen.findByText(words)).toBeTruthy();
});

test('[P06] [K01] it has its section between the hold and the end', async () => {
  showPage({ mayHold: true, mayHandOver: true }, 'number');
  await screen.findByRole('button', { name: 'Hand this line over' });
  const ids = screen.getAllByRole('heading', { level: 2 }).map(({ id }) => id);
  expect(ids).toEqual(lineRooms.number);
});

test('[P06] a line that was taken over tells since when', async () => {
  showPage({ takenOverAt: '2099-10-15T17:00:00Z' }, 'phone');
  const name = await screen.findByText('Taken over on');
  expect(name.nextSibling?.textContent).toBe('Oct 15, 2099');
});

test('[P06] [K28] the dashboard shows what is offered, with the way there, and nothing else', async () => {
  const action = { text: 'See the offer', to: '/dashboard/handovers' };
  const needs: Need[] = [
    { code: 'line_offered', message: 'Ana wants to hand you a line.', action },
    { code: 'address', message: 'An address is missing.' },
  ];
  showScreen(<OfferedNote />, { token: freshToken(), answers: answers({}, needs) });
  expect(await screen.findByText(/^Somebody wants to hand you their phone line/)).toBeTruthy();
  const link = screen.getByRole('link', { name: 'See the offer' });
  expect(link.getAttribute('href')).toBe('/dashboard/handovers');
  expect(screen.queryByText('An address is missing.')).toBeNull();
});

test('[P06] [A20] the page of offers belongs to the dashboard, and is no part of the navigation', async () => {
  const page = showScreen(<DashboardPage selection="handovers" />, {
    token: freshToken(),
    answers: answers({}),
  });
  expect(await screen.findByRole('link', { current: 'page', name: 'Dashboard' })).toBeTruthy();
  const nav = within(screen.getByRole('navigation', { name: 'My Account' }));
  expect(nav.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Dashboard',
    'Profile',
    'Payment',
    'Settings',
  ]);
  expect(page.router.state.location.pathname).toBe('/');
});
