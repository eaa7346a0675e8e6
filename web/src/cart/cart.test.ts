// @vitest-environment jsdom
import type { Plan } from '@portside/contract/plans';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  addLine,
  changePlan,
  FIRST_LINE,
  linesOf,
  removeLine,
  removePlan,
  rewordLines,
} from './cart-lines.ts';
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
  removePlan('b');
  expect(cart.get()?.item.id).toBe('a');
  removePlan('a');
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

/** The plans of the cart, the first line's first. */
const ids = () => {
  const held = cart.get();
  return held ? linesOf(held).map(({ item }) => item.id) : [];
};
const keyAt = (at: number) => {
  const held = cart.get();
  return (held && linesOf(held)[at]?.key) ?? '';
};
/** As a page that is loaded anew finds it. */
function reload(lines?: number, stored = localStorage.getItem('cart') ?? '') {
  stop();
  cart.clear();
  localStorage.setItem('cart', stored);
  stop = startCart(lines);
}

test('[P03] a further line is a copy of a plan in the same cart, up to what the brand sells', () => {
  stop = startCart(3);
  const { id } = cart.add(plan('a'));
  expect(addLine(plan('a'), 3)).toBe(keyAt(1));
  expect(addLine(plan('b'), 3)).toBe(keyAt(2));
  expect(addLine(plan('c'), 3)).toBeUndefined();
  expect(ids()).toEqual(['a', 'a', 'b']);
  expect(cart.get()?.id).toBe(id);
  reload(3);
  expect([cart.get()?.id, ids()]).toEqual([id, ['a', 'a', 'b']]);
});

test('[P03] a line’s plan changes alone, and the cart stays the same', () => {
  stop = startCart(3);
  const { id } = cart.add(plan('a'));
  addLine(plan('a'), 3);
  const key = keyAt(1);
  changePlan(key, plan('b'));
  expect([ids(), keyAt(1)]).toEqual([['a', 'b'], key]);
  changePlan(FIRST_LINE, plan('c'));
  expect([ids(), cart.get()?.id]).toEqual([['c', 'b'], id]);
});

test('[P03] without the first line the next one is the first, with its key, and the cart stays the same', () => {
  stop = startCart(3);
  const { id } = cart.add(plan('a'));
  addLine(plan('b'), 3);
  const key = keyAt(1);
  removeLine(FIRST_LINE);
  expect(cart.get()).toMatchObject({ id, item: plan('b'), key });
  expect(cart.get()?.more).toBeUndefined();
  reload(3);
  expect(cart.get()).toMatchObject({ id, key });
  removeLine(key);
  expect(cart.get()).toBeUndefined();
});

test('[P03] of stored lines the readable ones stay, and no more than the brand sells', () => {
  const item = plan('b');
  const more = [
    { key: 'k2', item },
    { key: 'k3', item: { id: 'x' } },
    null,
    7,
    { key: 'k4', item },
  ];
  const stored = JSON.stringify({ id: 'some-cart', item: plan('a'), more });
  stop = startCart(5);
  reload(5, stored);
  expect(ids()).toEqual(['a', 'b', 'b']);
  reload(2, stored);
  expect(ids()).toEqual(['a', 'b']);
  reload(undefined, stored);
  expect(cart.get()).toEqual({ id: 'some-cart', item: plan('a') });
  reload(5, JSON.stringify({ id: 'some-cart', item: 7, more }));
  expect([ids(), keyAt(0)]).toEqual([['b', 'b'], 'k2']);
  reload(5, JSON.stringify({ id: 'some-cart', item: plan('a'), more: 'none' }));
  expect(ids()).toEqual(['a']);
});

test('[P03] another tab’s lines are in this one’s cart too', () => {
  stop = startCart(5);
  const { id } = cart.add(plan('a'));
  const other = { id, item: plan('a'), more: [{ key: 'k2', item: plan('b') }] };
  localStorage.setItem('cart', JSON.stringify(other));
  dispatchEvent(new StorageEvent('storage', { key: 'cart' }));
  expect(cart.get()).toEqual(other);
});

test('[P03] another language rewords every line', () => {
  stop = startCart(5);
  cart.add(plan('a'));
  addLine(plan('b'), 5);
  rewordLines([{ ...plan('b'), retailDescription: '5 GB\nSin contrato' }, plan('c')], 'es');
  const held = cart.get();
  expect(held?.language).toBe('es');
  expect(held?.more?.[0]?.item.retailDescription).toBe('5 GB\nSin contrato');
  expect(held?.item).toEqual(plan('a'));
});
