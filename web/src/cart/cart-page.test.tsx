// @vitest-environment jsdom
import { listPlans, listPrices, type Plan, viewPlan } from '@portside/contract/plans';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { givenZipCode } from '../api/zip-code.ts';
import { answering, showScreen } from '../testing/show-screen.tsx';
import { lost, plan } from '../testing/stage.tsx';
import { addLine, linesOf } from './cart-lines.ts';
import { cart } from './cart.ts';
import { Component as CartPage } from './cart-page.tsx';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  cart.clear();
});

const lines = [
  { kind: 'plan', label: 'Sloop', amount: 25 },
  { kind: 'company_fee', label: 'Regulatory fee', amount: 1.49 },
  { kind: 'tax', label: 'State sales tax', amount: 2 },
];

const prices = answering(listPrices, () => ({
  state: 'NY',
  estimated: true,
  coverage: { network: '5G' as const, message: 'Covered.' },
  prices: [{ planId: plan.id, today: 28.49, monthly: 28.49, lines }],
}));

const row = (name: string) => screen.getByText(name).closest('div')?.textContent;

test('[A04] the cart knows the ZIP Code that was given in the shop: what is due today, taxes included', async () => {
  cart.add(plan);
  givenZipCode.set('10005');
  const page = showScreen(<CartPage />, { at: '/cart', answers: [prices] });
  await screen.findByText('Total today');
  expect(row('Total today')).toBe('Total today$28.49');
  expect(row('Taxes and fees for 10005')).toBe('Taxes and fees for 10005$3.49');
  expect(page.sent('listPrices')).toEqual([{ zipCode: '10005' }]);
});

test('[A04] without a ZIP Code, or an answer, the cart says when taxes and fees are shown', async () => {
  cart.add(plan);
  const down = answering(listPrices, () => {
    throw lost();
  });
  const page = showScreen(<CartPage />, { at: '/cart', answers: [down] });
  expect(row('Taxes and fees')).toBe('Taxes and feesshown for your ZIP Code');
  givenZipCode.set('10005');
  await waitFor(() => expect(page.sent('listPrices')).toHaveLength(1));
  expect(row('Taxes and fees')).toBe('Taxes and feesshown for your ZIP Code');
});

const clipper: Plan = { ...plan, id: 'clipper', retailName: 'Clipper', retailPrice: 35 };
const ferry: Plan = { ...plan, id: 'ferry', retailName: 'Ferry', retailPrice: 15 };
const sold = answering(listPlans, () => ({ plans: [ferry, plan, clipper], addOns: [] }));
const names = () => {
  const held = cart.get();
  return held ? linesOf(held).map(({ item }) => item.retailName) : [];
};
const focused = () => document.activeElement?.textContent;
const said = () => document.querySelector('[aria-live=polite]')?.textContent;
const addButton = () => screen.queryByRole('button', { name: 'Add another line' });
const pick = (name: string) => screen.getByRole('combobox', { name });

/** The page of a brand that sells up to three at once. */
function open(...further: Plan[]) {
  cart.add(plan);
  for (const one of further) addLine(one, 3);
  const page = showScreen(<CartPage />, {
    at: '/cart',
    answers: [prices, sold, answering(viewPlan, () => plan)],
    linesAtOnce: 3,
  });
  return { page, user: userEvent.setup() };
}

test('[P03] where one line is sold at once, no other can be added', async () => {
  cart.add(plan);
  showScreen(<CartPage />, { at: '/cart', answers: [prices] });
  await screen.findByRole('heading', { name: 'Sloop' });
  expect(addButton()).toBeNull();
  expect(screen.queryByText(/at once/)).toBeNull();
});

test('[P03] another line has the plan of the last one; it is announced, and takes the focus', async () => {
  const { page, user } = open();
  const { id } = cart.get() ?? {};
  expect(screen.getByText('You can buy up to 3 lines at once, with one payment.')).toBeTruthy();
  expect(page.sent('listPlans')).toEqual([]);
  addButton()?.focus();
  await user.keyboard('{Enter}');
  expect([names(), cart.get()?.id]).toEqual([['Sloop', 'Sloop'], id]);
  expect(focused()).toBe('Line 2: Sloop');
  expect(said()).toBe('Line 2 added: Sloop.');
  expect(screen.getByText(/^Each line gets its own SIM and phone number/)).toBeTruthy();
  await user.click(addButton() as HTMLElement);
  expect(addButton()).toBeNull();
  expect(screen.getByText(/^3 lines are the most you can buy at once\.$/)).toBeTruthy();
  expect(focused()).toBe('Line 3: Sloop');
});

test('[P03] a line’s plan is changed by keyboard, and the others stay', async () => {
  const { user } = open(clipper);
  await waitFor(() => expect(pick('Plan of line 2').getAttribute('aria-readonly')).toBeNull());
  expect(pick('Plan of line 2').textContent).toContain('Clipper, $35.00/mo');
  pick('Plan of line 2').focus();
  await user.keyboard('{Home}{Enter}');
  expect(names()).toEqual(['Sloop', 'Ferry']);
  expect(said()).toBe('Line 2 has Ferry now.');
  expect(document.activeElement).toBe(pick('Plan of line 2'));
});

