import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router';
import { leadsToCheckout } from '../api/way-back.ts';
import { useCart } from '../cart/cart.ts';
import { LoginPage } from '../sign-in/login-page.tsx';
import { SpinnerPage } from '../ui/spinner-page.tsx';

const BeginPage = lazy(async () => ({
  default: (await import('../checkout/begin-page.tsx')).BeginPage,
}));

/** On the way to checkout it is the first step of buying (C05, P01). */
export function Component() {
  const here = useLocation();
  // Not before the cart is known: the server's page knows none.
  const { cart } = useCart();
  if (!cart || !leadsToCheckout(here)) return <LoginPage />;
  return (
    <Suspense fallback={<SpinnerPage />}>
      <BeginPage cart={cart} key={cart.id} />
    </Suspense>
  );
}
