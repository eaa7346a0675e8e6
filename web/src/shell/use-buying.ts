import { barePath } from '@portside/contract/language';
import { useLocation } from 'react-router';
import { leadsToCheckout } from '../api/way-back.ts';
import { useCart } from '../cart/cart.ts';

/** In the steps of checkout, of which the first is at the login's address (login-route.tsx). */
export function useBuying(): boolean {
  const here = useLocation();
  const { known, cart } = useCart();
  const path = barePath(here.pathname);
  // Once it is paid, the cart is empty and the way to the account is shown.
  if (path === '/cart/checkout') return cart !== undefined || !known;
  return path === '/login' && cart !== undefined && leadsToCheckout(here);
}
