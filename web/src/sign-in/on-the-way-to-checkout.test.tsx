// @vitest-environment jsdom
import { listPrices } from '@portside/contract/plans';
import { askLoginCode, beginPurchase } from '@portside/contract/sign-in';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { givenZipCode } from '../api/zip-code.ts';
import { cart } from '../cart/cart.ts';
import { answering } from '../testing/show-screen.tsx';
import { openSignIn, said } from '../testing/sign-in-stage.tsx';
import { freshToken, no, plan } from '../testing/stage.tsx';

beforeEach(() => sessionStorage.clear());

const toCheckout = '/login?next=%2Fcart%2Fcheckout';
const plans = () => screen.queryByRole('complementary', { name: 'Order summary' });
const email = () => screen.getByLabelText<HTMLInputElement>('Email address').value;

function open(at = toCheckout, answers: Parameters<typeof openSignIn>[1] = []) {
  localStorage.clear();
  cart.add(plan);
  // The stage empties the storage; a cart is kept in another tab's as well.
  const kept = localStorage.getItem('cart') ?? '';
  const page = openSignIn(at, answers);
  localStorage.setItem('cart', kept);
  dispatchEvent(new StorageEvent('storage', { key: 'cart' }));
  return page;
}

test('[C05] on the way to checkout the login shows the plan and its price', async () => {
  open();
  const tile = within(await screen.findByRole('complementary', { name: 'Order summary' }));
  expect(tile.getByRole('heading', { name: 'Sloop' })).toBeTruthy();
  // In the bar of a phone, and beside the plan's name.
  expect(tile.getAllByText('25.00', { exact: false })).toHaveLength(2);
});

test('[C05] with the ZIP Code that was given, the login knows what is due today', async () => {
  givenZipCode.set('10005');
  open(toCheckout, [
    answering(listPrices, () => ({
      state: 'NY',
      estimated: true,
      coverage: {
        network: '5G' as const,
        message: 'Covered.',
      },
      prices: [
        {
          planId: plan.id,
          today: 28.49,
          monthly: 28.49,
          lines: [],
        },
      ],
    })),
  ]);
  const today = await screen.findByText('Today, with taxes and fees for 10005');
  expect(today.parentElement?.textContent).toContain('$28.49');
});

test('whoever only logs in is shown no plan', async () => {
  open('/login');
  await screen.findByRole('button', { name: 'Continue' });
  expect(plans()).toBeNull();
});

test('[P01] [C05] on the way to checkout the address is enough, and no password is asked for', async () => {
  const page = open(toCheckout, [
    answering(beginPurchase, () => ({ token: freshToken(), message: 'Go on' })),
  ]);
  await screen.findByRole('heading', { name: 'Contact and service address' });
  await page.type('Email address', 'noor@example.com');
  await page.press('Continue');
  await screen.findByText('Arrived at /cart/checkout');
  expect(page.sent('beginPurchase')).toEqual([{ email: 'noor@example.com' }]);
});

test('[P01] whoever was here before is told at the field, and logs in below with the same address', async () => {
  const message = 'You’ve used this address here before.';
  const page = open(toCheckout, [
    answering(beginPurchase, () => {
      throw no(422, { reason: 'email_taken', message, errors: [{ field: 'email', message }] });
    }),
  ]);
  await screen.findByRole('heading', { name: 'Contact and service address' });
  await page.type('Email address', 'noor@example.com');
  await page.press('Continue');
  await waitFor(() => expect(said('Email address')).toMatch(/used this address here/));
  await page.follow('Use your password');
  await screen.findByLabelText('Password');
  await waitFor(() => expect(email()).toBe('noor@example.com'));
  await page.follow('Create an account');
  await screen.findByLabelText('First name');
});

test('[P01] name and address are typed with the email address, and a fault is said before anything is sent', async () => {
  const page = open(toCheckout, [
    answering(beginPurchase, () => ({ token: freshToken(), message: 'Go on' })),
  ]);
  await screen.findByRole('heading', { name: 'Contact and service address' });
  await page.type('First name', 'Noor');
  await page.press('Continue');
  await waitFor(() => expect(said('Email address')).toMatch(/email/i));
  expect(said('Last name')).toBeTruthy();
  expect(page.calls.filter(({ name }) => name === 'beginPurchase')).toEqual([]);
});

test('an address that is changed on the way is the one that goes on', async () => {
  const page = open('/login', [answering(askLoginCode, () => ({ message: 'Sent' }))]);
  await page.type('Email address', 'noor@example.com');
  await page.follow('Create an account');
  await screen.findByLabelText('First name');
  await waitFor(() => expect(email()).toBe('noor@example.com'));
  await page.type('Email address', 'nora@example.com');
  await page.follow('Log in');
  await screen.findByRole('button', { name: 'Continue' });
  await waitFor(() => expect(email()).toBe('nora@example.com'));
  await page.type('Email address', 'nour@example.com');
  await page.press('Continue');
  await screen.findByLabelText('Password');
  await waitFor(() => expect(email()).toBe('nour@example.com'));
  await page.follow('Email me a code');
  await screen.findByRole('button', { name: 'Send the code' });
  await waitFor(() => expect(email()).toBe('nour@example.com'));
});

test('a new account does not begin with the address of the last login', async () => {
  const page = open('/register');
  localStorage.setItem('email', 'maya@example.com');
  expect(await screen.findByLabelText('First name')).toBeTruthy();
  expect(email()).toBe('');
  expect(page.calls).toEqual([]);
});
