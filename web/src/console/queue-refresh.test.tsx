// @vitest-environment jsdom
import { listApprovals } from '@portside/contract/console/approvals';
import { listChats } from '@portside/contract/console/chats';
import { listDisputes } from '@portside/contract/console/disputes';
import { listInbox } from '@portside/contract/console/inbox';
import { viewJobs } from '@portside/contract/console/jobs';
import { queuePortIns } from '@portside/contract/console/port-ins';
import { listShipping, sendCard, viewStock } from '@portside/contract/console/shipping';
import { listStuck, type ShownStuck } from '@portside/contract/console/stuck';
import { viewToday } from '@portside/contract/console/today';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showConsole } from '../testing/console-stage.tsx';
import { type Answer, answering } from '../testing/show-screen.tsx';
import { lost } from '../testing/stage.tsx';
import { ApprovalsPage } from './approvals-page.tsx';
import { ChatsPage } from './chats-page.tsx';
import { DisputesPage } from './disputes-page.tsx';
import { InboxPage } from './inbox-page.tsx';
import { JobsPage } from './jobs-page.tsx';
import { PortInsPage } from './port-ins-page.tsx';
import { ShippingPage } from './shipping-page.tsx';
import { StuckPage } from './stuck-page.tsx';
import { TodayPage } from './today-page.tsx';

beforeEach(() => {
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  });
});
afterEach(async () => {
  cleanup();
  // A frame that waits for a timer of here would hold up every frame of the files after this one.
  await vi.advanceTimersByTimeAsync(100);
  vi.useRealTimers();
  setHidden(false);
});

const later = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));

function setHidden(isHidden: boolean) {
  Object.defineProperty(document, 'visibilityState', {
    configurable: true,
    get: () => (isHidden ? 'hidden' : 'visible'),
  });
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
}

const noStock = answering(viewStock, () => ({ inStock: 9, lowBelow: 2, isLow: false, toSend: 0 }));
const noJobs = { queues: [], givenUp: [], services: [] };

const queues: readonly (readonly [string, ReactNode, readonly Answer[]])[] = [
  ['Stuck', <StuckPage key="1" />, [answering(listStuck, () => ({ items: [] }))]],
  ['Port-ins', <PortInsPage key="2" />, [answering(queuePortIns, () => ({ portIns: [] }))]],
  [
    'Shipping',
    <ShippingPage key="3" />,
    [answering(listShipping, () => ({ cards: [], more: false })), noStock],
  ],
  ['Disputes', <DisputesPage key="4" />, [answering(listDisputes, () => ({ disputes: [] }))]],
  ['Approvals', <ApprovalsPage key="5" />, [answering(listApprovals, () => ({ approvals: [] }))]],
  ['Chats', <ChatsPage key="6" />, [answering(listChats, () => ({ chats: [] }))]],
  ['Messages', <InboxPage key="7" />, [answering(listInbox, () => ({ messages: [] }))]],
  ['Jobs', <JobsPage key="8" />, [answering(viewJobs, () => noJobs)]],
  [
    'Today',
    <TodayPage key="9" />,
    [
      answering(viewToday, () => {
        throw lost();
      }),
    ],
  ],
];

test.each(queues)(
  '[L18] [L01] %s is asked for again each minute; not while its tab is hidden or nobody is there',
  async (_name, page, answers) => {
    const stage = showConsole(page, { can: [], answers });
    const [{ name: call } = { name: '' }] = answers;
    const asked = () => stage.sent(call).length;
    await later(1);
    const first = asked();
    expect(first).toBeGreaterThan(0);
    await later(61);
    expect(asked()).toBeGreaterThan(first);
    setHidden(true);
    const seen = asked();
    await later(130);
    expect(asked()).toBe(seen);
    setHidden(false);
    fireEvent.keyDown(document.body, { key: 'Shift' });
    await later(61);
    expect(asked()).toBeGreaterThan(seen);
    // Each call would keep the session alive.
    await later(5 * 60);
    const gone = asked();
    await later(5 * 60);
    expect(asked()).toBe(gone);
  },
);

const item = (id: string, reason: string): ShownStuck => ({
  id: `refund.${id}`,
  kind: 'refund',
  subject: id,
  since: '2026-11-20T15:00:00Z',
  reason,
  actions: [],
  notes: [],
});
const rowOf = (words: string | RegExp) => screen.getByRole('row', { name: new RegExp(words) });

test('[L06] [L18] a row that comes by itself leaves the keyboard where it is', async () => {
  let items = [item('a', 'Sloop'), item('b', 'Cutter'), item('c', 'Ketch')];
  showConsole(<StuckPage />, {
    can: [listStuck],
    answers: [answering(listStuck, () => ({ items }))],
  });
  await later(1);
  rowOf('Sloop').focus();
  fireEvent.keyDown(rowOf('Sloop'), { key: 'ArrowDown' });
  expect(document.activeElement).toBe(rowOf('Cutter'));
  items = [item('d', 'Yawl'), ...items.toReversed()];
  await later(61);
  expect(rowOf('Yawl')).toBeTruthy();
  expect(document.activeElement).toBe(rowOf('Cutter'));
  expect(rowOf('Cutter').tabIndex).toBe(0);
  expect(
    screen
      .getAllByRole('row')
      .slice(1)
      .filter((row) => row.tabIndex === 0),
  ).toEqual([rowOf('Cutter')]);
  fireEvent.keyDown(rowOf('Cutter'), { key: 'ArrowDown' });
  expect(document.activeElement).toBe(rowOf('Sloop'));
});

const card = (id: string, recipient: string) => ({
  id,
  recipient,
  since: '2026-11-20T15:00:00Z',
  address: ['1 Main St', 'New York, NY 10038'],
  replacesSim: false,
});

test('[L20] [L18] a parcel that a colleague sent meanwhile takes nothing from what is being typed', async () => {
  let cards = [card('shp_1', 'Ann One'), card('shp_2', 'Bo Two')];
  showConsole(<ShippingPage />, {
    can: [listShipping, sendCard],
    at: '/shipping?send=shp_1',
    answers: [answering(listShipping, () => ({ cards, more: false })), noStock],
  });
  await later(1);
  const dialog = screen.getByRole('dialog', { name: 'Send to Ann One' });
  const field = within(dialog).getByLabelText<HTMLInputElement>(/^Number on the card/);
  field.focus();
  fireEvent.change(field, { target: { value: '890141' } });
  cards = [card('shp_2', 'Bo Two')];
  await later(61);
  const same = screen.getByRole('dialog', { name: 'Send to Ann One' });
  expect(within(same).getByLabelText<HTMLInputElement>(/^Number on the card/).value).toBe('890141');
  expect(document.activeElement).toBe(field);
});

test('[L20] [L18] a list that fills by itself does not take the keyboard', async () => {
  let cards: ReturnType<typeof card>[] = [];
  showConsole(<ShippingPage />, {
    can: [listShipping, sendCard],
    at: '/shipping',
    answers: [answering(listShipping, () => ({ cards, more: false })), noStock],
  });
  await later(1);
  const add = screen.getByRole('button', { name: 'Add SIM cards' });
  add.focus();
  cards = [card('shp_1', 'Ann One')];
  await later(61);
  expect(rowOf('Ann One')).toBeTruthy();
  expect(document.activeElement).toBe(add);
});
