import { useLingui } from '@lingui/react';
import { createContext, use } from 'react';
import { ButtonLink } from '../ui/button.tsx';

/** Whether a plan is in the cart already; the dashboard tells. */
export const PlanInCart = createContext(false);

interface PlanLinkProps {
  main?: boolean;
  onClick?: () => void;
}

/** To the plan that a number waits for: the one in the cart, or the shop. Checkout takes it along. */
export function PlanLink({ main = true, onClick }: PlanLinkProps) {
  const { i18n } = useLingui();
  const inCart = use(PlanInCart);
  return (
    <ButtonLink
      iconAfter="arrow-right"
      onClick={onClick}
      to={inCart ? '/cart/checkout' : '/shop'}
      variant={main ? 'primary' : 'secondary'}
    >
      {inCart ? i18n.t('Back to checkout') : i18n.t('Choose a plan')}
    </ButtonLink>
  );
}
