import { useLingui } from '@lingui/react';
import { Flag } from '../ui/flag.tsx';
import { Price } from '../ui/price.tsx';
import { signalOf } from '../ui/signal.ts';
import { useCart } from './cart.ts';
import { linesOf } from './cart-lines.ts';
import { todayOf, usePlacePrice } from './use-place-price.ts';

export function BoughtPlanTile() {
  const { i18n } = useLingui();
  const { cart } = useCart();
  const lines = cart ? linesOf(cart) : [];
  const place = usePlacePrice(...lines.map(({ item }) => item.id));
  if (!cart) return null;
  return (
    <section
      aria-label={cart.more ? i18n.t('Your plans') : i18n.t('Your plan')}
      className="mb-8 rounded-tile border-t-(length:--tile-edge) border-ink bg-fog px-5 py-4"
    >
      {lines.map(({ key, item: { flag, retailName, retailPrice } }) => (
        <div className="flex items-center gap-4 not-first:mt-3" key={key}>
          <Flag name={signalOf(flag)} size={40} />
          <p className="min-w-0 flex-1 text-lead font-strong">{retailName}</p>
          <Price amount={retailPrice} per="month" size="title" />
        </div>
      ))}
      {place && (
        <p className="mt-3 flex items-baseline justify-between gap-4 border-t pt-3 text-fine">
          <span>{i18n.t('Today, with taxes and fees for {zip}', { zip: place.zipCode })}</span>
          <Price amount={todayOf(place)} />
        </p>
      )}
      <p className="mt-3 text-fine text-ink-soft">
        {cart.more
          ? i18n.t('Your plans are saved. Your account keeps your numbers, eSIMs and receipts.')
          : i18n.t('Your plan is saved. Your account keeps your number, eSIM and receipts.')}
      </p>
    </section>
  );
}
