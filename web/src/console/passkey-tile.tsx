import { type Call, CallFailed } from '@portside/contract/call';
import { askStaffPasskey } from '@portside/contract/console/staff';
import { useState } from 'react';
import { giveOnDevice, type GivenPasskey } from '../api/passkey-device.ts';
import { useCall } from '../api/use-call.tsx';
import { Button, type ButtonVariant } from '../ui/button.tsx';
import { FaultLine } from '../ui/field-frame.tsx';
import { useWork } from '../ui/use-work.ts';

interface PasskeyTileProps {
  label: string;
  variant?: ButtonVariant;
  /** Sends what the device signed. @throws CallFailed */
  send: (call: Call, passkey: GivenPasskey, signal: AbortSignal) => Promise<void>;
}

/** A button, and below it why nothing came of it. */
export function PasskeyTile({ label, variant = 'primary', send }: PasskeyTileProps) {
  const call = useCall();
  const work = useWork();
  const [fault, setFault] = useState<string>();

  async function press(signal: AbortSignal) {
    setFault(undefined);
    try {
      const { options } = await call(askStaffPasskey, {}, { signal, shown: 'refusals' });
      const passkey = await giveOnDevice(options);
      if (passkey) await send(call, passkey, signal);
      else setFault('No passkey was used. Try again, or choose another way.');
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      if (error.reason) setFault(error.message);
    }
  }

  return (
    <div>
      <Button
        icon="key"
        loading={work.loading}
        onClick={() => void work.run(press)}
        variant={variant}
        wide
      >
        {label}
      </Button>
      <div role="status">{fault && <FaultLine>{fault}</FaultLine>}</div>
    </div>
  );
}
