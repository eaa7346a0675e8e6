import { useLingui } from '@lingui/react';
import { Flag } from '../ui/flag.tsx';
import { Price } from '../ui/price.tsx';
import { signalOf } from '../ui/signal.ts';
import { useCart } from './cart.ts';
import { usePlacePrice } from './use-place-price.ts';

export function BoughtPlanTile() {
  const { i18n } = useLingui();
  const { cart } = useCart();
  const place = usePlacePrice(cart?.item.id ?? '');
  if (!cart) return null;
  const { retailName, retailPrice, flag } = cart.item;
  return (
    <section
      aria-label={i18n.t('Your plan')}
      className="mb-8 rounded-tile border-t-(length:--tile-edge) border-ink bg-fog px-5 py-4"
    >
      <div className="flex items-center gap-4">
        <Flag name={signalOf(flag)} size={40} />
        <p className="min-w-0 flex-1 text-lead font-strong">{retailName}</p>
        <Price amount={retailPrice} per="month" size="title" />
      </div>
      {place && (
        <p className="mt-3 flex items-baseline justify-between gap-4 border-t pt-3 text-fine">
          <span>{i18n.t('Today, with taxes and fees for {zip}', { zip: place.zipCode })}</span>
          <Price amount={place.price.today} />
        </p>
      )}
      <p className="mt-3 text-fine text-ink-soft">
        {i18n.t('Your plan is saved. Your account keeps your number, eSIM and receipts.')}
      </p>
    </section>
  );
}
