import { useLingui } from '@lingui/react';
import { Icon } from '../ui/icon.tsx';
import { TextLink } from '../ui/text-link.tsx';

/** Where several lines have no price or no order: what they are is changed in the cart (P03). */
export function CartNote({ message }: { message: string | undefined }) {
  const { i18n } = useLingui();
  return (
    <div className="not-last:mb-6 flex gap-3 remark-shape border-fail bg-fail-soft px-4 py-3">
      <Icon className="mt-0.5" name="warning" size={20} />
      <div>
        {message !== undefined && <p className="font-strong">{message}</p>}
        <TextLink to="/cart">{i18n.t('Change your lines in the cart')}</TextLink>
      </div>
    </div>
  );
}
