import { useLingui } from '@lingui/react';
import { listNeeds } from '@portside/contract/needs';
import { listPortIns, type PortIn, resubmitPortIn } from '@portside/contract/port-in';
import { useSend } from '../api/use-send.ts';
import { Button } from '../ui/button.tsx';
import { useWork } from '../ui/use-work.ts';

interface TryAgainProps {
  portIn: PortIn;
  onDone: () => void;
}

/** After our own retries have ended. */
export function TryAgain({ portIn, onDone }: TryAgainProps) {
  const { i18n } = useLingui();
  const work = useWork();
  const resubmit = useSend(resubmitPortIn, { refresh: [listPortIns, listNeeds], onDone });
  const send = async (signal: AbortSignal) =>
    void (await resubmit({ msisdn: portIn.msisdn }, signal));

  return (
    <Button loading={work.loading} onClick={() => void work.run(send)}>
      {i18n.t('Try again')}
    </Button>
  );
}
