import type { Plan } from '@portside/contract/plans';
import { useNavigate } from 'react-router';
import { cart, useCart } from '../cart/cart.ts';

/** Choosing a plan puts it into the cart, in place of what was there, and goes there. */
export function useChoosePlan() {
  const chosen = useCart().cart?.item.id;
  const navigate = useNavigate();
  function choose(plan: Plan) {
    // The one that is in the cart already keeps the cart's id: an order may be under way with it.
    if (plan.id !== chosen) cart.add(plan);
    void navigate('/cart');
  }
  return { chosen, choose };
}
