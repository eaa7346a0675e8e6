import { useLingui } from '@lingui/react';
import { phone } from '@portside/contract/phone';
import { Dialog, DialogCancel } from '../ui/dialog.tsx';
import { Flag } from '../ui/flag.tsx';
import { PlanLink } from './plan-link-tile.tsx';

interface PlanNeededDialogProps {
  msisdn: string;
  message: string;
  open: boolean;
  onClose: () => void;
  finalFocus?: (() => HTMLElement | null) | undefined;
}

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
