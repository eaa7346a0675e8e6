// @vitest-environment jsdom
import { i18n } from '@lingui/core';
import type { Call } from '@portside/contract/call';
import { screen } from '@testing-library/react';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import {
  closeNotification,
  holdNotifications,
  shownNotifications,
  useNotifications,
} from '../api/notifications.ts';
import { showScreen } from '../testing/show-screen.tsx';
import { line, lost } from '../testing/stage.tsx';
import { Notifications } from '../ui/notification.tsx';
import { tellUsage } from './use-usage-news.ts';

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));

const Told = () => (
  <Notifications
    items={useNotifications()}
    onClose={closeNotification}
    onHold={holdNotifications}
  />
);

async function tell(status: string, nickname: string, canAdd = true, isLost = false) {
  onTestFinished(() => shownNotifications().forEach(({ id }) => closeNotification(id)));
  showScreen(<Told />);
  const call = (async () => {
    if (isLost) throw lost();
    return { lines: [{ ...line, nickname }] };
  }) as unknown as Call;
  await tellUsage({ kind: 'usage', id: 'l1', status }, { call, i18n, canAdd });
}
const link = async (name: string) =>
  (await screen.findByRole('link', { name })).getAttribute('href');

test('[K12] used-up data is no success: it names the line and leads to more data', async () => {
  await tell('data 100', '');
  expect(await screen.findByText('(212) 555-0101 has used all of its data.')).toBeTruthy();
  expect(await link('Add data')).toBe('/dashboard/lines/l1/usage#add-ons');
  expect(document.querySelector('[href$="flag-success"]')).toBeNull();
  expect(shownNotifications()).toMatchObject([{ warns: true, stayOpen: true }]);
});

test('[K12] a line has its nickname in the news, and no add-on is offered where there is none', async () => {
  await tell('data 100', 'Tablet', false);
  expect(await screen.findByText('Tablet has used all of its data.')).toBeTruthy();
  expect(await link('See its usage')).toBe('/dashboard/lines/l1/usage#usage');
});

test('[K12] without its name the news comes all the same', async () => {
  await tell('talk 80', '', true, true);
  expect(await screen.findByText('Your line has used 80% of its minutes.')).toBeTruthy();
});
