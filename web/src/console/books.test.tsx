// @vitest-environment jsdom
import { viewBooks, type BookFigures, type Books } from '@portside/contract/console/books';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { showConsole } from '../testing/console-stage.tsx';
import { answering } from '../testing/show-screen.tsx';
import { BooksPage } from './books-page.tsx';
import { csvOfRows, dayColumns, itemColumns, monthLater, sumOfItems } from './books-tables.ts';

const nothing: BookFigures = {
  billed: 0,
  fromCredit: 0,
  charged: 0,
  unowned: 0,
  refunded: 0,
  takenByBanks: 0,
  paidBackByHand: 0,
  refundedToCredit: 0,
  creditGiven: 0,
  creditUsed: 0,
  paidOut: 0,
};

const october: Books = {
  month: '2026-10',
  from: '2026-10-01',
  to: '2026-10-31',
  isOver: true,
  timeZone: 'America/New_York',
  asOf: '2026-11-25T15:00:00Z',
  items: [
    { place: 'New York', kind: 'sold', name: 'Plans', billed: 50.1, returned: 25.05 },
    { place: 'New York', kind: 'tax', name: 'NY, CITY "A" TAX', billed: 4.2, returned: 0.1 },
    { place: '', kind: 'own_fee', name: '=Regulatory fee', billed: 3, returned: 0 },
  ],
  days: [
    {
      on: '2026-10-01',
      bills: 2,
      figures: { ...nothing, billed: 57.3, charged: 50, fromCredit: 7.3 },
    },
    { on: '2026-10-02', bills: 0, figures: { ...nothing, refunded: 25.15 } },
  ],
  totals: { ...nothing, billed: 57.3, charged: 50, fromCredit: 7.3, refunded: 25.15 },
  bills: 2,
  chargedElsewhere: 0,
  payouts: { state: 'read', underWay: 12.5, sharedWith: ['Mesa'] },
  compared: {
    at: '2026-11-25T09:53:00Z',
    since: '2026-11-22T09:53:00Z',
    differences: 0,
    unread: false,
  },
};

const open = (change: Partial<Books> = {}) =>
  showConsole(<BooksPage />, {
    can: [viewBooks],
    answers: [answering(viewBooks, () => ({ ...october, ...change }))],
    at: '/?month=2026-10',
  });

test('[L22] totals stand on top, then places and days with their sums, each as a file', async () => {
  open();
  const places = await screen.findByRole('region', { name: 'By place' });
  const rows = within(places).getAllByRole('row');
  expect(rows.map((row) => row.textContent)).toEqual([
    'PlaceKindWhatBilledGone backLeft',
    'New YorkSoldPlans$50.10$25.05$25.05',
    'New YorkTaxNY, CITY "A" TAX$4.20$0.10$4.10',
    'Not recordedOwn fee=Regulatory fee$3.00$0.00$3.00',
    'All places$57.30$25.15$32.15',
  ]);
  const days = screen.getByRole('region', { name: 'By day' });
  expect(within(days).getAllByRole('row').at(-1)?.textContent).toBe(
    'All days2$57.30$7.30$50.00$25.15$0.00$0.00$0.00',
  );
  within(places).getByRole('button', { name: 'CSV of By place' });
  within(days).getByRole('button', { name: 'CSV of By day' });
  screen.getByText(/The provider’s books agree to the cent/);
  screen.getByText(/together with Mesa. \$12.50 is on its way/);
  // What is rare has a column where there is any.
  expect(within(days).queryByText('Lost in disputes')).toBeNull();
});

test('[L22] a difference to the provider’s books is said, and where it is mended', async () => {
  open({
    compared: {
      ...october.compared,
      at: '2026-11-25T09:53:00Z',
      since: '',
      unread: false,
      differences: 2,
    },
  });
  const said = await screen.findByRole('alert');
  expect(said.textContent).toContain('2 entries differ from the provider’s books');
  expect(within(said).getByRole('link').getAttribute('href')).toBe('/stuck?kind=books');
});

test('[L22] a file has plain numbers, and nothing that a spreadsheet would reckon with', () => {
  expect(csvOfRows(itemColumns, october.items).split('\r\n')).toEqual([
    'Place,Kind,What,Billed,Gone back,Left',
    'New York,Sold,Plans,50.10,25.05,25.05',
    'New York,Tax,"NY, CITY ""A"" TAX",4.20,0.10,4.10',
    `Not recorded,Own fee,'=Regulatory fee,3.00,0.00,3.00`,
    '',
  ]);
  expect(csvOfRows(dayColumns(october), october.days).split('\r\n')[1]).toBe(
    '2026-10-01,2,57.30,7.30,50.00,0.00,0.00,0.00,0.00',
  );
  expect(sumOfItems(october.items).billed).toBe(57.3);
  expect([monthLater('2026-01', -1), monthLater('2026-12', 1)]).toEqual(['2025-12', '2027-01']);
});
