import { useLingui } from '@lingui/react';
import { CallFailed } from '@portside/contract/call';
import { phone } from '@portside/contract/formats';
import { listLines } from '@portside/contract/lines';
import { cancelPortIn, listPortIns, type PortIn } from '@portside/contract/port-in';
import { useQueryClient } from '@tanstack/react-query';
import { notify } from '../api/notifications.ts';
import { useCall } from '../api/use-call.tsx';
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
  const call = useCall();
  const client = useQueryClient();
  const work = useWork();

  async function confirm(signal: AbortSignal) {
    try {
      const { message } = await call(cancelPortIn, { id: portIn.id }, { signal });
      notify({ error: false, message });
      onDone();
      onClose();
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      // Told by the call. It may be too late, so what is shown is asked for anew.
      if (error.reason !== 'too_late') return;
      onDone();
      onClose();
    } finally {
      // Also when the answer was not waited for.
      void client.invalidateQueries({ queryKey: [listPortIns.name] });
      void client.invalidateQueries({ queryKey: [listLines.name] });
    }
  }

  return (
    <Dialog
      actions={
        <>
          <Button loading={work.loading} onClick={() => void work.run(confirm)} variant="danger">
            {i18n.t('Yes, cancel it')}
          </Button>
          <DialogCancel>{i18n.t('Keep it going')}</DialogCancel>
        </>
      }
      finalFocus={finalFocus}
      modal="question"
      onClose={onClose}
      open={open}
      subtitle={phone(portIn.msisdn)}
      title={i18n.t('Cancel bringing this number over?')}
      work={work}
    >
      <p>
        {portIn.lineId
          ? i18n.t(
              'The number stays at your old carrier and keeps working there. Your line here works with another one.',
            )
          : i18n.t('The number stays at your old carrier and keeps working there.')}
      </p>
    </Dialog>
  );
}
