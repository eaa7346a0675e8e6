import { useLingui } from '@lingui/react';
import type { OpenOrder } from '@portside/contract/checkout';
import { money } from '@portside/contract/formats';
import { classes } from '../ui/classes.ts';
import { Flag } from '../ui/flag.tsx';
import { TextLink } from '../ui/text-link.tsx';

interface OtherOrdersPanelProps {
  orders: readonly OpenOrder[];
  className?: string | undefined;
}

/** Before a second order: the first one may still be charged. */
export function OtherOrdersPanel({ orders, className }: OtherOrdersPanelProps) {
  const { i18n } = useLingui();
  if (orders.length === 0) return null;
  return (
    <div className={classes('flex gap-3 remark px-4 py-3', className)}>
      <Flag className="mt-0.5" name="pending" size={20} />
      <div>
        <p className="font-strong">{i18n.t('We’re checking your payment')}</p>
        {orders.map((order) => (
          <p className="tabular-nums" key={order.orderId}>
            {i18n.t('{item}, {amount}', {
              item: order.item,
              amount: money(order.amount, i18n.locale),
            })}
          </p>
        ))}
        <p className="text-fine">
          {i18n.t('If you pay for this order too, you may pay for both.')}{' '}
          <TextLink to="/dashboard">{i18n.t('Wait on the dashboard')}</TextLink>
        </p>
      </div>
    </div>
  );
}
