import { useLingui } from '@lingui/react';
import { phone } from '@portside/contract/phone';
import { listLines } from '@portside/contract/lines';
import { listNeeds } from '@portside/contract/needs';
import { cancelPortIn, listPortIns, type PortIn } from '@portside/contract/port-in';
import { useSend } from '../api/use-send.ts';
import { QuestionDialog } from '../ui/question-dialog.tsx';

interface CancelPortInDialogProps {
  portIn: PortIn;
  open: boolean;
  onClose: () => void;
  /** Canceled, or too late. */
  onDone: () => void;
  finalFocus: () => HTMLElement | null;
}

export function CancelPortInDialog(props: CancelPortInDialogProps) {
  const { portIn, open, onClose, onDone, finalFocus } = props;
  const { i18n } = useLingui();
  const finish = () => {
    onDone();
    onClose();
  };
  const cancel = useSend(cancelPortIn, {
    refresh: [listPortIns, listLines, listNeeds],
    onDone: finish,
    onFailed: ({ reason }) => {
      if (reason === 'too_late') finish();
    },
  });

  return (
    <QuestionDialog
      cancelLabel={i18n.t('Keep the transfer')}
      confirmLabel={i18n.t('Yes, cancel it')}
      finalFocus={finalFocus}
      onClose={onClose}
      onConfirm={(signal) => cancel({ id: portIn.id }, signal)}
      open={open}
      subtitle={phone(portIn.msisdn)}
      title={i18n.t('Cancel the transfer of this number?')}
    >
      <p>
        {portIn.lineId
          ? i18n.t(
              'The number stays with your old carrier and keeps working there. Your line here gets a different one.',
            )
          : i18n.t('The number stays with your old carrier and keeps working there.')}
      </p>
    </QuestionDialog>
  );
}
