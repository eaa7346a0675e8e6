// @vitest-environment jsdom
import { listOpenOrders } from '@portside/contract/checkout';
import { listLines } from '@portside/contract/lines';
import { listNeeds, type Need } from '@portside/contract/needs';
import { viewNotices } from '@portside/contract/notices';
import { listTransactions } from '@portside/contract/payments';
import { listPortIns } from '@portside/contract/port-in';
import { viewSafety } from '@portside/contract/safety';
import { screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { closeNotification, shownNotifications } from '../api/notifications.ts';
import { LineList } from '../lines/line-list.tsx';
import { useNeedNews } from '../lines/use-needs.ts';
import { answering, showScreen } from '../testing/show-screen.tsx';
import { freshToken, line } from '../testing/stage.tsx';
import { HomePanel } from './home-panel.tsx';

const portOut: Need = {
  code: 'port_out',
  lineId: line.id,
  message: 'Another carrier asked for your line. If that wasn’t you, stop it now.',
  action: { text: 'See the request', to: '/dashboard/lines/l1#number' },
};
const usedUp: Need = {
  code: 'data_used_up',
  lineId: line.id,
  message: 'The data of your line is used up.',
  action: { text: 'Add data', to: '/dashboard/lines/l1#add-ons' },
};
const atBank: Need = {
  code: 'bank_confirmation',
  lineId: line.id,
  message: 'Your bank wants you to confirm the payment for your line.',
  action: { text: 'Go to your bank', to: 'https://bank.example/confirm' },
};
const active = { ...line, status: 'active' as const, paidUntil: '2099-11-06T03:30:00Z' };

function show(needs: Need[], used = 4_000) {
  const data = [{ lineId: line.id, used, limit: 12_000 }];
  return showScreen(<HomePanel />, {
    at: '/dashboard',
    answers: [
      answering(listLines, () => ({ lines: [active] })),
      answering(listNeeds, () => ({ needs, data })),
    ],
    token: freshToken(),
  });
}

test('[K28] the headline says what needs the customer, and the tile has it with its way', async () => {
  show([portOut, usedUp]);
  const more = 'One more thing is waiting for you.';
  expect(await screen.findByText(`${portOut.message} ${more}`)).toBeTruthy();
  expect(screen.getByText(portOut.message)).toBeTruthy();
  const link = screen.getByRole('link', { name: 'See the request' });
  expect(link.getAttribute('href')).toBe('/dashboard/lines/l1#number');
  expect(screen.getByRole('link', { name: 'Add data' })).toBeTruthy();
  expect(screen.queryByText(/Nothing to do now/)).toBeNull();
});

test('[K28] [K11] a line that works says how much data is left, and that nothing is to do', async () => {
  show([]);
  expect(await screen.findByText('8 GB of 12 GB')).toBeTruthy();
  expect(await screen.findByText('Your line is active. Nothing to do now.')).toBeTruthy();
});

test('[K05] a declined autopay has one way to pay on its tile, not two', async () => {
  const to = '/dashboard/lines/l1/renew';
  const pay = 'Pay for the next 30 days';
  const declined: Need = {
    code: 'autopay_declined',
    lineId: line.id,
    message: 'Autopay couldn’t pay for your line.',
    action: { text: pay, to },
  };
  showScreen(<HomePanel />, {
    at: '/dashboard',
    answers: [
      answering(listLines, () => ({ lines: [{ ...active, nextAction: 'renew' as const }] })),
      answering(listNeeds, () => ({ needs: [declined], data: [] })),
    ],
    token: freshToken(),
  });
  expect((await screen.findAllByText(declined.message)).length).toBeGreaterThan(0);
  expect(screen.getAllByRole('link', { name: pay })).toHaveLength(1);
});

test('[K28] the bank’s page is another site, so it is a button', async () => {
  show([atBank]);
  expect(await screen.findByRole('button', { name: 'Go to your bank' })).toBeTruthy();
});

test('[K28] nothing is said to be well while what needs the customer is unknown', async () => {
  showScreen(<HomePanel />, {
    at: '/dashboard',
    answers: [answering(listLines, () => ({ lines: [active] }))],
    token: freshToken(),
  });
  await screen.findByRole('article');
  expect(screen.queryByText(/Nothing to do now/)).toBeNull();
});

test.each([
  answering(listLines, () => ({ lines: [active] })),
  answering(listNeeds, () => ({ needs: [], data: [] })),
  answering(listPortIns, () => ({ portIns: [] })),
  answering(listOpenOrders, () => ({ orders: [] })),
  answering(viewSafety, () => ({ pause: null })),
  answering(viewNotices, () => ({ notices: [] })),
])('nothing is shown before $name has answered, so nothing moves then', async (late) => {
  const others = [
    answering(listLines, () => ({ lines: [active] })),
    answering(listNeeds, () => ({ needs: [], data: [] })),
    answering(listTransactions, () => ({ transactions: [] })),
  ];
  const { promise, resolve } = Promise.withResolvers<void>();
  const answer = () => promise.then(() => late.answer(undefined as never));
  showScreen(<HomePanel />, {
    at: '/dashboard',
    answers: [{ name: late.name, answer }, ...others],
    token: freshToken(),
  });
  const content = () => screen.getByRole('region', { name: /^Your line/ }).parentElement;
  await screen.findByText('No order history');
  expect(content()?.getAttribute('aria-busy')).toBe('true');
  resolve();
  await waitFor(() => expect(content()?.className).not.toContain('invisible'));
});

test('[K28] what comes to the list while the page is open is said at once, and only once', async () => {
  onTestFinished(() => shownNotifications().forEach(({ id }) => closeNotification(id)));
  let needs: Need[] = [usedUp];
  function Page() {
    useNeedNews();
    return <LineList />;
  }
  showScreen(<Page />, {
    answers: [
      answering(listLines, () => ({ lines: [active] })),
      answering(listNeeds, () => ({ needs, data: [] })),
    ],
    token: freshToken(),
  });
  await screen.findByText(usedUp.message);
  expect(shownNotifications()).toEqual([]);
  needs = [portOut, usedUp];
  window.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(shownNotifications()).toMatchObject([{ message: portOut.message }]));
  expect(shownNotifications()[0]?.link?.to).toBe('/dashboard/lines/l1#number');
});
