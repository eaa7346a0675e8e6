// @vitest-environment jsdom
import type { ShownLabel } from '@portside/contract/plan-label';
import { listPrices, type Plan } from '@portside/contract/plans';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { givenZipCode } from '../api/zip-code.ts';
import { addLine } from '../cart/cart-lines.ts';
import { cart } from '../cart/cart.ts';
import { openPage, no, plan as sloop, type Answers } from '../testing/stage.tsx';
import { choices, filtered } from './shop-filter.ts';
import type { Shop } from './load-shop.ts';
import { Component } from './shop-page.tsx';

const plans: Plan[] = [
  {
    ...sloop,
    id: 'small',
    retailName: 'Small',
    retailPrice: 12,
    dataGb: 2,
    popular: false,
    terms: {
      slowedTo: '128 kbps',
      hotspot: null,
      roaming: null,
      talk: 'US',
    },
  },
  {
    ...sloop,
    id: 'middle',
    retailName: 'Middle',
    retailPrice: 25,
    dataGb: 12,
    terms: {
      slowedTo: null,
      hotspot: '10 GB',
      roaming: '1 GB in Canada',
      talk: 'US, Canada',
    },
  },
  { ...sloop, id: 'large', retailName: 'Large', retailPrice: 55, dataGb: null, popular: false },
];
const label: ShownLabel = {
  planId: 'middle',
  planName: 'Middle',
  provider: 'Harbor Mobile, Inc.',
  monthlyPrice: 25,
  uniquePlanId: 'M0012345678SLOOP2024000003',
  introductory: null,
  contract: { months: 0 },
  monthlyFees: [{ name: 'Regulatory fee', amount: 1.49 }],
  oneTimeFees: [],
  earlyTerminationFee: 0,
  governmentTaxes: 'varies',
  discountsUrl: '/faq#are-there-discounts',
  speeds: [
    { generation: '5G', download: '40 to 220 Mbps', upload: '6 to 25 Mbps', latency: '30 ms' },
  ],
  includedData: '12 GB',
  additionalData: 'Not sold',
  networkManagementUrl: '/terms-and-conditions',
  privacyUrl: '/privacy-policy',
  passThroughFees: null,
  supportPhone: '(212) 555-0100',
  supportUrl: '/contact-us',
};

beforeEach(() => {
  sessionStorage.clear();
  cart.clear();
});

function open(answers: Answers = {}, shop: Partial<Shop> = {}, linesAtOnce?: number) {
  const loaded: Shop = { plans, addOns: [], labels: [label], files: true, open: true, ...shop };
  const page = openPage({
    routes: [
      { path: '/shop', Component, loader: () => loaded },
      { path: '/cart/checkout', Component: () => <h1>Checkout</h1> },
      { path: '/cart', Component: () => <h1>Cart</h1> },
    ],
    at: '/shop',
    answers,
    linesAtOnce,
  });
  onTestFinished(() => page.close());
  return page;
}

const tiles = () => screen.getAllByRole('article');
const names = () => tiles().map((tile) => within(tile).getByRole('heading').textContent);

test('[A02][C01] each plan stands with its Broadband Facts, in the words of the rule', async () => {
  open();
  const facts = (await screen.findByRole('heading', { name: 'Broadband Facts' })).closest(
    'details',
  );
  expect(facts?.open).toBe(true);
  expect(facts?.closest('li')?.id).toBe('middle');
  for (const words of [
    'Mobile Broadband Consumer Disclosure',
    'Monthly Price$25.00',
    'This Monthly Price is not an introductory rate.',
    'This Monthly Price does not require a contract.',
    'Regulatory fee$1.49',
    'Early Termination Fee$0.00',
    'Government TaxesVaries by Location',
    'Typical Download Speed40 to 220 Mbps',
    'Data Included with Monthly Price12 GB',
    'Charges for Additional Data UsageNot sold',
    'fcc.gov/consumer',
    'M0012345678SLOOP2024000003',
  ]) {
    expect(facts?.textContent).toContain(words);
  }
});

test('[A02] where the law lets the label be folded, it stands closed directly under its plan', async () => {
  open({}, { open: false });
  const facts = (await screen.findByRole('heading', { name: 'Broadband Facts' })).closest(
    'details',
  );
  expect(facts?.open).toBe(false);
  expect(facts?.previousElementSibling).toBe(tiles()[1]);
});

