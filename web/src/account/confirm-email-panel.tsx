import { useLingui } from '@lingui/react';
import { askEmailCode, confirmEmail } from '@portside/contract/account';
import { CallFailed } from '@portside/contract/call';
import { useId, useState } from 'react';
import { codeFault } from '../api/code-fault.ts';
import { notify } from '../api/notifications.ts';
import { useSession } from '../api/session.ts';
import { useCall } from '../api/use-call.tsx';
import { Button } from '../ui/button.tsx';
import { CodeForm, useCodeEntry } from '../ui/code-form.tsx';
import { Icon } from '../ui/icon.tsx';
import { useReload } from './use-reload.ts';

/** Asks for the code of six digits while the address is not confirmed. It stands in nobody's way. */
export function ConfirmEmailPanel() {
  const { i18n } = useLingui();
  const { userInfo } = useSession();
  const call = useCall();
  const reload = useReload();
  const id = useId();
  const [open, setOpen] = useState(false);
  const entry = useCodeEntry({
    length: 6,
    check: codeFault(6),
    async onEnter(otp) {
      try {
        const { message } = await call(confirmEmail, { otp });
        notify({ error: false, message });
      } catch (error) {
        if (error instanceof CallFailed) return error.errors;
        throw error;
      }
      reload();
    },
    async onResend() {
      try {
        await call(askEmailCode, {});
      } catch (error) {
        if (!(error instanceof CallFailed)) throw error;
        // Confirmed elsewhere meanwhile.
        if (error.reason === 'email_confirmed') reload();
        return false;
      }
      notify({ error: false, message: i18n.t('Code Re-sent! Please enter the new code') });
      return true;
    },
  });
  if (!userInfo || userInfo.emailVerified || userInfo.agent) return null;
  return (
    <section
      aria-labelledby={id}
      className="grid animate-arrive grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-4 remark p-5 md:grid-cols-[1fr_auto] md:p-6"
    >
      <div>
        <h2 className="flex items-center gap-3 text-lead" id={id}>
          <Icon name="mail" />
          {i18n.t('Confirm your email address')}
        </h2>
        <p className="mt-1 measure wrap-anywhere">
          {i18n.t(
            'We sent a code to {email}. Until you confirm it, we can’t use this address to help you get back into your account.',
            { email: userInfo.email },
          )}
        </p>
      </div>
      {open ? (
        <div>
          <CodeForm
            autoFocus
            entry={entry}
            label={i18n.t('One-time code')}
            name={i18n.t('Confirm your email address')}
          >
            <Button loading={entry.loading} type="submit">
              {i18n.t('Confirm')}
            </Button>
          </CodeForm>
        </div>
      ) : (
        <Button className="self-center" onClick={() => setOpen(true)} variant="secondary">
          {i18n.t('Enter the code')}
        </Button>
      )}
    </section>
  );
}
