import type { Plan } from '@portside/contract/plans';
import { useLingui } from '@lingui/react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { notify } from '../api/notifications.ts';
import { cart, useCart } from '../cart/cart.ts';

/**
 * Choosing a plan leads on to checkout; the cart is a press away. With several lines in the cart it
 * leads there, where it becomes one more (0986).
 */
export function useChoosePlan() {
  const { cart: held } = useCart();
  const chosen = held?.item.id;
  const navigate = useNavigate();
  const { i18n } = useLingui();
  const [waits, setWaits] = useState<() => void>();
  useEffect(() => {
    if (!waits) return;
    addEventListener('online', waits);
    return () => removeEventListener('online', waits);
  }, [waits]);
  function choose(plan: Plan) {
    // A chosen plan keeps its cart's id: an order may be in progress.
    const isNew = plan.id !== chosen;
    if (isNew && !held?.more) cart.add(plan);
    const goOn = () =>
      void (held?.more
        ? navigate('/cart', { state: isNew && { plan } })
        : navigate('/cart/checkout'));
    if (navigator.onLine) return goOn();
    // The next page could not be loaded, and this one would be gone.
    notify({
      error: true,
      message: i18n.t('You’re offline. Your plan is saved: we’ll go on when you’re back online.'),
    });
    setWaits(() => goOn);
  }
  return { chosen, choose };
}
