import { lazy } from 'react';

// Never rendered on the server.
const CheckoutPage = lazy(async () => ({
  default: (await import('../checkout/checkout-page.tsx')).CheckoutPage,
}));

export function Component() {
  return <CheckoutPage />;
}
