// @vitest-environment jsdom
import {
  exportTransactions,
  listTransactions,
  type Transaction,
} from '@portside/contract/payments';
import type { InputOf } from '@portside/contract/endpoint';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { type Answer, answering, showScreen } from '../testing/show-screen.tsx';
import { captureSavedFiles } from '../testing/saved-files.ts';
import { lost } from '../testing/stage.tsx';
import { OrderHistoryPanel } from './order-history-panel.tsx';

/** Where the brand is. */
const year = Number(
  new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', year: 'numeric' }).format(),
);

function payment(number: number, rest: Partial<Transaction> = {}): Transaction {
  return {
    id: `trx_${number}`,
    item: `Order ${number}`,
    transactionTime: '2025-11-06T03:30:00Z',
    kind: 'new_line' as const,
    successful: true,
    outcome: 'paid',
    last4DigitCard: '4242',
    paymentDetails: { finalCheckoutAmount: 28.49, paymentMethod: 'visa' },
    ...rest,
  };
}

type Asked = InputOf<typeof listTransactions>;

function show(
  answer: (input: Asked) => { transactions: Transaction[]; next?: string },
  options: { more?: readonly Answer[]; future?: boolean } = {},
) {
  let closed = 0;
  const shown = showScreen(
    <OrderHistoryPanel future={options.future} onClose={() => (closed += 1)} />,
    { answers: [...(options.more ?? []), answering(listTransactions, answer)] },
  );
  return { ...shown, user: userEvent.setup(), closed: () => closed };
}

const table = () => screen.findByRole('table', { name: 'Order History' });
const items = async () =>
  within(await table())
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[1]?.textContent);
const choose = async (user: ReturnType<typeof userEvent.setup>, select: string, option: string) => {
  await user.click(screen.getByRole('combobox', { name: select }));
  await user.click(screen.getByRole('option', { name: option }));
};
const options = async (user: ReturnType<typeof userEvent.setup>, select: string) => {
  await user.click(screen.getByRole('combobox', { name: select }));
  const texts = screen.getAllByRole('option').map(({ textContent }) => textContent);
  await user.keyboard('{Escape}');
  return texts;
};

test('[D04] [D05] the full view has a heading with the focus, a way to close and, for phones, a way back', async () => {
  const { user, closed } = show(() => ({ transactions: [payment(1)] }));
  await table();
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })),
  );
  expect(document.activeElement?.textContent).toBe('Order History');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(closed()).toBe(2);
});

test('[D05] above 425 px it is a table whose View opens the details, below a list of cards', async () => {
  const { user } = show(() => ({ transactions: [payment(1)] }));
  const row = within(await table()).getAllByRole('row')[1]!;
  await user.click(within(row).getByRole('button', { name: /^View/ }));
  expect(
    within(await screen.findByRole('dialog', { name: 'Payment Details' })).getByText('Order 1'),
  ).toBeTruthy();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const cards = screen.getByRole('list', { name: 'Order History' });
  expect(within(cards).getByText('Order 1')).toBeTruthy();
});

test('[D17] Month and Year begin with All and hold twelve choices each', async () => {
  const { user } = show(() => ({ transactions: [] }));
  expect(await options(user, 'Month')).toEqual(
    'All Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' '),
  );
  const years = await options(user, 'Year');
  expect([years.length, years[0], years[1], years.at(-1)]).toEqual([
    13,
    'All',
    String(year),
    String(year - 11),
  ]);
});

test('[D17] with the future enabled the years go on from the present one', async () => {
  const { user } = show(() => ({ transactions: [] }), { future: true });
  const years = await options(user, 'Year');
  expect([years[1], years.at(-1)]).toEqual([String(year), String(year + 11)]);
});

test('[D04] [D17] it opens on everything, and a chosen month and year filter on the server', async () => {
  const { sent, user } = show(({ month }) => ({ transactions: [payment(Number(month ?? 0))] }));
  expect(await items()).toEqual(['Order 0']);
  await choose(user, 'Month', 'Aug');
  await waitFor(async () => expect(await items()).toEqual(['Order 8']));
  expect(screen.getByRole('combobox', { name: 'Year' }).textContent).toBe(String(year));
  await choose(user, 'Year', String(year - 1));
  await waitFor(() => expect(sent('listTransactions')).toHaveLength(3));
  await choose(user, 'Year', 'All');
  await waitFor(async () => expect(await items()).toEqual(['Order 0']));
  expect(sent('listTransactions').slice(0, 3)).toEqual([
    { limit: 20 },
    { month: 8, year, limit: 20 },
    { month: 8, year: year - 1, limit: 20 },
  ]);
});

