import { useLingui } from '@lingui/react';
import type { OutputOf } from '@portside/contract/endpoint';
import type { resetPassword } from '@portside/contract/sign-in';
import { useId, useRef, useState } from 'react';
import { useLateSend } from '../api/use-late-send.ts';
import { Button } from '../ui/button.tsx';
import { FaultLine } from '../ui/field-frame.tsx';
import { loadRules } from './load-rules.ts';
import { useDateTime } from './use-date-time.ts';

const loadRemoval = async () => (await loadRules()).removePasskeyAfterReset;

export type LeftPasskeys = Pick<OutputOf<typeof resetPassword>, 'passkeys' | 'removalToken'>;

/** Passkeys outlive a password reset. */
export function LeftPasskeysPanel({ left }: { left: LeftPasskeys }) {
  const { i18n } = useLingui();
  const moment = useDateTime();
  const id = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const { passkeys, busy, said, fault, remove } = useRemoval(left, () => title.current?.focus());
  if (left.passkeys.length === 0) return null;
  return (
    <section aria-labelledby={id} className="mb-8 border-t-4 border-ink pt-5">
      <h2 className="text-title outline-none" id={id} ref={title} tabIndex={-1}>
        {passkeys.length > 0
          ? i18n.t('These passkeys still open your account')
          : i18n.t('No passkey opens your account now')}
      </h2>
      {passkeys.length > 0 && (
        <>
          <p className="mt-1 text-ink-soft">
            {left.removalToken === undefined
              ? i18n.t('If you don’t recognize one, log in and remove it in Settings.')
              : i18n.t('Remove any you don’t recognize.')}
          </p>
          <ul className="mt-4 border-t">
            {passkeys.map((passkey) => (
              <li className="flex items-center gap-4 border-b py-3" key={passkey.id}>
                <div className="min-w-0 flex-1">
                  <p className="font-strong wrap-anywhere">{passkey.name}</p>
                  <p className="text-fine text-ink-soft">
                    {passkey.lastUsedAt
                      ? i18n.t('Last used {time}', { time: moment(passkey.lastUsedAt) })
                      : i18n.t('Added {time}', { time: moment(passkey.createdAt) })}
                  </p>
                </div>
                {left.removalToken !== undefined && (
                  <Button
                    aria-label={i18n.t('Remove {name}', { name: passkey.name })}
                    className="-me-[12px]"
                    icon="trash"
                    loading={busy === passkey.id}
                    onClick={() => void remove(passkey.id)}
                    variant="quiet"
                  >
                    {i18n.t('Remove')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      <div className="mt-2" role="status">
        {fault ? <FaultLine>{fault}</FaultLine> : said}
      </div>
    </section>
  );
}

function useRemoval(left: LeftPasskeys, onRemoved: () => void) {
  const [passkeys, setPasskeys] = useState(left.passkeys);
  const [busy, setBusy] = useState<string>();
  const [said, setSaid] = useState<string>();
  const [fault, setFault] = useState<string>();
  const send = useLateSend(loadRemoval, {
    silent: true,
    shown: 'refusals',
    onDone(answer, { id }) {
      // Answers may come out of order: what is gone stays gone.
      const left = new Set(answer.passkeys.map((one) => one.id));
      setPasskeys((shown) => shown.filter((one) => one.id !== id && left.has(one.id)));
      setSaid(answer.message);
      // The button goes with its row.
      onRemoved();
    },
    onFailed({ reason, message }) {
      if (reason) setFault(message);
    },
  });
  async function remove(id: string) {
    setBusy(id);
    setFault(undefined);
    try {
      await send({ token: left.removalToken ?? '', id });
    } finally {
      setBusy(undefined);
    }
  }
  return { passkeys, busy, said, fault, remove };
}
