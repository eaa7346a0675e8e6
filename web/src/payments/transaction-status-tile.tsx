import type { I18n } from '@lingui/core';
import { useLingui } from '@lingui/react';
import type { PaymentOutcome } from '@portside/contract/payments';
import { classes } from '../ui/classes.ts';
import { Flag, type FlagName } from '../ui/flag.tsx';

interface TransactionStatusProps {
  outcome: PaymentOutcome;
  className?: string | undefined;
}

const looks: Readonly<Record<PaymentOutcome, { flag: FlagName; color: string }>> = {
  paid: { flag: 'success', color: 'text-good' },
  failed: { flag: 'failure', color: 'text-fail' },
  refunding: { flag: 'pending', color: 'text-ink' },
  refund_failed: { flag: 'suspended', color: 'text-ink' },
  refunded: { flag: 'ended', color: 'text-ink' },
};

export function TransactionStatus({ outcome, className }: TransactionStatusProps) {
  const { i18n } = useLingui();
  const { flag, color } = looks[outcome];
  return (
    <span
      className={classes(
        'inline-flex items-baseline gap-1.5 font-strong whitespace-nowrap',
        color,
        className,
      )}
    >
      <Flag className="self-center" name={flag} size={18} />
      {outcomeWord(i18n, outcome)}
    </span>
  );
}

function outcomeWord(i18n: I18n, outcome: PaymentOutcome): string {
  switch (outcome) {
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
  }
}
