import { useLingui } from '@lingui/react';
import type { ReactNode } from 'react';
import { ButtonLink } from '../ui/button.tsx';
import { Flag, type FlagName } from '../ui/flag.tsx';
import { PaidOrderTile } from './paid-order-tile.tsx';
import { usePaidOrder } from './use-paid-order.ts';

interface NoticeProps {
  flag: FlagName;
  title: string;
  children: ReactNode;
  action: ReactNode;
}

export function Notice({ flag, title, children, action }: NoticeProps) {
  return (
    <section
      className="flex flex-col items-start gap-5 border-t-4 border-ink py-8 xs:flex-row"
      role="status"
    >
      <Flag name={flag} size={56} />
      <div className="min-w-0 flex-1">
        <h2 className="text-title">{title}</h2>
        <div className="measure mt-2 mb-6 text-ink-soft">{children}</div>
        {action}
      </div>
    </section>
  );
}

/** Behind the dialog of a paid order. */
export function PaidNotice({ orderId }: { orderId: string }) {
  const { i18n } = useLingui();
  const { isPending, setUpPath } = usePaidOrder(orderId);
  return (
    <Notice
      action={
        <span className="flex flex-wrap gap-3">
          {setUpPath && <ButtonLink to={setUpPath}>{i18n.t('Set up eSIM')}</ButtonLink>}
          <ButtonLink to="/dashboard" variant={setUpPath || isPending ? 'secondary' : 'primary'}>
            {i18n.t('To Dashboard')}
          </ButtonLink>
        </span>
      }
      flag="success"
      title={i18n.t('Payment Successful')}
    >
      <PaidOrderTile orderId={orderId} />
    </Notice>
  );
}
