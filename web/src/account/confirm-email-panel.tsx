import { useLingui } from '@lingui/react';
import { askEmailCode, confirmEmail, viewUser } from '@portside/contract/account';
import type { CallFailed } from '@portside/contract/call';
import { useEffect, useId, useReducer, useRef, useState } from 'react';
import { codeFault } from '../api/code-fault.ts';
import { notify } from '../api/notifications.ts';
import { session, useSession } from '../api/session.ts';
import { useRefresh, useSend } from '../api/use-send.ts';
import { Button } from '../ui/button.tsx';
import { CodeForm, useCodeEntry } from '../ui/code-form.tsx';
import { classes } from '../ui/classes.ts';
import { Icon } from '../ui/icon.tsx';
import { useWork } from '../ui/use-work.ts';

interface ConfirmEmailPanelProps {
  /** True when the second step takes over. */
  onSecondStep: (error: CallFailed) => boolean;
  /** Next to something more important. */
  compact?: boolean;
  className?: string;
}

/**
 * Asks for the six-digit code while the address is unconfirmed. With the same code somebody who
 * forgot an account gets into it; nothing tells before.
 */
export function ConfirmEmailPanel({ onSecondStep, compact, className }: ConfirmEmailPanelProps) {
  const { i18n } = useLingui();
  const { userInfo } = useSession();
  const refresh = useRefresh();
  const id = useId();
  const [open, setOpen] = useState(false);
  const before = useRef<ReturnType<typeof session.person>>(undefined);
  const confirm = useSend(confirmEmail, {
    onDone({ token }) {
      if (token === undefined) void refresh([viewUser]);
      else session.join(token, before.current);
    },
    onFailed: (failure) => (onSecondStep(failure) ? [] : undefined),
  });
  const resend = useSend(askEmailCode, {
    silent: true,
    refresh: [viewUser],
    onDone: () =>
      notify({ error: false, message: i18n.t('Code Re-sent! Please enter the new code') }),
    onFailed({ reason }) {
      // Confirmed elsewhere.
      if (reason === 'email_confirmed') void refresh([viewUser]);
    },
  });
  const entry = useCodeEntry({
    length: 6,
    check: codeFault(6),
    onEnter(otp, signal) {
      before.current = session.person();
      return confirm({ otp }, signal);
    },
    onResend: async (signal) => (await resend({}, signal)) === undefined,
  });
  const work = useWork();
  const isGood = useIsAhead(userInfo?.emailCodeUntil);
  const sendOne = () =>
    void work.run(async (signal) => {
      if ((await resend({}, signal)) !== undefined) return;
      entry.restart();
      setOpen(true);
    });
  if (!userInfo || userInfo.emailVerified || userInfo.agent) return null;
  const title = i18n.t('Confirm your email address');
  const { email } = userInfo;
  const sentence = isGood
    ? i18n.t(
        'We sent a code to {email}. If you already had an account with us, the email says so, and the code takes you there.',
        { email },
      )
    : open
      ? i18n.t('The code that we sent to {email} is too old by now. Send a new one.', { email })
      : i18n.t(
          'We’ll email a code to {email}. If you already had an account with us, the email says so, and the code takes you there.',
          { email },
        );
  const form = open && (
    <CodeForm autoFocus entry={entry} label={i18n.t('One-time code')} name={title}>
      <Button loading={entry.loading} type="submit">
        {i18n.t('Confirm')}
      </Button>
    </CodeForm>
  );
  const enter = (variant: 'secondary' | 'quiet', place: string) => (
    <Button
      className={place}
      loading={work.loading}
      onClick={isGood ? () => setOpen(true) : sendOne}
      variant={variant}
    >
      {isGood ? i18n.t('Enter the code') : i18n.t('Email me a code')}
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

const LONGEST_MS = 2 ** 31 - 1;

const isAhead = (at: number) => at > Date.now();

/** Whether that moment is to come, also while the page stays open. */
function useIsAhead(moment: string | undefined): boolean {
  const at = moment === undefined ? 0 : Date.parse(moment);
  const [, lookAgain] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (!isAhead(at)) return;
    const timer = setTimeout(lookAgain, Math.min(at - Date.now(), LONGEST_MS));
    return () => clearTimeout(timer);
  }, [at]);
  return isAhead(at);
}
