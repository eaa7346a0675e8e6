import { cart } from '../cart/cart.ts';
import { takeOut } from '../cart/cart-lines.ts';

/**
 * Of an order that is over. Another tab may have a new cart, or more lines in this one.
 * @param lines that were ordered: their keys, or how many
 */
export function emptyCart(cartId: string | undefined, lines: readonly string[] | number): void {
  if (cart.get()?.id === cartId) takeOut(lines);
}
