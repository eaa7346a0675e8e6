// @vitest-environment jsdom
import { viewToday, type Figures, type Today } from '@portside/contract/console/today';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { showConsole } from '../testing/console-stage.tsx';
import { answering } from '../testing/show-screen.tsx';
import { changeInWords, csvOf, todayCards, waitInWords } from './today-cards.ts';
import { TodayPage } from './today-page.tsx';

const none = Object.fromEntries(
  todayCards.flatMap(({ series, rate }) =>
    [...series, ...(rate ? [rate] : [])].map(({ name }) => [name, 0]),
  ),
) as Figures;

const today: Today = {
  days: 7,
  from: '2026-11-18',
  to: '2026-11-24',
  timeZone: 'America/New_York',
  asOf: '2026-11-25T15:00:00Z',
  countedFrom: null,
  now: { ...none, orders: 12, newLines: 5, revenue: 341.88, waitMedian: 75, churn: 1.5 },
  before: { ...none, orders: 10, newLines: 0, revenue: 341.88, waitMedian: null, churn: null },
  series: [
    { on: '2026-11-24', figures: { ...none, orders: 12, newLines: 5 } },
    { on: '2026-11-25', figures: { ...none, orders: 3 } },
  ],
};

const open = (answer: Today, at?: string) =>
  showConsole(<TodayPage />, {
    can: [viewToday],
    answers: [answering(viewToday, () => answer)],
    ...(at && { at }),
  });

test('[L14] each figure stands with the days before it, with today so far, as a picture and as a table', async () => {
  open(today);
  const orders = await screen.findByRole('region', { name: 'Orders' });
  expect(orders.textContent).toContain('20 % more than before (10).');
  expect(orders.textContent).toContain('0 before.');
  expect(orders.textContent).toContain('Today so far: 3');
  const picture = within(orders).getByRole('img');
  expect(picture.getAttribute('aria-label')).toContain('The most on one day was 12.');
  await userEvent.click(within(orders).getByText('Orders as a table'));
  const table = within(orders).getByRole('table', { name: 'Orders by day' });
  expect(
    within(table)
      .getAllByRole('row')
      .map((row) => row.textContent),
  ).toEqual(['DayAll ordersNew lines', 'Nov 2530', 'Nov 24125']);
  for (const { title } of todayCards) {
    const tile = screen.getByRole('region', { name: title });
    within(tile).getByRole('button', { name: `CSV of ${title}` });
  }
  expect(screen.getByRole('region', { name: 'Churn' }).textContent).toContain('1.5 %');
  expect(screen.getByRole('region', { name: 'Activations' }).textContent).toContain(
    'None in these days.',
  );
});

test('[L14] the days stand in the address, and what is still being counted is said', async () => {
  const unknown = { ...today, countedFrom: '2026-11-22', before: { ...none, orders: null } };
  const stage = open(unknown, '/today?days=7');
  await screen.findByText(/Days before Nov 22 are still being counted/);
  expect(stage.sent(viewToday.name)).toEqual([{ days: '7' }]);
  expect(screen.getByRole('region', { name: 'Orders' }).textContent).toContain(
    'Nothing before to compare with.',
  );
  await userEvent.click(screen.getByRole('link', { name: '90 days' }));
  await expect.poll(() => stage.sent(viewToday.name)).toContainEqual({ days: '90' });
});

test('[L14] the CSV has a row for each day, with plain numbers', () => {
  const churn = todayCards.find(({ id }) => id === 'churn');
  expect(churn && csvOf(churn, today)).toBe(
    'Day,Lines that ended,Of the lines before\r\n2026-11-24,0,0\r\n2026-11-25,0,0\r\n',
  );
});

test('[L14] changes and waits are said in words', () => {
  const say = (now: number | null, before: number | null) => changeInWords(now, before, String);
  expect([say(5, 10), say(5, 5), say(0, 0), say(1001, 1000), say(1, 0), say(null, 3)]).toEqual([
    '50 % less than before (10).',
    'As before (5).',
    'As before (0).',
    'About as before (1000).',
    '0 before.',
    '',
  ]);
  expect([8, 300, 7200, 200_000].map(waitInWords)).toEqual(['8 s', '5 min', '2 h', '2 days']);
});
