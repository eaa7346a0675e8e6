// @vitest-environment jsdom
import type { LineDetail } from '@portside/contract/line-detail';
import { setAlerts, type Usage, viewAlerts, viewUsage } from '@portside/contract/usage';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answering, showScreen } from '../testing/show-screen.tsx';
import {
  allAlerts,
  freshToken,
  line as stageLine,
  lost,
  maya,
  unanswered,
} from '../testing/stage.tsx';
import { UsageAlerts } from './usage-alerts-form.tsx';
import { UsagePanel } from './usage-panel.tsx';

const line: LineDetail = {
  ...stageLine,
  plan: { ...stageLine.plan, retailPrice: 25 },
  autopay: { on: false, consent: { version: '1', text: 'I allow it.' } },
  locks: { sim: { on: true }, number: { on: true } },
  addOns: [],
};
const usage: Usage = {
  asOf: '2099-10-20T18:05:00Z',
  isOld: false,
  period: { from: '2099-10-07T03:30:00Z', to: '2099-11-06T03:30:00Z' },
  periods: 4,
  meters: [{ kind: 'data', used: 4_000, limit: 12_000, unit: 'MB' }],
  days: [
    { on: '2099-10-18', megabytes: 1_500 },
    { on: '2099-10-19', megabytes: 0 },
    { on: '2099-10-20', megabytes: 2_500 },
  ],
};

const show = (answer: (period: number) => Usage | Promise<Usage>, more: { agent?: boolean } = {}) =>
  showScreen(<UsagePanel line={line} />, {
    answers: [
      answering(viewUsage, ({ period }) => answer(Number(period ?? 0))),
      answering(viewAlerts, () => allAlerts),
      answering(setAlerts, ({ data80, data100 }) => ({
        message: 'Saved.',
        ...allAlerts,
        data80,
        data100,
      })),
      ...(more.agent
        ? [{ name: 'viewUser', answer: () => ({ ...maya, agent: { name: 'Ann' } }) }]
        : []),
    ],
    ...(more.agent && { token: freshToken() }),
  });

test('[K11] a meter tells what is used, of how much, what is left, and up to when it is counted', async () => {
  show(() => usage);
  const meter = await screen.findByRole('meter', { name: 'Data' });
  expect(meter.getAttribute('aria-valuetext')).toBe('4 GB of 12 GB');
  expect(meter.getAttribute('aria-valuenow')).toBe('4000');
  expect(screen.getByText('8 GB left')).toBeTruthy();
  // 18:05 in UTC is an afternoon in New York.
  expect(screen.getByText('As of Oct 20, 2:05 PM EDT')).toBeTruthy();
});

test('[K11] where the plan has no limit nothing is "left"; hotspot says that it counts as data', async () => {
  show(() => ({
    ...usage,
    meters: [
      { kind: 'data', used: 90_000, unit: 'MB' },
      { kind: 'hotspot', used: 80, unit: 'MB', ofData: true },
      { kind: 'talk', used: 62, limit: 100, unit: 'minutes' },
    ],
  }));
  expect(await screen.findByText('90 GB used')).toBeTruthy();
  expect(screen.getByText('No limit')).toBeTruthy();
  expect(screen.getByText('Counts toward your plan’s data')).toBeTruthy();
  expect(screen.getByText('38 minutes left')).toBeTruthy();
  expect(screen.getAllByRole('meter')).toHaveLength(1);
});

test('[K11] of data abroad no missing limit is told', async () => {
  show(() => ({ ...usage, meters: [{ kind: 'roaming', used: 300, unit: 'MB' }] }));
  expect(await screen.findByText('300 MB used')).toBeTruthy();
  expect(screen.queryByText('No limit')).toBeNull();
});

test('[K11] [K12] over the limit it says what happens now, and nothing is left', async () => {
  const over = 'Your data is slower now (512 kbps), until Nov 5, 2099. We don’t charge extra.';
  show(() => ({
    ...usage,
    meters: [{ kind: 'data', used: 13_000, limit: 12_000, unit: 'MB', over }],
  }));
  expect(await screen.findByText(over)).toBeTruthy();
  expect(screen.getByRole('meter').getAttribute('aria-valuenow')).toBe('12000');
  expect(screen.getByText('13 GB of 12 GB')).toBeTruthy();
  expect(screen.queryByText(/left$/)).toBeNull();
});

test('[K11] of days that are over nothing is left, and nothing is still to be counted', async () => {
  const period = { from: '2020-10-07T03:30:00Z', to: '2020-11-06T03:30:00Z' };
  show(() => ({ ...usage, period, isOld: true }));
  expect(await screen.findByText('These 30 days are over.')).toBeTruthy();
  expect(screen.getByText('4 GB of 12 GB')).toBeTruthy();
  expect(screen.queryByText(/left$|six hours/)).toBeNull();
});

