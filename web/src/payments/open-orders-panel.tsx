import { useLingui } from '@lingui/react';
import type { OpenOrder } from '@portside/contract/checkout';
import { dateInTable, money } from '@portside/contract/formats';
import { leavePage } from '../api/leave-page.ts';
import { usePage } from '../api/page.tsx';
import { Button } from '../ui/button.tsx';
import { Flag } from '../ui/flag.tsx';

interface OpenOrdersPanelProps {
  orders: readonly OpenOrder[];
  /** 3 by default. */
  level?: 2 | 3;
  leave?: ((url: string) => void) | undefined;
}

export function OpenOrdersPanel({ orders, level = 3, leave = leavePage }: OpenOrdersPanelProps) {
  const { i18n } = useLingui();
  const { brand, language } = usePage();
  const Title = `h${level}` as const;
  if (orders.length === 0) return null;
  return (
    <ul className="mb-4 flex flex-col gap-3">
      {orders.map((order) => (
        <li
          className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-3 remark px-4 py-4 md:grid-cols-[auto_minmax(0,1fr)_auto] md:items-center"
          key={order.orderId}
        >
          <Flag className="mt-0.5 self-start" name="pending" size={28} />
          <div>
            <Title className="text-lead">{i18n.t('We’re checking your payment')}</Title>
            <p className="tabular-nums">
              {i18n.t('{item}, {amount}, {date}', {
                item: order.item,
                amount: money(order.amount, language),
                date: dateInTable(order.placedAt, brand.timeZone, language),
              })}
            </p>
            <p className="measure text-fine text-ink-soft">
              {order.redirectUrl
                ? i18n.t(
                    'Your bank is waiting for you to confirm it. You won’t be charged before that.',
                  )
                : i18n.t('Your bank hasn’t answered yet. You won’t be charged twice.')}
            </p>
          </div>
          {order.redirectUrl && (
            <Button
              className="max-md:col-start-2 max-md:justify-self-start"
              onClick={() => leave(order.redirectUrl ?? '')}
              variant="secondary"
            >
              {i18n.t('Go to your bank')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