test('[P03] until the plans are known, and if a plan is no longer sold, what the line has stands there', async () => {
  const gone: Plan = { ...plan, id: 'gone', retailName: 'Galleon' };
  open(gone);
  expect(pick('Plan of line 2').textContent).toContain('Galleon');
  await screen.findByText('This plan is no longer on sale. Please choose another one.');
  expect(pick('Plan of line 2').textContent).toContain('Galleon');
  expect(pick('Plan of line 1').getAttribute('aria-invalid')).toBeNull();
});

test('[P03] plans that did not load are asked for again', async () => {
  cart.add(plan);
  addLine(clipper, 3);
  let isDown = true;
  const flaky = answering(listPlans, () => {
    if (isDown) throw lost();
    return { plans: [plan, clipper], addOns: [] };
  });
  showScreen(<CartPage />, { at: '/cart', answers: [flaky], linesAtOnce: 3 });
  await screen.findByRole('heading', { name: 'The other plans didn’t load' });
  expect(pick('Plan of line 2').textContent).toContain('Clipper');
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(pick('Plan of line 2').getAttribute('aria-readonly')).toBeNull());
});

test('[P03] a line is removed alone, the first one too; the focus goes to the one that takes its place', async () => {
  const { user } = open(clipper, ferry);
  const { id } = cart.get() ?? {};
  await user.click(screen.getByRole('button', { name: 'Remove line 1: Sloop' }));
  expect(names()).toEqual(['Clipper', 'Ferry']);
  expect(focused()).toBe('Line 1: Clipper');
  expect(said()).toBe('Sloop was removed from your cart.');
  await user.click(screen.getByRole('button', { name: 'Remove line 2: Ferry' }));
  expect([names(), cart.get()?.id]).toEqual([['Clipper'], id]);
  expect(focused()).toBe('Clipper');
  await user.click(screen.getByRole('button', { name: 'Remove Clipper' }));
  expect(focused()).toBe('Your cart');
});

test('[P03] two lines of one plan are announced one by one when they are removed', async () => {
  const { user } = open(plan, plan);
  const announced = () => document.querySelector('[aria-live=polite]')?.firstElementChild;
  await user.click(screen.getByRole('button', { name: 'Remove line 3: Sloop' }));
  const before = announced();
  expect(before?.textContent).toBe('Sloop was removed from your cart.');
  await user.click(screen.getByRole('button', { name: 'Remove line 2: Sloop' }));
  expect(announced()?.textContent).toBe('Sloop was removed from your cart.');
  expect(announced()).not.toBe(before);
});

test('[P03] the costs have each line and their sum, with the taxes of all, asked once', async () => {
  givenZipCode.set('10005');
  cart.add(plan);
  addLine(plan, 3);
  addLine(ferry, 3);
  const both = answering(listPrices, () => ({
    state: 'NY',
    estimated: false,
    coverage: { network: '5G' as const, message: 'Covered.' },
    prices: [
      { planId: plan.id, today: 28.49, monthly: 28.49, lines },
      { planId: ferry.id, today: 17, monthly: 17, lines: lines.slice(2) },
    ],
  }));
  const page = showScreen(<CartPage />, { at: '/cart', answers: [both, sold], linesAtOnce: 3 });
  await screen.findByText('Total today');
  const costs = within(screen.getByRole('region', { name: 'What it costs' }));
  expect(costs.getAllByRole('term').map((one) => one.parentElement?.textContent)).toEqual([
    'Line 1: Sloop$25.00/mo',
    'Line 2: Sloop$25.00/mo',
    'Line 3: Ferry$15.00/mo',
    'Monthly price$65.00/mo',
    'Taxes and fees for 10005$8.98',
    'Total today$73.98',
  ]);
  expect(page.sent('listPrices')).toHaveLength(1);
});

test('[P03] what another tab adds is there, and the plans of all lines are in the page’s language', async () => {
  const { page } = open();
  const held = cart.get();
  const other = { ...held, language: 'es', more: [{ key: 'k2', item: clipper }] };
  act(() => {
    localStorage.setItem('cart', JSON.stringify(other));
    dispatchEvent(new StorageEvent('storage', { key: 'cart' }));
  });
  await screen.findByRole('heading', { name: 'Line 2: Clipper' });
  await waitFor(() => expect(cart.get()?.language).toBe('en'));
  expect(page.sent('viewPlan')).toEqual([{ id: plan.id }, { id: clipper.id }]);
});

test('[P03] a plan that was chosen in the shop is one more line, once; without room the cart says so', async () => {
  const { page } = open(clipper);
  const choose = async (chosen: Plan) =>
    act(() => page.router.navigate('/cart', { state: { plan: chosen } }));
  await choose(ferry);
  await waitFor(() => expect(names()).toEqual(['Sloop', 'Clipper', 'Ferry']));
  expect(focused()).toBe('Line 3: Ferry');
  expect(page.router.state.location.state).toEqual({});
  await choose(clipper);
  expect((await screen.findByRole('alert')).textContent).toBe(
    'There’s no room for another line in your cart, so we didn’t add one. 3 lines are the most you can buy at once.',
  );
  expect(names()).toEqual(['Sloop', 'Clipper', 'Ferry']);
});
