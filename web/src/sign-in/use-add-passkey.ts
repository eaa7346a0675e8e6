import { useLingui } from '@lingui/react';
import { CallFailed } from '@portside/contract/call';
import { addPasskey, listPasskeys } from '@portside/contract/sign-in';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { notify } from '../api/notifications.ts';
import { useCall } from '../api/use-call.tsx';
import { knowsPasskeys } from '../api/passkey-device.ts';
import { makePasskey } from './passkey.ts';

export function useAddPasskey() {
  const { i18n } = useLingui();
  const call = useCall();
  const client = useQueryClient();
  const [adding, setAdding] = useState(false);
  const [fault, setFault] = useState<string>();

  /** True when this device has one now. */
  async function add(): Promise<boolean> {
    setFault(undefined);
    if (!knowsPasskeys()) {
      setFault(i18n.t('This browser doesn’t support passkeys.'));
      return false;
    }
    setAdding(true);
    try {
      const made = await makePasskey(call);
      if (made === 'exists')
        setFault(i18n.t('This device already has a passkey for your account.'));
      if (made === undefined)
        setFault(i18n.t('No passkey was created. You can try again anytime.'));
      if (made === 'exists' || made === undefined) return made === 'exists';
      const { message, passkeys } = await call(addPasskey, { passkey: made });
      notify({ error: false, message });
      // A list under way is from before.
      await client.cancelQueries({ queryKey: [listPasskeys.name] });
      client.setQueryData([listPasskeys.name, {}], { passkeys });
      return true;
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      if (error.reason && error.reason !== 'proof_required') setFault(error.message);
      return false;
    } finally {
      setAdding(false);
    }
  }
  return { add, adding, fault };
}
