import { useLingui } from '@lingui/react';
import { listPasskeys, type Passkey, removePasskey } from '@portside/contract/sign-in';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useAnswer } from '../api/use-answer.ts';
import { useRefresh, useSend } from '../api/use-send.ts';
import { Button } from '../ui/button.tsx';
import { FailedLoad } from '../ui/failed-load.tsx';
import { FaultLine } from '../ui/field-frame.tsx';
import { QuestionDialog } from '../ui/question-dialog.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { SecurityPanel } from './security-panel.tsx';
import { useAddPasskey } from './use-add-passkey.ts';
import { useDateTime } from './use-date-time.ts';

export function PasskeysPanel() {
  const { i18n } = useLingui();
  const { data, isPending, isFetching, refetch } = useAnswer(listPasskeys, {});
  const { add, adding, fault } = useAddPasskey();
  return (
    <SecurityPanel
      action={
        <Button icon="plus" loading={adding} onClick={() => void add()} variant="secondary">
          {i18n.t('Add a passkey')}
        </Button>
      }
      brief={i18n.t(
        'Log in with your fingerprint, face or screen lock. Nothing to remember, and nothing to steal.',
      )}
      title={i18n.t('Passkeys')}
    >
      <div className="mt-2" role="status">
        {fault && <FaultLine>{fault}</FaultLine>}
      </div>
      {data ? (
        data.passkeys.length > 0 ? (
          <ul className="mt-4 border-t">
            {data.passkeys.map((passkey) => (
              <PasskeyRow key={passkey.id} passkey={passkey} />
            ))}
          </ul>
        ) : (
          <p className="mt-4 border-y border-dashed py-5 text-ink-soft">
            {i18n.t('No passkeys yet')}
          </p>
        )
      ) : isPending ? (
        <div className="mt-4 flex h-16 items-center gap-4 border-y">
          <Spinner size={20} />
          <Skeleton className="h-4 w-48" />
        </div>
      ) : (
        <FailedLoad
          className="mt-4"
          loading={isFetching}
          onRetry={() => void refetch()}
          title={i18n.t('Your passkeys didn’t load')}
        />
      )}
    </SecurityPanel>
  );
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const { i18n } = useLingui();
  const moment = useDateTime();
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const refresh = useRefresh();
  const row = useRef<HTMLLIElement>(null);
  const next = useRef<HTMLElement>(null);
  // The button goes with its row; the focus stays in the block, once the dialog has let go of it.
  useEffect(
    () => () => {
      const heading = next.current;
      setTimeout(() => heading?.focus());
    },
    [],
  );

  const remove = useSend(removePasskey, {
    onDone({ passkeys }) {
      next.current = row.current?.closest('section')?.querySelector('h2') ?? null;
      // A list under way is from before.
      void client.cancelQueries({ queryKey: [listPasskeys.name] });
      client.setQueryData([listPasskeys.name, {}], { passkeys });
    },
    onFailed({ status, aborted }) {
      // Removed elsewhere, or the aborted call arrived.
      if (status === 404 || aborted) void refresh([listPasskeys]);
    },
  });

  return (
    <li className="flex flex-wrap items-center gap-x-4 border-b py-3" ref={row}>
      <div className="min-w-0 flex-1">
        <p className="font-strong wrap-anywhere">{passkey.name}</p>
        <p className="text-fine text-ink-soft">
          {passkey.lastUsedAt
            ? i18n.t('Last used {time}', { time: moment(passkey.lastUsedAt) })
            : i18n.t('Added {time}', { time: moment(passkey.createdAt) })}
        </p>
      </div>
      <Button
        aria-label={i18n.t('Remove {name}', { name: passkey.name })}
        className="-me-[12px]"
        icon="trash"
        onClick={() => setOpen(true)}
        variant="quiet"
      >
        {i18n.t('Remove')}
      </Button>
      <QuestionDialog
        confirmLabel={i18n.t('Remove passkey')}
        onClose={() => setOpen(false)}
        onConfirm={(signal) => remove({ id: passkey.id }, signal)}
        open={open}
        subtitle={i18n.t('You can no longer log in with it. Remove it from your device too.')}
        title={i18n.t('Remove this passkey?')}
      >
        <p className="font-strong wrap-anywhere">{passkey.name}</p>
      </QuestionDialog>
    </li>
  );
}
