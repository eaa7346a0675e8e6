// @vitest-environment jsdom
import { type LineDetail, viewLine } from '@portside/contract/line-detail';
import { endHold } from '@portside/contract/line-hold';
import { type Line, listLines } from '@portside/contract/lines';
import { listNeeds } from '@portside/contract/needs';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answering, showScreen } from '../testing/show-screen.tsx';
import { freshToken, lineDetail, lost, maya, no, line as stageLine } from '../testing/stage.tsx';
import { LineFigures } from './line-figure-list.tsx';
import { LineList } from './line-list.tsx';
import { LinePage } from './line-page.tsx';

const since = '2099-01-01T17:00:00Z';
const ask = (asked: 'hold' | 'unhold', isLate = false) => ({ asked, since, isLate });
const onHold = {
  status: 'suspended',
  statusReason: 'on_hold',
  paidUntil: '2099-04-04T17:00:00Z',
  heldUntil: '2099-03-01T17:00:00Z',
  nextAction: 'end_hold',
} as const satisfies Partial<Line>;
const back = {
  status: 'suspended',
  paidUntil: '2099-02-10T17:00:00Z',
  network: ask('unhold'),
} as const satisfies Partial<Line>;

const agent = [{ name: 'viewUser', answer: () => ({ ...maya, agent: { name: 'Ann' } }) }];
const noNeeds = answering(listNeeds, () => ({ needs: [], data: [] }));
const press = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Turn back on' }));

function showTile(change: Partial<Line>) {
  let line: Line = { ...stageLine, ...change };
  const figures = (one: Line) => <LineFigures autopay={null} line={one} />;
  return showScreen(<LineList figures={figures} />, {
    answers: [
      noNeeds,
      answering(listLines, () => ({ lines: [line] })),
      answering(endHold, () => {
        line = { ...stageLine, ...back };
        return { message: 'We asked the network to turn your line back on.', paidUntil: null };
      }),
    ],
  });
}

function showPage(outcome: 'done' | 'over already' | 'lost' = 'done') {
  let line: LineDetail = { ...lineDetail, ...onHold };
  return showScreen(<LinePage autopay={() => null} blocks id="l1" arrived={() => null} />, {
    at: '/dashboard/lines/l1',
    answers: [
      noNeeds,
      answering(viewLine, () => line),
      answering(endHold, () => {
        if (outcome === 'lost') throw lost();
        line = outcome === 'done' ? { ...lineDetail, ...back } : lineDetail;
        if (outcome === 'done') return { message: 'We asked the network.', paidUntil: null };
        throw no(422, { reason: 'not_on_hold', message: 'This line isn’t on hold.' });
      }),
    ],
  });
}

const late = 'The network hasn’t put this line on hold yet, so it may still work. We keep trying.';

test.each<[string, Partial<Line>, string, RegExp]>([
  [
    'asked for a hold',
    { ...onHold, network: ask('hold') },
    'Going on hold',
    /^We’re asking the network to put this line on hold\. /,
  ],
  ['late with it', { ...onHold, network: ask('hold', true) }, 'Going on hold', RegExp(`^${late}$`)],
  [
    'done with it',
    onHold,
    'On hold',
    /^This line is on hold: no calls, texts or data\. It comes back on Mar 1, 2099, and you can turn it back on sooner\.$/,
  ],
  [
    'asked to end it',
    back,
    'Turning back on',
    /^We asked the network to turn this line back on\. /,
  ],
  [
    'late with the end',
    { ...back, network: ask('unhold', true) },
    'Turning back on',
    /^The network hasn’t turned this line back on yet\. /,
  ],
  [
    'blocking it beside the hold',
    { ...onHold, statusReason: 'blocked', nextAction: 'unblock' },
    'Blocked',
    /^This line is blocked, so nobody can use it\. When you unblock it, it stays on hold until Mar 1, 2099\.$/,
  ],
])('[P09] the tile of a line tells that the network is %s', async (_what, change, state, words) => {
  showTile(change);
  const tile = within(await screen.findByRole('article'));
  expect(tile.getByText(state)).toBeTruthy();
  expect(tile.getByText(words)).toBeTruthy();
  const claims = tile.queryAllByText(/\bis on hold\b/);
  expect(claims).toHaveLength(change === onHold ? 1 : 0);
});

test('[P09] the days of a line on hold are said to wait, and those of another line are not', async () => {
  const held = showTile(onHold);
  const paid = (await screen.findByText('Paid until')).nextElementSibling;
  expect(paid?.textContent).toBe('Apr 4, 2099These days wait until the line is back.');
  held.close();
  showTile(back);
  const runs = (await screen.findByText('Paid until')).nextElementSibling;
  expect(runs?.textContent).toBe('Feb 10, 2099');
});

test('[P09] the tile turns the line back on in one press, and the focus stays at the line', async () => {
  const page = showTile(onHold);
  await press();
  expect(await screen.findByText('Turning back on')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Turn back on' })).toBeNull();
  const heading = screen.getByRole('heading', { level: 3 });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  expect(page.sent('endHold')).toEqual([{ id: 'l1' }]);
});

test('[P09] the page of the line turns it back on in one press, and the focus goes to its head', async () => {
  const page = showPage();
  await press();
  expect(await screen.findByText('Turning back on')).toBeTruthy();
  const heading = screen.getByRole('heading', { level: 1 });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  expect(page.sent('endHold')).toEqual([{ id: 'l1' }]);
});

test('[P09] a hold that is over already is shown so, and the focus is not lost', async () => {
  showPage('over already');
  await press();
  expect(await screen.findByText('Active')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Turn back on' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
});

test('[P09] a press that nobody answered stays at its button, for another one', async () => {
  const page = showPage('lost');
  await press();
  await waitFor(() => expect(page.sent('endHold')).toHaveLength(1));
  const button = screen.getByRole('button', { name: 'Turn back on' });
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull());
  expect(document.activeElement).toBe(button);
  expect(screen.getByText('On hold')).toBeTruthy();
});

test('[P09] [K24] an agent turns no line back on', async () => {
  showScreen(<LineList />, {
    token: freshToken(),
    answers: [
      noNeeds,
      answering(listLines, () => ({ lines: [{ ...stageLine, ...onHold }] })),
      ...agent,
    ],
  });
  expect(await screen.findByText('Only the customer can turn this line back on.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Turn back on' })).toBeNull();
});

test('[P09] [K20] what is on hold comes after what works, and before what has ended', async () => {
  const named = (id: string, mdn: string, change: Partial<Line>): Line => ({
    ...stageLine,
    esim: 'enabled',
    id,
    mdn,
    ...change,
  });
  showScreen(<LineList />, {
    answers: [
      noNeeds,
      answering(listLines, () => ({
        lines: [
          named('l1', '2125550101', { status: 'ended' }),
          named('l2', '2125550102', onHold),
          named('l3', '2125550103', {}),
          named('l4', '2125550104', { ...onHold, statusReason: 'blocked', nextAction: 'unblock' }),
        ],
      })),
    ],
  });
  await screen.findAllByRole('article');
  expect(
    screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent.slice(-4)),
  ).toEqual(['0104', '0103', '0102', '0101']);
});