test('[A02] the comparison comes first: what each plan gives, and a button that chooses it', async () => {
  open();
  const table = await screen.findByRole('table');
  const first = tiles()[0];
  if (!first) throw new Error('There are no tiles');
  expect(table.compareDocumentPosition(first)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  const cells = (row: HTMLElement) =>
    [...row.querySelectorAll('th, td')].map((cell) => cell.textContent);
  expect(within(table).getAllByRole('row').map(cells)).toEqual([
    ['Plan', 'Price', 'Data', 'Slowed to', 'Hotspot', 'Roaming', 'Talk', 'Choose'],
    ['Small', '$12.00/mo', '2 GB', '128 kbps', 'None', 'None', 'US', 'Choose'],
    [
      'MiddlePopular',
      '$25.00/mo',
      '12 GB',
      'Never',
      '10 GB',
      '1 GB in Canada',
      'US, Canada',
      'Choose',
    ],
    ['Large', '$55.00/mo', 'Unlimited', '–', '–', '–', '–', 'Choose'],
  ]);
  await userEvent.click(within(table).getByRole('button', { name: 'Choose Small' }));
  await screen.findByRole('heading', { name: 'Checkout' });
  expect(cart.get()?.item.id).toBe('small');
});

test('plans whose file tells nothing more are compared by price and data', async () => {
  open({}, { plans: plans.map(({ terms: _terms, ...plan }) => plan) });
  const heads = within(await screen.findByRole('table')).getAllByRole('columnheader');
  expect(heads.map((head) => head.textContent)).toEqual(['Plan', 'Price', 'Data', 'Choose']);
});

test('[C01] [F06] pop: the badge is on the popular plan, and on no other', async () => {
  open();
  await screen.findByRole('heading', { name: 'Broadband Facts' });
  const marked = tiles().filter((tile) => within(tile).queryByText('Popular'));
  expect(marked.map((tile) => within(tile).getByRole('heading').textContent)).toEqual(['Middle']);
});

test('the labels’ file is offered where there is one', async () => {
  open();
  const file = { name: 'All Broadband Facts as a file (CSV)' };
  const link = await screen.findByRole('link', file);
  expect(link.getAttribute('href')).toBe('/broadband-facts.csv');
  cleanup();
  open({}, { files: false });
  await screen.findByRole('heading', { name: 'Broadband Facts' });
  expect(screen.queryByRole('link', file)).toBeNull();
});

test('[A02] a ZIP code tells what every plan costs there, today and each month', async () => {
  const page = open({
    [listPrices.name]: () => ({
      state: 'NY',
      estimated: true,
      coverage: { network: '5G', message: 'We cover 10005 with 5G.' },
      prices: plans.map((one) => ({
        planId: one.id,
        today: one.retailPrice + 7.5,
        monthly: one.retailPrice + 2.5,
        lines: [],
      })),
    }),
  });
  await userEvent.type(await screen.findByLabelText('ZIP Code'), '10a005');
  await userEvent.click(screen.getByRole('button', { name: 'Show my price' }));
  await waitFor(() => expect(within(tiles()[0] as HTMLElement).getByText('19.50')).toBeTruthy());
  expect(tiles()[0]?.textContent).toMatch(/Today\$19\.50Each month\$14\.50/);
  expect(page.sent('listPrices')).toEqual([{ zipCode: '10005' }]);
  expect(screen.getByText('We cover 10005 with 5G.').closest('[aria-live]')).toBeTruthy();
  expect(within(screen.getByRole('table')).getByText('32.50')).toBeTruthy();
});

test('[A02] while nobody can tell the coverage, the shop says so, with prices and plans to choose', async () => {
  const message = 'We can’t check the coverage in 10005 right now.';
  open({
    [listPrices.name]: () => ({
      state: 'NY',
      estimated: true,
      coverage: {
        network: 'unknown',
        message,
      },
      prices: plans.map(({ id }) => ({
        planId: id,
        today: 19.5,
        monthly: 14.5,
        lines: [],
      })),
    }),
  });
  await userEvent.type(await screen.findByLabelText('ZIP Code'), '10005{Enter}');
  expect(await screen.findByText(message)).toBeTruthy();
  expect(tiles()[0]?.textContent).toContain('Today$19.50');
  await userEvent.click(screen.getByRole('button', { name: 'Choose Large' }));
  expect(cart.get()?.item.id).toBe('large');
});

test('who asked on the home page finds the answer in the shop', async () => {
  history.replaceState(null, '', '/shop?zipCode=10005');
  onTestFinished(() => history.replaceState(null, '', '/'));
  const page = open({
    [listPrices.name]: () => ({
      state: 'NY',
      estimated: true,
      coverage: {
        network: '4G',
        message: 'We cover 10005 with 4G LTE.',
      },
      prices: [],
    }),
  });
  await screen.findByText('We cover 10005 with 4G LTE.');
  expect(page.sent('listPrices')).toEqual([{ zipCode: '10005' }]);
});

test.each([
  ['123', 'Please enter 5 digit ZIP Code'],
  ['', 'Please enter 5 digit ZIP Code'],
  ['00000', 'We don’t cover this ZIP Code yet.'],
])('[A02] the home page asked for %j: the refusal is said at the field', async (question, said) => {
  history.replaceState(null, '', `/shop?zipCode=${question}`);
  onTestFinished(() => history.replaceState(null, '', '/'));
  open({
    [listPrices.name]: () => {
      const message = 'We don’t cover this ZIP Code yet.';
      throw no(422, { message, reason: 'no_coverage', errors: [{ field: 'zipCode', message }] });
    },
  });
  expect(await screen.findByText(said)).toBeTruthy();
  const zip = screen.getByLabelText<HTMLInputElement>('ZIP Code');
  expect(zip.value).toBe(question);
  expect(zip.getAttribute('aria-invalid')).toBe('true');
});

test('[A02] offline a chosen plan is kept, the page stays, and goes on with the network', async () => {
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onTestFinished(() => network.mockRestore());
  open();
  const choose = await screen.findByRole('button', { name: 'Choose Large' });
  await userEvent.click(choose);
  expect(cart.get()?.item.id).toBe('large');
  expect(screen.queryByRole('heading', { name: 'Checkout' })).toBeNull();
  network.mockReturnValue(true);
  dispatchEvent(new Event('online'));
  expect(await screen.findByRole('heading', { name: 'Checkout' })).toBeTruthy();
});

test('whoever comes back to the shop sees the prices of the ZIP Code they gave, without asking again', async () => {
  const answers: Answers = {
    [listPrices.name]: ({ zipCode }) => ({
      state: zipCode === '10005' ? 'NY' : 'CA',
      estimated: false,
      coverage: { network: '5G', message: 'We cover 10005 with 5G.' },
      prices: plans.map(({ id }) => ({ planId: id, today: 19.5, monthly: 14.5, lines: [] })),
    }),
  };
  const first = open(answers);
  await userEvent.type(await screen.findByLabelText('ZIP Code'), '10005');
  await userEvent.click(screen.getByRole('button', { name: 'Show my price' }));
  await screen.findByText('With taxes and fees for 10005, NY.');
  first.close();
  const second = open(answers);
  await screen.findByText('With taxes and fees for 10005, NY.');
  expect(screen.getByLabelText<HTMLInputElement>('ZIP Code').value).toBe('10005');
  expect(second.sent('listPrices')).toEqual([{ zipCode: '10005' }]);
});

test('a ZIP Code that was typed goes along to checkout, also before its prices are there', async () => {
  open({ [listPrices.name]: () => new Promise(() => {}) });
  await userEvent.type(await screen.findByLabelText('ZIP Code'), '10005{Enter}');
  await userEvent.click(screen.getByRole('button', { name: 'Choose Large' }));
  expect(givenZipCode.get()).toBe('10005');
});

test('a ZIP Code that is not covered is not carried along', async () => {
  const message = 'We don’t cover this ZIP Code yet.';
  open({
    [listPrices.name]: () => {
      throw no(422, { message, reason: 'no_coverage', errors: [{ field: 'zipCode', message }] });
    },
  });
  await userEvent.type(await screen.findByLabelText('ZIP Code'), '00000');
  expect(givenZipCode.get()).toBe('00000');
  await userEvent.click(screen.getByRole('button', { name: 'Show my price' }));
  await screen.findByText(message);
  expect(givenZipCode.get()).toBe('');
});

test('[A02] a ZIP code that is none, or not covered, is told at the field', async () => {
  const message = 'We don’t cover this ZIP Code yet.';
  open({
    [listPrices.name]: () => {
      throw no(422, { message, reason: 'no_coverage', errors: [{ field: 'zipCode', message }] });
    },
  });
  const press = () => userEvent.click(screen.getByRole('button', { name: 'Show my price' }));
  const zip = await screen.findByLabelText('ZIP Code');
  await press();
  expect(await screen.findByText('Please enter 5 digit ZIP Code')).toBeTruthy();
  expect(zip.getAttribute('aria-invalid')).toBe('true');
  await userEvent.type(zip, '00000');
  await press();
  expect(await screen.findByText(message)).toBeTruthy();
  expect(zip.getAttribute('aria-invalid')).toBe('true');
});

test('[A02] plans are filtered by data and by price', async () => {
  open();
  expect(await screen.findAllByRole('article')).toHaveLength(3);
  await userEvent.click(screen.getByRole('combobox', { name: 'Price' }));
  await userEvent.click(screen.getByRole('option', { name: 'Up to $25' }));
  expect(names()).toEqual(['Small', 'Middle']);
  await userEvent.click(screen.getByRole('combobox', { name: 'Data' }));
  await userEvent.click(screen.getByRole('option', { name: 'Unlimited' }));
  expect(screen.queryAllByRole('article')).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Show all plans' }));
  expect(tiles()).toHaveLength(3);
});

test('[A02] only choices that part the plans are offered', () => {
  expect(choices(plans)).toEqual({
    data: ['12', 'unlimited'],
    price: ['15', '20', '25', '30', '35', '40', '50'],
  });
  expect(filtered(plans, { data: '12', price: '30' }).map((one) => one.id)).toEqual(['middle']);
});

test('[K10] the shop shows what can be added to a line, with its price', async () => {
  const extra = { id: 'data-2', name: 'Extra 2 GB', megabytes: 2000, validity: 'period' } as const;
  const monthly = { ...extra, id: 'data-5', name: 'Monthly 5 GB', price: 12, recurring: true };
  open({}, { addOns: [{ ...extra, price: 6, recurring: false }, monthly] });
  const list = await screen.findByRole('region', { name: 'More when you need it' });
  expect(list.textContent).toContain('Extra 2 GB$6.00');
  expect(list.textContent).toContain('Monthly 5 GB$12.00 each 30 days');
});

test.each([
  ['prices', (slow: PromiseWithResolvers<object>) => slow.resolve(pricesOf('NY'))],
  [
    'refusal',
    (slow: PromiseWithResolvers<object>) =>
      slow.reject(no(422, { message: 'Not covered', reason: 'no_coverage' })),
  ],
])('late %s for a ZIP Code that was typed over leave the new one alone', async (_, settle) => {
  const slow = Promise.withResolvers<object>();
  const page = open({ [listPrices.name]: () => slow.promise });
  const zip = await screen.findByLabelText('ZIP Code');
  await userEvent.type(zip, '10005{Enter}');
  await waitFor(() => expect(page.sent('listPrices')).toHaveLength(1));
  await userEvent.clear(zip);
  await userEvent.type(zip, '94107');
  await act(async () => settle(slow));
  expect(givenZipCode.get()).toBe('94107');
  expect(screen.queryByText(/With taxes and fees for 10005/)).toBeNull();
});

test('a ZIP Code that is corrected while the first one is asked for is asked for at once', async () => {
  const page = open({
    [listPrices.name]: ({ zipCode }) =>
      zipCode === '10005' ? new Promise(() => {}) : pricesOf('CA'),
  });
  const zip = await screen.findByLabelText('ZIP Code');
  await userEvent.type(zip, '10005{Enter}');
  await waitFor(() => expect(page.sent('listPrices')).toHaveLength(1));
  await userEvent.clear(zip);
  await userEvent.type(zip, '94107{Enter}');
  expect(await screen.findByText('With taxes and fees for 94107, CA.')).toBeTruthy();
});

const pricesOf = (state: string) => ({
  state,
  estimated: false,
  coverage: { network: '5G', message: 'We cover it with 5G.' },
  prices: [],
});

test('[P10] a plan says quietly what several months at once come to, and its label says it in full', async () => {
  const offers: Plan['prepay'] = [
    { months: 3, price: 66 },
    { months: 12, price: 250 },
  ];
  const [small, middle, large] = plans as [Plan, Plan, Plan];
  open(
    {},
    {
      plans: [
        small,
        { ...middle, prepay: offers },
        { ...large, prepay: [{ months: 3, price: 165 }] },
      ],
      labels: [{ ...label, prepay: offers }],
    },
  );
  const facts = (await screen.findByRole('heading', { name: 'Broadband Facts' })).closest(
    'details',
  );
  for (const words of [
    '3 months (90 days)$66.00',
    '12 months (360 days)$250.00',
    'Paid at once. After that $25.00 each 30 days.',
  ]) {
    expect(facts?.textContent).toContain(words);
  }
  const [none, best, same] = tiles();
  expect(best?.textContent).toContain(
    'From about $20.83 each 30 days, paid for 12 months (360 days) at once',
  );
  expect(none?.textContent).not.toContain('at once');
  // It costs no less.
  expect(same?.textContent).not.toContain('at once');
});

test('[P03] with several lines in the cart, choosing another plan leads there with it and replaces nothing', async () => {
  const [small, middle] = plans as [Plan, Plan];
  cart.add(small);
  addLine(small, 3);
  const held = cart.get();
  const page = open({}, {}, 3);
  await userEvent.click(await screen.findByRole('button', { name: 'Choose Middle' }));
  await screen.findByRole('heading', { name: 'Cart' });
  expect(page.router.state.location.state).toMatchObject({ plan: { id: middle.id } });
  expect(cart.get()).toEqual(held);
  await act(() => page.router.navigate('/shop'));
  // The first line's plan is there already.
  const selected = { name: 'Small is selected, go to the cart' };
  await userEvent.click(await screen.findByRole('button', selected));
  await screen.findByRole('heading', { name: 'Cart' });
  expect(page.router.state.location.state).toBe(false);
});
