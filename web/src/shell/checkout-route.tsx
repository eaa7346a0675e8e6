import { lazy } from 'react';

// Lazy inside of the guard: the server never renders it.
const CheckoutPage = lazy(async () => ({
  default: (await import('../checkout/checkout-page.tsx')).CheckoutPage,
}));

export function Component() {
  return <CheckoutPage />;
}
