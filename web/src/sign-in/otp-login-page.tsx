import { useLingui } from '@lingui/react';
import { useLocation } from 'react-router';
import { RedirectPage } from '../ui/redirect-page.tsx';
import { notify } from '../api/notifications.ts';
import { useSession } from '../api/session.ts';
import { useLateSend } from '../api/use-late-send.ts';
import { Button } from '../ui/button.tsx';
import { CodeForm, useCodeEntry } from '../ui/code-form.tsx';
import { SpinnerPage } from '../ui/spinner-page.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { loadRules } from './load-rules.ts';
import { MailboxTile } from './mailbox-tile.tsx';
import { pendingEmail } from './pending-code.ts';
import { pendingSecondStep, useSecondStepWay } from './pending-second-step.ts';
import { SecondStepLoginPanel } from './second-step-login-panel.tsx';
import { SignInPanel } from './sign-in-panel.tsx';
import { useArrival } from './use-arrival.ts';

const loadAskLoginCode = async () => (await loadRules()).askLoginCode;
const loadEnterLoginCode = async () => (await loadRules()).enterLoginCode;

/** A11; without a pending code, to the login. */
export function Component() {
  const { known, isLoggedIn } = useSession();
  const here = useLocation();
  const email = pendingEmail(here.state);
  const secondStep = pendingSecondStep(here.state);
  // The first render has no history entry.
  if (!known) return <SpinnerPage />;
  if (secondStep) return <SecondStepLoginPanel key={secondStep.challenge} pending={secondStep} />;
  if (email === undefined && !isLoggedIn) {
    return <RedirectPage state={here.state} to={`/login${here.search}`} />;
  }
  return <EnterCode email={email ?? ''} />;
}

function EnterCode({ email }: { email: string }) {
  const { i18n } = useLingui();
  const here = useLocation();
  const { signIn } = useArrival();
  const toSecondStep = useSecondStepWay();
  const enter = useLateSend(loadEnterLoginCode, {
    silent: true,
    refusalAt: 'otp',
    onDone: ({ token }) => signIn(token, 'code'),
    onFailed: (failure) => (toSecondStep(failure, 'code') ? [] : undefined),
  });
  const resend = useLateSend(loadAskLoginCode, {
    silent: true,
    onDone: () =>
      notify({ error: false, message: i18n.t('Code Re-sent! Please enter the new code') }),
  });
  const entry = useCodeEntry({
    length: 6,
    check: (code) => (/^\d{6}$/.test(code) ? undefined : i18n.t('Please enter the 6-digit code')),
    onEnter: (otp, signal) => enter({ email, otp }, signal),
    onResend: async (signal) => (await resend({ email }, signal)) === undefined,
  });

  return (
    <SignInPanel
      about="help"
      brief={i18n.t('If {email} has an account, a 6-digit code is on its way.', {
        email,
      })}
      title={i18n.t('Enter your code')}
    >
      <CodeForm
        autoFocus
        entry={entry}
        label={i18n.t('One-time code')}
        name={i18n.t('Enter your code')}
      >
        <Button loading={entry.loading} type="submit">
          {i18n.t('Log in')}
        </Button>
      </CodeForm>
      <MailboxTile className="mt-6" email={email} />
      <p className="mt-8 flex flex-wrap gap-x-6 gap-y-2 border-t pt-6">
        <TextLink state={here.state} to={`/login-without-password${here.search}`}>
          {i18n.t('Use another address')}
        </TextLink>
        <TextLink state={here.state} to={`/login-with-password${here.search}`}>
          {i18n.t('Use your password')}
        </TextLink>
      </p>
    </SignInPanel>
  );
}
