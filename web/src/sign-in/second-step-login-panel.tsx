import { useLingui } from '@lingui/react';
import { useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { notify } from '../api/notifications.ts';
import { session } from '../api/session.ts';
import { useLateSend } from '../api/use-late-send.ts';
import { wayBack } from '../api/way-back.ts';
import { ButtonLink } from '../ui/button.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { loadRules } from './load-rules.ts';
import type { PendingSecondStep } from './pending-second-step.ts';
import { SecondStepForm, useSecondStep } from './second-step-form.tsx';
import { SignInPanel } from './sign-in-panel.tsx';
import { useArrival } from './use-arrival.ts';

const loadEnterSecondStep = async () => (await loadRules()).enterSecondStep;

export function SecondStepLoginPanel({ pending }: { pending: PendingSecondStep }) {
  const { i18n } = useLingui();
  const here = useLocation();
  const { signIn } = useArrival({ waits: pending.joins === true });
  const [over, setOver] = useState<string>();
  const before = useRef<ReturnType<typeof session.person>>(undefined);
  const enter = useLateSend(loadEnterSecondStep, {
    silent: true,
    refusalAt: 'passkey',
    onDone({ token, message }, { passkey }) {
      if (!pending.joins) return signIn(token, passkey ? 'passkey' : pending.by);
      session.join(token, before.current);
      notify({ error: false, message });
    },
    onFailed({ reason, message }) {
      if (reason !== 'challenge_expired') return;
      setOver(message);
      return [];
    },
  });
  const step = useSecondStep(pending.kind, (proof, signal) => {
    before.current = session.person();
    return enter({ ...proof, challenge: pending.challenge }, signal);
  });
  // Still logged in, in the account that will be joined.
  const again = pending.joins ? wayBack(here) : `/login${here.search}`;
  const back = pending.joins ? i18n.t('Back') : i18n.t('Back to login');
  if (over !== undefined) {
    return (
      <SignInPanel brief={<span role="alert">{over}</span>} title={i18n.t('One more step')}>
        <ButtonLink to={again}>{back}</ButtonLink>
      </SignInPanel>
    );
  }
  return (
    <SignInPanel
      brief={
        pending.kind === 'app'
          ? i18n.t('Your account asks for a code from your authenticator app.')
          : i18n.t('Your account opens with your passkey only.')
      }
      title={i18n.t('One more step')}
    >
      <SecondStepForm action={i18n.t('Log in')} name={i18n.t('One more step')} step={step} />
      <p className="mt-8 flex flex-wrap gap-x-6 gap-y-2 border-t pt-6">
        <TextLink to="/contact-us">{i18n.t('Lost your device and the codes?')}</TextLink>
        <TextLink to={again}>{back}</TextLink>
      </p>
    </SignInPanel>
  );
}
