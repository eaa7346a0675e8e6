// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { addLine } from '../cart/cart-lines.ts';
import { cart } from '../cart/cart.ts';
import { showScreen } from '../testing/show-screen.tsx';
import { plan } from '../testing/stage.tsx';
import { Header } from './header.tsx';

beforeEach(() => cart.clear());

const links = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'));

test('[P01] in checkout the header has the way home and the number to call, and nothing else', () => {
  cart.add(plan);
  showScreen(<Header />, { at: '/cart/checkout' });
  expect(screen.getByText('Secure checkout')).toBeTruthy();
  expect(links()).toEqual(['/', expect.stringMatching(/^tel:\+?\d+$/)]);
});

test('[P01] the first step, at the login’s address, has the header of checkout too', () => {
  cart.add(plan);
  showScreen(<Header />, { at: '/login?next=%2Fcart%2Fcheckout' });
  expect(screen.getByText('Secure checkout')).toBeTruthy();
  expect(links()).toEqual(['/', expect.stringMatching(/^tel:/)]);
});

test('[B04] with a plan in the cart, a login that leads elsewhere has the whole header', () => {
  cart.add(plan);
  showScreen(<Header />, { at: '/login' });
  expect(screen.queryByText('Secure checkout')).toBeNull();
});

test('[B04] once it is paid, the header leads on as on any page', () => {
  showScreen(<Header />, { at: '/cart/checkout' });
  expect(screen.queryByText('Secure checkout')).toBeNull();
  expect(links()).toEqual(expect.arrayContaining(['/shop', '/cart']));
});

test('[B04] with a plan in the cart, other pages have the whole header', () => {
  cart.add(plan);
  showScreen(<Header />, { at: '/shop' });
  expect(screen.queryByText('Secure checkout')).toBeNull();
  expect(links()).toEqual(expect.arrayContaining(['/shop', '/cart']));
});

test('[B04] [P03] the cart’s link counts its lines', () => {
  cart.add(plan);
  addLine(plan, 5);
  showScreen(<Header />, { at: '/shop', linesAtOnce: 5 });
  expect(screen.getByRole('link', { name: /^Cart\s*2$/ })).toBeTruthy();
});

test('[B04] [P03] where the brand sells one at a time, it counts one', () => {
  cart.add(plan);
  addLine(plan, 5);
  showScreen(<Header />, { at: '/shop' });
  expect(screen.getByRole('link', { name: /^Cart\s*1$/ })).toBeTruthy();
});
