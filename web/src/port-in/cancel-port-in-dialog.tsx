import { useLingui } from '@lingui/react';
import { phone } from '@portside/contract/formats';
import { listLines } from '@portside/contract/lines';
import { cancelPortIn, listPortIns, type PortIn } from '@portside/contract/port-in';
import { useSend } from '../api/use-send.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogCancel } from '../ui/dialog.tsx';
import { useWork } from '../ui/use-work.ts';

interface CancelPortInDialogProps {
  portIn: PortIn;
  open: boolean;
  onClose: () => void;
  /** It is cancelled, or cannot be any more. */
  onDone: () => void;
  finalFocus: () => HTMLElement | null;
}

/** Asks before a number stays where it is. */
export function CancelPortInDialog(props: CancelPortInDialogProps) {
  const { portIn, open, onClose, onDone, finalFocus } = props;
  const { i18n } = useLingui();
  const work = useWork();
  const finish = () => {
    onDone();
    onClose();
  };
  const cancel = useSend(cancelPortIn, {
    refresh: [listPortIns, listLines],
    onDone: finish,
    onFailed: ({ reason }) => {
      if (reason === 'too_late') finish();
    },
  });
  const confirm = async (signal: AbortSignal) => void (await cancel({ id: portIn.id }, signal));

  return (
    <Dialog
      actions={
        <>
          <Button loading={work.loading} onClick={() => void work.run(confirm)} variant="danger">
            {i18n.t('Yes, cancel it')}
          </Button>
          <DialogCancel>{i18n.t('Keep the transfer')}</DialogCancel>
        </>
      }
      finalFocus={finalFocus}
      modal="question"
      onClose={onClose}
      open={open}
      subtitle={phone(portIn.msisdn)}
      title={i18n.t('Cancel the transfer of this number?')}
      work={work}
    >
      <p>
        {portIn.lineId
          ? i18n.t(
              'The number stays with your old carrier and keeps working there. Your line here gets a different one.',
            )
          : i18n.t('The number stays with your old carrier and keeps working there.')}
      </p>
    </Dialog>
  );
}
