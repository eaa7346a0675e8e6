// @vitest-environment jsdom
import type { AddOn, LineAddOn } from '@portside/contract/add-on';
import { keepAddOn, stopAddOn } from '@portside/contract/add-ons';
import { type LineDetail, viewLine } from '@portside/contract/line-detail';
import { listPlans } from '@portside/contract/plans';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { useLine } from '../lines/use-line.ts';
import { answering, showScreen } from '../testing/show-screen.tsx';
import { lineDetail } from '../testing/stage.tsx';
import { AddOnsPanel } from './add-ons-panel.tsx';

const until = '2099-11-06T03:30:00Z';
const extra: LineAddOn = {
  id: 'data-2',
  name: 'Extra 2 GB',
  megabytesLeft: 1500,
  until,
  recurring: false,
};
const monthly: LineAddOn = { ...extra, id: 'data-5', name: 'Monthly 5 GB', recurring: true };
const onSale: AddOn[] = [
  {
    id: 'data-2',
    name: 'Extra 2 GB',
    price: 6,
    megabytes: 2000,
    validity: 'period',
    recurring: false,
  },
  { id: 'travel', name: 'Travel Pass', price: 10, validity: 'period', recurring: true },
];

function Panel() {
  const { data } = useLine('l1');
  return data && <AddOnsPanel line={data} />;
}

function show(had: LineAddOn[], sold = onSale, line: Partial<LineDetail> = {}) {
  let addOns = had;
  return showScreen(<Panel />, {
    at: '/dashboard/lines/l1',
    answers: [
      answering(viewLine, () => ({ ...lineDetail, ...line, addOns })),
      answering(listPlans, () => ({ plans: [], addOns: sold })),
      answering(stopAddOn, ({ addOnId }) => {
        const stop = { recurring: false, stopped: true } as const;
        addOns = addOns.map((one) => (one.id === addOnId ? { ...one, ...stop } : one));
        return { message: 'It won’t be bought again.' };
      }),
      answering(keepAddOn, ({ addOnId }) => {
        addOns = addOns.map(({ stopped: _, ...one }) =>
          one.id === addOnId ? { ...one, recurring: true } : one,
        );
        return { message: 'You buy it again.' };
      }),
    ],
  });
}

test('[K10] the line’s page says what is left of each add-on and until when, and what can be bought', async () => {
  show([extra, { id: 'roaming', name: 'Roaming', until, recurring: false }]);
  expect(await screen.findByText('1.5 GB left until Nov 5, 2099')).toBeTruthy();
  expect(screen.getByText('Until Nov 5, 2099')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
  const link = await screen.findByRole('link', { name: 'Add Travel Pass' });
  expect(link.getAttribute('href')).toBe('/dashboard/lines/l1/add-on?id=travel');
  expect(screen.getByText('$10.00 each 30 days')).toBeTruthy();
});

test('[K10] what gives no data is not offered for days that have it; more data is', async () => {
  show([extra, { id: 'travel', name: 'Travel Pass', until, recurring: false }]);
  expect(await screen.findByText('Active until Nov 5, 2099')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Add Travel Pass' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Add Extra 2 GB' })).toBeTruthy();
});

test('[K10] one press stops an add-on that recurs, another keeps it, and the focus stays near', async () => {
  const page = show([monthly]);
  await userEvent.click(await screen.findByRole('button', { name: 'Stop Monthly 5 GB' }));
  const keep = await screen.findByRole('button', { name: 'Keep Monthly 5 GB' });
  expect(page.sent('stopAddOn')).toEqual([{ id: 'l1', addOnId: 'data-5' }]);
  expect(screen.getByText('1.5 GB left until Nov 5, 2099')).toBeTruthy();
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Add-ons'));
  await userEvent.click(keep);
  expect(await screen.findByRole('button', { name: 'Stop Monthly 5 GB' })).toBeTruthy();
  expect(page.sent('keepAddOn')).toEqual([{ id: 'l1', addOnId: 'data-5' }]);
  expect(screen.getByText('You buy it again with the next 30 days.')).toBeTruthy();
});

test('[K08] [K10] what recurs and ends before the days of a plan that was changed at once says when it is bought again', async () => {
  const paidUntil = '2099-11-20T03:30:00Z';
  const over = { ...monthly, id: 'over', name: 'Pass', until: '2026-01-05T12:00:00Z' };
  show([monthly, over], [], { paidUntil });
  expect(await screen.findByText('1.5 GB left until Nov 5, 2099')).toBeTruthy();
  expect(screen.getByText('Ended on Jan 5, 2026')).toBeTruthy();
  expect(
    screen.getAllByText('You buy it again with the next 30 days, on Nov 19, 2099.'),
  ).toHaveLength(2);
});

test('[K10] [K17] on a line that is to end nothing is sold for each 30 days', async () => {
  show([], onSale, { endsOn: until });
  expect(await screen.findByText('$10.00')).toBeTruthy();
  expect(screen.queryByText(/each 30 days/)).toBeNull();
});

test('[K10] a line of a brand without add-ons shows none', async () => {
  show([], []);
  await waitFor(() => expect(screen.queryByText('Add-ons')).toBeNull());
});

test('[K10] back from the bank, the page says how it went', async () => {
  const page = show([extra]);
  await page.router.navigate('/dashboard/lines/l1', { state: { added: true } });
  const status = await screen.findByRole('status');
  expect(within(status).getByText(/Your line has what you added/)).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(status));
  await page.router.navigate('/dashboard/lines/l1', { state: { notAdded: 'Declined.' } });
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('Declined.'));
});
