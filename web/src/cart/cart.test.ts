// @vitest-environment jsdom
import type { Plan } from '@portside/contract/plans';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cart, startCart } from './cart.ts';

function plan(id: string): Plan {
  return {
    id,
    nickname: id,
    mdn: '',
    retailName: `Plan ${id}`,
    retailDescription: '5 GB\nNo contract',
    retailPrice: 18,
    popular: false,
    flag: 1,
  };
}

let stop = () => {};
beforeEach(() => localStorage.clear());
afterEach(() => {
  cart.clear();
  stop();
});

test('[C03] adding a plan replaces the one that was in the cart', () => {
  stop = startCart();
  cart.add(plan('a'));
  cart.add(plan('b'));
  expect(cart.get()?.item).toEqual(plan('b'));
});

test('[C03] every addition makes a new cart id that a quote accepts', () => {
  stop = startCart();
  const { id } = cart.add(plan('a'));
  expect(id).toMatch(/^[A-Za-z0-9_-]{8,64}$/);
  expect(cart.add(plan('a')).id).not.toBe(id);
});

test('[C03] removing empties the cart only if the id matches', () => {
  stop = startCart();
  cart.add(plan('a'));
  cart.remove('b');
  expect(cart.get()?.item.id).toBe('a');
  cart.remove('a');
  expect(cart.get()).toBeUndefined();
});

test('[C03] clearing empties the cart', () => {
  stop = startCart();
  cart.add(plan('a'));
  cart.clear();
  expect(cart.get()).toBeUndefined();
  expect(localStorage.getItem('cart')).toBeNull();
});

test('[C04] [C05] the cart outlives a reload, its id included', () => {
  stop = startCart();
  const before = cart.add(plan('a'));
  const stored = localStorage.getItem('cart') ?? '';
  stop();
  cart.clear();
  localStorage.setItem('cart', stored);
  stop = startCart();
  expect(cart.get()).toEqual(before);
});

test.each(['', 'not json', '[]', '7', '{"id":"x"}', '{"id":"x","item":{"id":"a"}}', 'null'])(
  '[C04] a stored cart that cannot be read is an empty one: %s',
  (stored) => {
    localStorage.setItem('cart', stored);
    stop = startCart();
    expect(cart.get()).toBeUndefined();
    cart.add(plan('a'));
    expect(cart.get()?.item.id).toBe('a');
  },
);

test('[C03] what another tab puts into the cart is in this one’s too', () => {
  stop = startCart();
  cart.add(plan('a'));
  const other = { id: 'other-tab-cart', item: plan('b') };
  localStorage.setItem('cart', JSON.stringify(other));
  dispatchEvent(new StorageEvent('storage', { key: 'cart' }));
  expect(cart.get()).toEqual(other);
});

test('[C04] a page that comes back from the browser’s memory shows the cart of now', () => {
  stop = startCart();
  cart.add(plan('a'));
  const newer = JSON.stringify({ id: 'another-cart', item: plan('b') });
  localStorage.setItem('cart', newer);
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  expect(cart.get()).toEqual(JSON.parse(newer));
});
