import { useLingui } from '@lingui/react';
import { useNavigate } from 'react-router';
import { cart } from '../cart/cart.ts';
import { OutcomeDialog } from '../ui/outcome-dialog.tsx';

interface PaymentOutcomeDialogProps {
  outcome:
    | { readonly kind: 'paid' }
    | { readonly kind: 'declined' | 'returned'; readonly message: string };
  open: boolean;
  /** Closed without either: whatever stands below goes on. */
  onClose: () => void;
  /** Back to where another card can be chosen. */
  onRetry: () => void;
}

/** How a payment ended, in the specification's words (E12, E13). */
export function PaymentOutcomeDialog(props: PaymentOutcomeDialogProps) {
  const { outcome, onRetry, open, onClose } = props;
  const { i18n } = useLingui();
  const navigate = useNavigate();
  if (outcome.kind === 'paid') {
    return (
      <OutcomeDialog
        actionLabel={i18n.t('To Dashboard')}
        onAction={() => {
          cart.clear();
          void navigate('/dashboard');
        }}
        onClose={onClose}
        open={open}
        text={i18n.t('Thank You')}
        title={i18n.t('Payment Successful')}
        tone="success"
      >
        <p>{i18n.t('We are setting up your line. The dashboard shows you when it is ready.')}</p>
      </OutcomeDialog>
    );
  }
  if (outcome.kind === 'returned') {
    return (
      <OutcomeDialog
        actionLabel={i18n.t('See the plans')}
        onAction={() => {
          cart.clear();
          void navigate('/shop');
        }}
        onClose={onClose}
        open={open}
        text={i18n.t('Nothing more is charged for it.')}
        title={i18n.t('This order is over')}
        tone="failure"
      >
        <p>{outcome.message}</p>
      </OutcomeDialog>
    );
  }
  return (
    <OutcomeDialog
      actionLabel={i18n.t('Try again')}
      onAction={onRetry}
      onClose={onClose}
      open={open}
      text={i18n.t('Please try again!')}
      title={i18n.t('Payment Failed')}
      tone="failure"
    >
      <p>{outcome.message}</p>
    </OutcomeDialog>
  );
}
