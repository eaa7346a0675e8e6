import { CallFailed } from '@portside/contract/call';
import {
  addStaffPasskey,
  askNewStaffPasskey,
  listStaffPasskeys,
  removeStaffPasskey,
  viewMe,
} from '@portside/contract/console/staff';
import type { OutputOf } from '@portside/contract/endpoint';
import { useState } from 'react';
import { knowsPasskeys, makeOnDevice } from '../api/passkey-device.ts';
import { notify } from '../api/notifications.ts';
import { useCall } from '../api/use-call.tsx';
import { useRefresh, useSend } from '../api/use-send.ts';
import { Button } from '../ui/button.tsx';
import { FaultLine } from '../ui/field-frame.tsx';
import { QuestionDialog } from '../ui/question-dialog.tsx';
import { useWork } from '../ui/use-work.ts';
import { ConsoleList } from './console-list.tsx';
import { moment } from './moment.ts';
import { useShop } from './shop.ts';

type Passkey = OutputOf<typeof listStaffPasskeys>['passkeys'][number];

export function PasskeysPage() {
  const { timeZone } = useShop();
  const [leaving, setLeaving] = useState<Passkey>();
  return (
    <>
      <ConsoleList
        above={<AddButton />}
        actions={(row: Passkey) => (
          <Button aria-label={`Remove ${row.name}`} onClick={() => setLeaving(row)} variant="quiet">
            Remove
          </Button>
        )}
        columns={[
          { head: 'Made in', cell: (row) => row.name },
          { head: 'Added', cell: (row) => moment(row.createdAt, timeZone), wide: true },
          {
            head: 'Last used',
            cell: (row) => (row.lastUsedAt ? moment(row.lastUsedAt, timeZone) : 'Never'),
          },
        ]}
        empty="No passkey yet. With one you log in by fingerprint, face or PIN, without a password or a code."
        endpoint={listStaffPasskeys}
        rowKey={(row) => row.id}
        rowsOf={({ passkeys }) => passkeys}
        title="Your passkeys"
      />
      {leaving && <RemoveDialog onClose={() => setLeaving(undefined)} passkey={leaving} />}
    </>
  );
}

function AddButton() {
  const call = useCall();
  const refresh = useRefresh();
  const work = useWork();
  const [fault, setFault] = useState<string>();

  async function add(signal: AbortSignal) {
    setFault(undefined);
    if (!knowsPasskeys()) return setFault('This browser doesn’t know passkeys.');
    try {
      const shown = { signal, shown: 'refusals' as const };
      const { options } = await call(askNewStaffPasskey, {}, shown);
      const made = await makeOnDevice(options);
      if (made === 'exists') return setFault('This device has a passkey of yours already.');
      if (made === undefined) return setFault('No passkey was made. Try again.');
      const { message } = await call(addStaffPasskey, { passkey: made }, shown);
      notify({ error: false, message });
      await refresh([listStaffPasskeys, viewMe]);
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      if (error.reason && error.reason !== 'proof_required') setFault(error.message);
    }
  }

  return (
    <div>
      <Button icon="plus" loading={work.loading} onClick={() => void work.run(add)}>
        Add a passkey
      </Button>
      <div role="status">{fault && <FaultLine>{fault}</FaultLine>}</div>
    </div>
  );
}

function RemoveDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const [fault, setFault] = useState<string>();
  const remove = useSend(removeStaffPasskey, {
    refresh: [listStaffPasskeys, viewMe],
    shown: 'refusals',
    onDone: onClose,
    onFailed: ({ reason, message }) => {
      if (reason && reason !== 'proof_required') setFault(message);
    },
  });
  return (
    <QuestionDialog
      confirmLabel="Remove"
      onClose={onClose}
      onConfirm={(signal) => remove({ id: passkey.id }, signal)}
      open
      subtitle="You can’t log in with it any more. Remove it from your device, too."
      title={`Remove ${passkey.name}?`}
    >
      <div role="status">{fault && <FaultLine>{fault}</FaultLine>}</div>
    </QuestionDialog>
  );
}
