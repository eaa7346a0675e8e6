import { useLingui } from '@lingui/react';
import { phone } from '@portside/contract/formats';
import { Dialog, DialogCancel } from '../ui/dialog.tsx';
import { Flag } from '../ui/flag.tsx';
import { PlanLink } from './plan-link-tile.tsx';

interface PlanNeededDialogProps {
  msisdn: string;
  /** What the server says: nothing was sent yet. */
  message: string;
  open: boolean;
  onClose: () => void;
  finalFocus?: (() => HTMLElement | null) | undefined;
}

/** Everything of a number is kept, and what is missing is a line for it: the way to the shop. */
export function PlanNeededDialog(props: PlanNeededDialogProps) {
  const { msisdn, message, open, onClose, finalFocus } = props;
  const { i18n } = useLingui();
  return (
    <Dialog
      actions={
        <>
          <PlanLink onClick={onClose} />
          <DialogCancel variant="quiet">{i18n.t('Not now')}</DialogCancel>
        </>
      }
      finalFocus={finalFocus}
      modal="question"
      onClose={onClose}
      open={open}
      picture={<Flag label={i18n.t('Waiting for a plan')} name="pending" size={72} />}
      subtitle={message}
      title={i18n.t('Choose a plan for this number')}
    >
      <p className="text-lead font-strong tabular-nums">{phone(msisdn)}</p>
    </Dialog>
  );
}
