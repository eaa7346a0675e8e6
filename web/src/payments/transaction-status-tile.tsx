import type { I18n } from '@lingui/core';
import { useLingui } from '@lingui/react';
import type { Transaction } from '@portside/contract/payments';
import { classes } from '../ui/classes.ts';
import { Flag, type FlagName } from '../ui/flag.tsx';

interface TransactionStatusProps {
  of: Pick<Transaction, 'outcome' | 'refunded'>;
  className?: string | undefined;
}

type Status = Transaction['outcome'] | 'partly_refunded';

const looks: Readonly<Record<Status, { flag: FlagName; color: string }>> = {
  paid: { flag: 'success', color: 'text-good' },
  failed: { flag: 'failure', color: 'text-fail' },
  refunding: { flag: 'pending', color: 'text-ink' },
  refund_failed: { flag: 'suspended', color: 'text-ink' },
  refunded: { flag: 'ended', color: 'text-ink' },
  partly_refunded: { flag: 'success', color: 'text-ink' },
};

export const isRefundedInPart = ({ outcome, refunded }: TransactionStatusProps['of']) =>
  outcome === 'paid' && refunded !== undefined;

export function TransactionStatus({ of, className }: TransactionStatusProps) {
  const { i18n } = useLingui();
  const status = isRefundedInPart(of) ? 'partly_refunded' : of.outcome;
  const { flag, color } = looks[status];
  return (
    <span
      className={classes(
        'inline-flex items-baseline gap-1.5 font-strong whitespace-nowrap',
        color,
        className,
      )}
    >
      <Flag className="self-center" name={flag} size={18} />
      {statusWord(i18n, status)}
    </span>
  );
}

function statusWord(i18n: I18n, status: Status): string {
  switch (status) {
    case 'paid':
      return i18n.t('Success');
    case 'failed':
      return i18n.t('Failed');
    case 'refunding':
      return i18n.t('Refund in progress');
    case 'refund_failed':
      return i18n.t('Refund delayed');
    case 'refunded':
      return i18n.t('Refunded');
    case 'partly_refunded':
      return i18n.t('Refunded in part');
  }
}
