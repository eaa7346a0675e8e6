import { useLingui } from '@lingui/react';
import { createContext, use } from 'react';
import { ButtonLink } from '../ui/button.tsx';

export const PlanInCart = createContext(false);

interface PlanLinkProps {
  main?: boolean;
  onClick?: () => void;
}

/** To the cart or the shop; checkout uses the waiting number. */
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
