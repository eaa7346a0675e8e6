// @vitest-environment jsdom
import { blockLine, unblockLine } from '@portside/contract/line-block';
import { type LineDetail, viewLine } from '@portside/contract/line-detail';
import { listLines } from '@portside/contract/lines';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answering, showScreen } from '../testing/show-screen.tsx';
import { freshToken, lineDetail, maya, line as stageLine } from '../testing/stage.tsx';
import { LineList } from './line-list.tsx';
import { LineRoomPage } from './line-room-page.tsx';
import { LostPhonePanel } from './lost-phone-panel.tsx';

const blocked = {
  status: 'suspended',
  statusReason: 'blocked',
  nextAction: 'unblock',
} as const satisfies Partial<LineDetail>;

const page = (
  <LineRoomPage id="l1" room="security">
    {(line) => <LostPhonePanel line={line} />}
  </LineRoomPage>
);

function show(change: Partial<LineDetail> = {}) {
  let line: LineDetail = { ...lineDetail, ...change };
  return showScreen(page, {
    answers: [
      answering(viewLine, () => line),
      answering(blockLine, () => {
        line = { ...line, ...blocked };
        return { message: 'We asked the network to block your line.' };
      }),
      answering(unblockLine, () => {
        line = lineDetail;
        return { message: 'We asked the network to turn your line back on.' };
      }),
    ],
  });
}

test('[K13] a lost phone’s line is blocked after the paid days are told, and the page says what next', async () => {
  const shown = show();
  await userEvent.click(await screen.findByRole('button', { name: 'Block this line' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('The days you’ve paid for keep running.')).toBeTruthy();
  expect(shown.sent('blockLine')).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Block this line' }));
  const next = await screen.findByRole('heading', { name: 'What to do now' });
  expect(screen.getByText(/^Found it\? Unblock this line/)).toBeTruthy();
  expect(screen.getByText(/^Still gone\? Replace the SIM/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'See the SIM' }).getAttribute('href')).toMatch(/#sim$/);
  expect(screen.queryByRole('button', { name: 'Block this line' })).toBeNull();
  await expect.poll(() => document.activeElement).toBe(next);
  expect(shown.sent('blockLine')).toEqual([{ id: 'l1' }]);
  await userEvent.click(screen.getByRole('button', { name: 'Unblock this line' }));
  expect(await screen.findByRole('button', { name: 'Block this line' })).toBeTruthy();
  expect(shown.sent('unblockLine')).toEqual([{ id: 'l1' }]);
});

test('[K13] with autopay the dialog says that it charges as planned', async () => {
  show({ autopay: { ...lineDetail.autopay, on: true } });
  await userEvent.click(await screen.findByRole('button', { name: 'Block this line' }));
  expect(
    await screen.findByText(
      'The days you’ve paid for keep running, and autopay charges as planned.',
    ),
  ).toBeTruthy();
});

test('[K13] [K06] a blocked line that is also unpaid says until when to pay, and leads there', async () => {
  show({ ...blocked, numberKeptUntil: '2100-01-05T17:00:00Z' });
  expect(await screen.findByText(/pay before Jan 5, 2100 to keep the number/)).toBeTruthy();
  const pay = screen.getByRole('link', { name: 'Pay for the next 30 days' });
  expect(pay.getAttribute('href')).toBe('/dashboard/lines/l1/renew');
  expect(screen.getByRole('button', { name: 'Unblock this line' })).toBeTruthy();
});

test('[K13] the tile of a blocked line unblocks it', async () => {
  const shown = showScreen(<LineList />, {
    answers: [
      answering(listLines, () => ({ lines: [{ ...stageLine, ...blocked }] })),
      answering(unblockLine, () => ({ message: 'Your line is unblocked.' })),
    ],
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Unblock this line' }));
  await expect.poll(() => shown.sent('unblockLine')).toEqual([{ id: 'l1' }]);
});

test('[K13] [K24] an agent neither blocks nor unblocks, and a line that never worked has no block', async () => {
  const asAgent = (line: LineDetail) =>
    showScreen(page, {
      token: freshToken(),
      answers: [
        answering(viewLine, () => line),
        { name: 'viewUser', answer: () => ({ ...maya, agent: { name: 'Ann' } }) },
      ],
    });
  const working = asAgent(lineDetail);
  expect(await screen.findByText('Only the customer can block this line.')).toBeTruthy();
  working.close();
  const stopped = asAgent({ ...lineDetail, ...blocked });
  expect(await screen.findByText('Only the customer can unblock this line.')).toBeTruthy();
  stopped.close();
  show({ status: 'activating' });
  expect(await screen.findByText('(212) 555-0101', { exact: false })).toBeTruthy();
  expect(screen.queryByRole('heading', { level: 2 })).toBeNull();
});

test('[K13] a block that the network has not confirmed is not called one, and late it says whom to call', async () => {
  const network = { asked: 'block', since: '2099-10-30T10:00:00Z', isLate: false } as const;
  const asked = show({ ...blocked, network });
  expect(await screen.findByText(/^The network is blocking this line/)).toBeTruthy();
  expect(screen.queryByText(/nobody can use it/)).toBeNull();
  asked.close();
  show({ ...blocked, network: { ...network, isLate: true } });
  expect(await screen.findByText(/somebody could still use it.*call us: \(/)).toBeTruthy();
});
