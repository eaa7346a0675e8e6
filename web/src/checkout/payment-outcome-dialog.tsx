import { useLingui } from '@lingui/react';
import { useNavigate } from 'react-router';
import { OutcomeDialog } from '../ui/outcome-dialog.tsx';
import { PaidOrderTile } from './paid-order-tile.tsx';
import { usePaidOrder } from './use-paid-order.ts';

interface PaidOutcome {
  readonly kind: 'paid';
  readonly orderId: string;
}

interface PaymentOutcomeDialogProps {
  outcome: PaidOutcome | { readonly kind: 'declined' | 'returned'; readonly message: string };
  /** An eSIM was ordered: its button has its place before the order is loaded. */
  esim?: boolean;
  /** Takes what was ordered out of the cart. */
  empty: () => void;
  open: boolean;
  onClose: () => void;
  onRetry: () => void;
}

/** E12, E13. */
export function PaymentOutcomeDialog(props: PaymentOutcomeDialogProps) {
  const { outcome, empty, onRetry, open, onClose, esim = false } = props;
  const { i18n } = useLingui();
  const navigate = useNavigate();
  if (outcome.kind === 'paid') {
    return <PaidDialog esim={esim} onClose={onClose} open={open} orderId={outcome.orderId} />;
  }
  if (outcome.kind === 'returned') {
    return (
      <OutcomeDialog
        actionLabel={i18n.t('See the plans')}
        onAction={() => {
          empty();
          void navigate('/shop');
        }}
        onClose={onClose}
        open={open}
        text={i18n.t('You won’t be charged anything more for it.')}
        title={i18n.t('This order is closed')}
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

function PaidDialog({
  orderId,
  esim,
  ...dialog
}: {
  orderId: string;
  esim: boolean;
  open: boolean;
  onClose: () => void;
}) {
  const { i18n } = useLingui();
  const navigate = useNavigate();
  const { isPending, setUpPath } = usePaidOrder(orderId);
  return (
    <OutcomeDialog
      {...dialog}
      actionLabel={i18n.t('To Dashboard')}
      before={
        setUpPath || (isPending && esim)
          ? {
              label: i18n.t('Set up eSIM'),
              onAction: setUpPath ? () => void navigate(setUpPath) : undefined,
            }
          : undefined
      }
      readFirst
      onAction={() => void navigate('/dashboard')}
      text={i18n.t('Thank You')}
      title={i18n.t('Payment Successful')}
      tone="success"
      undecided={isPending}
    >
      <PaidOrderTile orderId={orderId} />
    </OutcomeDialog>
  );
}
