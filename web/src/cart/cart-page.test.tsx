// @vitest-environment jsdom
import { listPrices } from '@portside/contract/plans';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { givenZipCode } from '../api/zip-code.ts';
import { answering, showScreen } from '../testing/show-screen.tsx';
import { lost, plan } from '../testing/stage.tsx';
import { cart } from './cart.ts';
import { Component as CartPage } from './cart-page.tsx';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
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
