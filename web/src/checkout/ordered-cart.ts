import { cart } from '../cart/cart.ts';

/** Of an order that is over. Another tab may have a new cart. */
export function emptyCart(cartId: string | undefined): void {
  if (cart.get()?.id === cartId) cart.clear();
}
