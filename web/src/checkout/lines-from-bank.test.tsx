// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/* Back from the bank's page, which the tab went to with several lines (P03). */

let close = (): void => {};
beforeEach(() => vi.resetModules());
afterEach(() => {
  close();
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});

interface Kept {
  readonly shown: 'pay' | 'phone';
  readonly passed: readonly string[];
}

/**
 * Of `paid`, and a cart whose first line is a Sloop. @param kept what the tab knows of its way
 * @returns the names of the plans that are in the cart afterwards
 */
async function comeBack(more: readonly string[], paid: readonly string[], kept?: Kept) {
  const { openPage, freshToken, plan } = await import('../testing/stage.tsx');
  const { freshDraft } = await import('./draft.ts');
  const id = 'cart-of-several';
  if (kept) {
    const { writeSavedCheckout } = await import('./saved-draft.ts');
    const draft = freshDraft(undefined, 'US', '10005');
    writeSavedCheckout({
      cartId: id,
      way: { ...kept, reached: 'pay', passed: [...kept.passed] },
      draft,
    });
  }
  const { cart } = await import('../cart/cart.ts');
  const { linesOf } = await import('../cart/cart-lines.ts');
  const { StripeResponsePage } = await import('./stripe-response-page.tsx');
  const further = more.map((name) => ({
    key: name,
    item: { ...plan, id: name, retailName: name },
  }));
  cart.save({ id, item: plan, ...(further.length > 0 && { more: further }) });
  const part = (item: string) => ({ orderId: `ord_${item}`, item, amount: 28, status: 'paid' });
  const payment = { orderId: 'ord_1', status: 'paid', message: '' };
  const purchase = paid.length > 1 ? { purchase: paid.map(part) } : {};
  const page = openPage({
    at: '/stripe-response?payment_intent=pi_1',
    token: freshToken(),
    linesAtOnce: 5,
    answers: {
      confirmPayment: () => payment,
      viewOrder: () => ({ orderId: 'ord_1', status: 'paid', payment, cartId: id, ...purchase }),
    },
    routes: [{ path: '/stripe-response', element: <StripeResponsePage /> }],
  });
  close = () => page.close();
  await screen.findByRole('dialog', { name: 'Payment Successful' });
  await waitFor(() => expect(cart.get()?.id).not.toBe(id));
  expect(sessionStorage.getItem('portside:checkout')).toBeNull();
  const held = cart.get();
  return held ? linesOf(held).map(({ item }) => item.retailName) : [];
}

const atPay = (...passed: readonly string[]): Kept => ({ shown: 'pay', passed });

test('[A17] [P03] all that was bought is gone from the cart', async () => {
  expect(await comeBack(['Ferry'], ['Sloop', 'Ferry'], atPay('first', 'Ferry'))).toEqual([]);
});

test('[A17] [P03] a line that another tab added meanwhile stays, in a cart of its own', async () => {
  const kept = atPay('first', 'Ferry');
  expect(await comeBack(['Ferry', 'Clipper'], ['Sloop', 'Ferry'], kept)).toEqual(['Clipper']);
});

test('[A17] [P03] and where one that was bought was removed there', async () => {
  const kept = atPay('first', 'Ferry');
  expect(await comeBack(['Clipper'], ['Sloop', 'Ferry'], kept)).toEqual(['Clipper']);
});

test('[A17] [P03] a tab that did not pay takes as many as were bought', async () => {
  expect(await comeBack(['Ferry', 'Clipper'], ['Sloop', 'Ferry'])).toEqual(['Clipper']);
  close();
  cleanup();
  vi.resetModules();
  const elsewhere: Kept = { shown: 'phone', passed: [] };
  expect(await comeBack(['Ferry', 'Clipper'], ['Sloop', 'Ferry'], elsewhere)).toEqual(['Clipper']);
});

test('[A17] [P03] of one line, what was added after it stays', async () => {
  expect(await comeBack(['Ferry'], ['Sloop'])).toEqual(['Ferry']);
});
