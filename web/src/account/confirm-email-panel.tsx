import { useLingui } from '@lingui/react';
import { askEmailCode, confirmEmail } from '@portside/contract/account';
import { CallFailed } from '@portside/contract/call';
import { useId, useState } from 'react';
import { codeFault } from '../api/code-fault.ts';
import { notify } from '../api/notifications.ts';
import { session, useSession } from '../api/session.ts';
import { useCall } from '../api/use-call.tsx';
import { Button } from '../ui/button.tsx';
import { CodeForm, useCodeEntry } from '../ui/code-form.tsx';
import { classes } from '../ui/classes.ts';
import { Icon } from '../ui/icon.tsx';
import { useReload } from './use-reload.ts';

interface ConfirmEmailPanelProps {
  /** The address has an account that asks for a second step: true when it is led there. */
  onSecondStep: (error: CallFailed) => boolean;
  /** Beside something that matters more at this moment. */
  compact?: boolean;
  className?: string;
}

/**
 * Asks for the code of six digits while the address is not confirmed. It stands in nobody's way. Whoever
 * forgot that they have an account comes into it with the same code; nothing here tells before that.
 */
export function ConfirmEmailPanel({ onSecondStep, compact, className }: ConfirmEmailPanelProps) {
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
      const before = session.person();
      try {
        const { message, token } = await call(confirmEmail, { otp });
        if (token === undefined) reload();
        else session.join(token, before);
        notify({ error: false, message });
      } catch (error) {
        if (!(error instanceof CallFailed)) throw error;
        if (!onSecondStep(error)) return error.errors;
      }
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
  const title = i18n.t('Confirm your email address');
  const sentence = i18n.t(
    'We sent a code to {email}. If you already had an account with us, the email says so, and the code takes you there.',
    { email: userInfo.email },
  );
  const form = open && (
    <CodeForm autoFocus entry={entry} label={i18n.t('One-time code')} name={title}>
      <Button loading={entry.loading} type="submit">
        {i18n.t('Confirm')}
      </Button>
    </CodeForm>
  );
  const enter = (variant: 'secondary' | 'quiet', place: string) => (
    <Button className={place} onClick={() => setOpen(true)} variant={variant}>
      {i18n.t('Enter the code')}
    </Button>
  );
  const frame = 'animate-arrive remark';
  if (compact) {
    return (
      <section
        aria-label={title}
        className={classes('flex gap-3 px-4 pt-3', open ? 'pb-4' : 'pb-1', frame, className)}
      >
        <Icon className="mt-0.5" name="mail" size={20} />
        <div className="min-w-0">
          <p className={classes('measure text-fine wrap-anywhere', open && 'mb-4')}>{sentence}</p>
          {form || enter('quiet', '-ms-3')}
        </div>
      </section>
    );
  }
  return (
    <section
      aria-labelledby={id}
      className={classes(
        'grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-4 p-5 md:grid-cols-[1fr_auto] md:p-6',
        frame,
        className,
      )}
    >
      <div>
        <h2 className="flex items-center gap-3 text-lead" id={id}>
          <Icon name="mail" />
          {title}
        </h2>
        <p className="mt-1 measure wrap-anywhere">{sentence}</p>
      </div>
      {form ? <div>{form}</div> : enter('secondary', 'self-center')}
    </section>
  );
}
