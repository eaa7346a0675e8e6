import type { Plan } from '@portside/contract/plans';
import { useNavigate } from 'react-router';
import { cart, useCart } from '../cart/cart.ts';

export function useChoosePlan() {
  const chosen = useCart().cart?.item.id;
  const navigate = useNavigate();
  function choose(plan: Plan) {
    // A chosen plan keeps its cart's id: an order may be in progress.
    if (plan.id !== chosen) cart.add(plan);
    void navigate('/cart');
  }
  return { chosen, choose };
}
