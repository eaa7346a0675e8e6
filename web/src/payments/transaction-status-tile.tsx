import { useLingui } from '@lingui/react';
import { classes } from '../ui/classes.ts';
import { Flag } from '../ui/flag.tsx';

interface TransactionStatusProps {
  successful: boolean;
  className?: string | undefined;
}

/** How a payment went: flag, word and colour say the same. */
export function TransactionStatus({ successful, className }: TransactionStatusProps) {
  const { i18n } = useLingui();
  return (
    <span
      className={classes(
        'inline-flex items-baseline gap-1.5 font-strong whitespace-nowrap',
        successful ? 'text-good' : 'text-fail',
        className,
      )}
    >
      <Flag className="self-center" name={successful ? 'success' : 'failure'} size={18} />
      {successful ? i18n.t('Success') : i18n.t('Failed')}
    </span>
  );
}