test('[K11] a reading older than six hours says so', async () => {
  show(() => ({ ...usage, isOld: true }));
  expect(await screen.findByText(/2:05 PM EDT, more than six hours ago/)).toBeTruthy();
});

test('[K11] the days are a picture with its summary, and a table with each of them', async () => {
  show(() => usage);
  const summary = 'Data by day. The most you used was 2.5 GB, on Oct 20, 2099.';
  const picture = await screen.findByRole('img', { name: summary });
  const heights = [...picture.querySelectorAll('rect.fill-action')].map((bar) =>
    Number(bar.getAttribute('height')),
  );
  expect(heights[1]).toBe(0);
  expect((heights[0] ?? 0) / (heights[2] ?? 0)).toBeCloseTo(1_500 / 2_500);
  await userEvent.click(screen.getByText('Show as a table'));
  const rows = within(screen.getByRole('table')).getAllByRole('row');
  expect(rows.map((row) => row.textContent)).toEqual([
    'DayData',
    'Oct 20, 20992.5 GB',
    'Oct 19, 20990 MB',
    'Oct 18, 20991.5 GB',
  ]);
});

test('[K11] the three periods before are steps back, and the way ends there', async () => {
  const page = show((period) => ({
    ...usage,
    meters: [{ kind: 'data', used: 1_000 * (period + 1), limit: 12_000, unit: 'MB' }],
  }));
  const back = await screen.findByRole('button', { name: 'The 30 days before' });
  const on = screen.getByRole('button', { name: 'The 30 days after' });
  expect(on.getAttribute('aria-disabled')).toBe('true');
  back.focus();
  for (const words of ['2 GB of 12 GB', '3 GB of 12 GB', '4 GB of 12 GB']) {
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText(words)).toBeTruthy();
  }
  await waitFor(() => expect(document.activeElement).toBe(back));
  expect(back.getAttribute('aria-disabled')).toBe('true');
  await userEvent.keyboard('{Enter}');
  expect(page.sent('viewUsage').map(({ period }) => period)).toEqual([0, 1, 2, 3]);
  // Only this period can be old.
  expect(screen.queryByText(/^As of/)).toBeNull();
});

test('[K11] a new line has used nothing yet, and has no period to step back to', async () => {
  show(() => ({
    ...usage,
    asOf: null,
    periods: 1,
    meters: [{ kind: 'data', used: 0, limit: 12_000, unit: 'MB' }],
    days: [{ on: '2099-10-07', megabytes: 0 }],
  }));
  expect(await screen.findByText('You haven’t used any data in these 30 days yet.')).toBeTruthy();
  expect(screen.getByText(/hasn’t told us yet/)).toBeTruthy();
  expect(screen.queryByRole('img')).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
});

test('[K11] while it loads it says so; a lost answer can be asked for again', async () => {
  let answer: () => Usage | Promise<Usage> = () => unanswered();
  const first = show(() => answer());
  expect((await screen.findByRole('status')).textContent).toBe('Loading');
  first.close();
  answer = () => {
    throw lost();
  };
  show(() => answer());
  expect(await screen.findByText('Your usage didn’t load')).toBeTruthy();
  answer = () => usage;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('8 GB left')).toBeTruthy();
});

test('[K12] each of the two emails is turned off by one press', async () => {
  const page = show(() => usage);
  const near = await screen.findByRole('checkbox', { name: 'When 80% is used' });
  await userEvent.click(near);
  await waitFor(() =>
    expect(page.sent('setAlerts')).toEqual([{ id: 'l1', data80: false, data100: true }]),
  );
});

test('[K12] [K24] an agent sees the choices and changes none', async () => {
  const page = show(() => usage, { agent: true });
  expect(await screen.findByText('Only the customer can change these emails.')).toBeTruthy();
  await userEvent.click(screen.getByRole('checkbox', { name: 'When 80% is used' }));
  expect(page.sent('setAlerts')).toEqual([]);
});

test('[K12] while a choice is saved the keyboard stays at it, and another press waits', async () => {
  const page = showScreen(<UsageAlerts id="l1" />, {
    answers: [answering(viewAlerts, () => allAlerts), answering(setAlerts, unanswered)],
  });
  const near = await screen.findByRole<HTMLInputElement>('checkbox', {
    name: 'When 80% is used',
  });
  await userEvent.click(near);
  await waitFor(() => expect(page.sent('setAlerts')).toHaveLength(1));
  expect(near.getAttribute('aria-disabled')).toBe('true');
  expect(near.disabled).toBe(false);
  expect(document.activeElement).toBe(near);
  await userEvent.keyboard(' ');
  await userEvent.click(screen.getByRole('checkbox', { name: 'When all of it is used' }));
  expect(page.sent('setAlerts')).toHaveLength(1);
});
