import { useLingui } from '@lingui/react';
import { CallFailed } from '@portside/contract/call';
import { listPortIns, type PortIn, resubmitPortIn } from '@portside/contract/port-in';
import { useQueryClient } from '@tanstack/react-query';
import { notify } from '../api/notifications.ts';
import { useCall } from '../api/use-call.tsx';
import { Button } from '../ui/button.tsx';
import { useWork } from '../ui/use-work.ts';

interface TryAgainProps {
  portIn: PortIn;
  /** The button goes with its state. */
  onDone: () => void;
}

/** Sends a number as it is once more, after our own tries have ended. */
export function TryAgain({ portIn, onDone }: TryAgainProps) {
  const { i18n } = useLingui();
  const call = useCall();
  const client = useQueryClient();
  const work = useWork();

  async function send(signal: AbortSignal) {
    try {
      const { message } = await call(resubmitPortIn, { msisdn: portIn.msisdn }, { signal });
      notify({ error: false, message });
      onDone();
    } catch (error) {
      // Told by the call.
      if (!(error instanceof CallFailed)) throw error;
    } finally {
      void client.invalidateQueries({ queryKey: [listPortIns.name] });
    }
  }

  return (
    <Button loading={work.loading} onClick={() => void work.run(send)}>
      {i18n.t('Try again')}
    </Button>
  );
}
