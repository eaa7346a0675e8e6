// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { RouteObject } from 'react-router';
import { session } from '../api/session.ts';
import { cart } from '../cart/cart.ts';
import { routes } from '../routes.tsx';
import { freshToken, openPage, plan } from '../testing/stage.tsx';

let close = (): void => {};
afterEach(() => {
  close();
  cleanup();
  localStorage.clear();
});

const holdsCheckout = (route: RouteObject): boolean =>
  route.children?.some((child) => child.path === '/cart/checkout' || holdsCheckout(child)) ?? false;

/** The site's own guard around checkout, without the document around both. */
function guarded(list: RouteObject[]): RouteObject {
  const inner = list.find((route) => route.children?.some((one) => one.path === '/cart/checkout'));
  return inner ?? guarded(list.find(holdsCheckout)?.children ?? []);
}

function open(token: string | undefined) {
  const held = cart.add(plan);
  const page = openPage({
    at: '/cart/checkout',
    token,
    answers: {
      askQuote: () => {
        throw new Error('no price is asked for without a ZIP Code');
      },
      viewUser: () => new Promise(() => {}),
    },
    routes: [guarded(routes), { path: '/login', element: <p>The login</p> }],
  });
  close = () => page.close();
  return { ...page, held };
}

test('[A19] [C05] checkout needs a token that has not expired; the cart survives the detour', async () => {
  const page = open(freshToken(-10));
  await screen.findByText('The login');
  expect(page.router.state.location.state).toEqual({ back: '/cart/checkout' });
  expect(JSON.parse(localStorage.getItem('cart') ?? '')).toMatchObject({ id: page.held.id });
  session.signIn(freshToken());
  await page.router.navigate('/cart/checkout');
  await screen.findByRole('heading', { name: 'Checkout' });
  expect(cart.get()?.id).toBe(page.held.id);
});

test('[A19] a session that ends during checkout leads to the login', async () => {
  open(freshToken());
  await screen.findByRole('heading', { name: 'Checkout' });
  session.end();
  await waitFor(() => screen.getByText('The login'));
});
