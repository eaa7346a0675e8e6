import type { Plan } from '@portside/contract/plans';
import { useLingui } from '@lingui/react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { notify } from '../api/notifications.ts';
import { cart, useCart } from '../cart/cart.ts';

/** A cart has one plan, so that choosing one leads on to checkout; the cart is a press away. */
export function useChoosePlan() {
  const chosen = useCart().cart?.item.id;
  const navigate = useNavigate();
  const { i18n } = useLingui();
  const [waits, setWaits] = useState(false);
  useEffect(() => {
    if (!waits) return;
    const goOn = () => void navigate('/cart/checkout');
    addEventListener('online', goOn);
    return () => removeEventListener('online', goOn);
  }, [waits, navigate]);
  function choose(plan: Plan) {
    // A chosen plan keeps its cart's id: an order may be in progress.
    if (plan.id !== chosen) cart.add(plan);
    if (navigator.onLine) return void navigate('/cart/checkout');
    // The next page could not be loaded, and this one would be gone.
    notify({
      error: true,
      message: i18n.t('You’re offline. Your plan is saved: we’ll go on when you’re back online.'),
    });
    setWaits(true);
  }
  return { chosen, choose };
}
