import { useLingui } from '@lingui/react';
import { CallFailed } from '@portside/contract/call';
import { listLines } from '@portside/contract/lines';
import { bringNumber, listPortIns, type PortIn } from '@portside/contract/port-in';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { notify } from '../api/notifications.ts';
import { useCall } from '../api/use-call.tsx';
import { Button } from '../ui/button.tsx';

/** Sends a draft off whose details are kept already: given in a checkout that was left, say. */
export function BringNowTile({ portIn, onDone }: { portIn: PortIn; onDone: () => void }) {
  const { i18n } = useLingui();
  const call = useCall();
  const client = useQueryClient();
  const [loading, setLoading] = useState(false);

  async function bring() {
    setLoading(true);
    try {
      const { id, msisdn, zipCode } = portIn;
      const { message } = await call(bringNumber, { msisdn, zipCode, tempSubscriptionId: id });
      // What to do once the SIM comes: it stays until it is closed (G07).
      notify({ error: false, message, stayOpen: true });
      onDone();
    } catch (error) {
      // Told by the call.
      if (!(error instanceof CallFailed)) throw error;
    } finally {
      setLoading(false);
      void client.invalidateQueries({ queryKey: [listPortIns.name] });
      void client.invalidateQueries({ queryKey: [listLines.name] });
    }
  }

  return (
    <Button loading={loading} onClick={() => void bring()}>
      {i18n.t('Bring the number over')}
    </Button>
  );
}
