import { lazy, Suspense } from 'react';
import { useCart } from '../cart/cart.ts';
import { LoginPage } from '../sign-in/login-page.tsx';
import { SpinnerPage } from '../ui/spinner-page.tsx';
import { useBuying } from './use-buying.ts';

const BeginPage = lazy(async () => ({
  default: (await import('../checkout/begin-page.tsx')).BeginPage,
}));

/** On the way to checkout it is the first step of buying (C05, P01). */
export function Component() {
  // Not before the cart is known: the server's page knows none.
  const { cart } = useCart();
  const isBuying = useBuying();
  if (!cart || !isBuying) return <LoginPage />;
  return (
    <Suspense fallback={<SpinnerPage />}>
      <BeginPage cart={cart} key={cart.id} />
    </Suspense>
  );
}