test('the search waits for the end of the word and keeps the old list until its answer is there', async () => {
  let answer = (_: { transactions: Transaction[] }) => {};
  const { sent } = show(({ q }) =>
    q ? (new Promise((resolve) => (answer = resolve)) as never) : { transactions: [payment(1)] },
  );
  await table();
  // Two letters in one moment, however slow the machine.
  for (const value of [' 2', ' 28.49 ']) {
    fireEvent.change(screen.getByLabelText('Amount or item'), { target: { value } });
  }
  await waitFor(() => expect(sent('listTransactions')).toHaveLength(2));
  expect(sent('listTransactions')[1]).toEqual({ q: '28.49', limit: 20 });
  expect(await items()).toEqual(['Order 1']);
  expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy();
  answer({ transactions: [payment(2)] });
  await waitFor(async () => expect(await items()).toEqual(['Order 2']));
  expect(screen.queryByRole('status')).toBeNull();
});

test('[D03] a search that finds nothing says so and leads back to everything', async () => {
  const { user } = show(({ q }) => ({ transactions: q ? [] : [payment(1)] }));
  await table();
  await user.type(screen.getByLabelText('Amount or item'), 'yacht');
  expect(await screen.findByText('No order history')).toBeTruthy();
  expect(screen.getByText('No order matches this month, year and search.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Show all orders' }));
  expect(await items()).toEqual(['Order 1']);
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Order History'));
});

test('[D03] without any order it says No order history', async () => {
  show(() => ({ transactions: [] }));
  expect(await screen.findByText('No order history')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Show all orders' })).toBeNull();
});

test('pages follow each other by the key of the server, there and back; another filter begins at the top', async () => {
  const pages = { '': 1, b: 2, c: 3 } as const;
  const next = { '': 'b', b: 'c', c: undefined } as const;
  const { sent, user } = show(({ cursor = '' }) => {
    const at = cursor as keyof typeof pages;
    return { transactions: [payment(pages[at])], ...(next[at] && { next: next[at] }) };
  });
  await table();
  const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
  expect(button('Previous').disabled).toBe(true);
  await user.click(button('Next'));
  await waitFor(async () => expect(await items()).toEqual(['Order 2']));
  expect(screen.getByText('21 to 21')).toBeTruthy();
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Order History'));
  await user.click(button('Next'));
  await waitFor(async () => expect(await items()).toEqual(['Order 3']));
  expect(button('Next').disabled).toBe(true);
  await user.click(button('Previous'));
  await waitFor(async () => expect(await items()).toEqual(['Order 2']));
  expect(sent('listTransactions').slice(0, 3)).toEqual([
    { limit: 20 },
    { limit: 20, cursor: 'b' },
    { limit: 20, cursor: 'c' },
  ]);
  await choose(user, 'Year', String(year));
  await waitFor(async () => expect(await items()).toEqual(['Order 1']));
  expect(sent('listTransactions').at(-1)).toEqual({ year, limit: 20 });
});

test('a page that did not load can be asked for again', async () => {
  let down = true;
  const { user } = show(() => {
    if (down) throw lost();
    return { transactions: [payment(1)] };
  });
  const again = await screen.findByRole('button', { name: 'Try again' });
  down = false;
  await user.click(again);
  expect(await items()).toEqual(['Order 1']);
});

test('the export is a file of the part that is shown', async () => {
  const saved = captureSavedFiles();
  const file = { fileName: 'harbor-orders.csv', content: new Blob(['Date,Item']) };
  const { sent, user } = show(() => ({ transactions: [payment(1)] }), {
    more: [answering(exportTransactions, () => file as never)],
  });
  await table();
  await choose(user, 'Year', String(year));
  await user.click(screen.getByRole('button', { name: 'Download CSV' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]?.name).toBe('harbor-orders.csv');
  expect(await saved[0]?.content.text()).toBe('Date,Item');
  expect(sent('exportTransactions')).toEqual([{ year }]);
});

test('an export that failed leaves the button usable', async () => {
  const saved = captureSavedFiles();
  const { user } = show(() => ({ transactions: [payment(1)] }), {
    more: [
      answering(exportTransactions, () => {
        throw lost();
      }),
    ],
  });
  await table();
  const button = screen.getByRole('button', { name: 'Download CSV' });
  await user.click(button);
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull());
  expect(saved).toEqual([]);
});

test('a list that is not loaded again stays, and so does the payment that is read', async () => {
  let down = false;
  const { sent, user } = show(() => {
    if (down) throw lost();
    return { transactions: [payment(1)] };
  });
  await user.click(within(await table()).getByRole('button', { name: /^View/ }));
  await screen.findByRole('dialog', { name: 'Payment Details' });
  down = true;
  fireEvent(window, new Event('visibilitychange'));
  await waitFor(() => expect(sent('listTransactions')).toHaveLength(2));
  await act(async () => {});
  expect(screen.getByRole('dialog', { name: 'Payment Details' })).toBeTruthy();
  expect(screen.queryByText('Your payments didn’t load')).toBeNull();
});
