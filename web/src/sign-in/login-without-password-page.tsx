import { useLingui } from '@lingui/react';
import { useLocation, useNavigate } from 'react-router';
import { useHalfWritten } from '../api/language-change.ts';
import { rememberedEmail } from '../api/session.ts';
import { useLateSubmit } from '../api/use-late-submit.ts';
import { useLeft } from '../api/use-left.ts';
import { withEmail } from '../api/way-back.ts';
import { Button } from '../ui/button.tsx';
import { Form, useForm } from '../ui/form.tsx';
import { EmailField } from './email-form.tsx';
import { hurryRules, loadRules } from './load-rules.ts';
import { OtherWaysList } from './other-ways-list.tsx';
import type { PendingCode } from './pending-code.ts';
import { SignInPanel } from './sign-in-panel.tsx';
import { useArrival } from './use-arrival.ts';
import { useRememberedEmail } from './use-remembered-email.ts';

const loadAskLoginCode = async () => (await loadRules()).askLoginCode;

/** A09. */
export function Component() {
  const { i18n } = useLingui();
  const here = useLocation();
  const navigate = useNavigate();
  const isLeft = useLeft();
  useArrival();
  const form = useForm({
    initial: { email: '' },
    ...useLateSubmit(loadAskLoginCode, {
      input: ({ email }: { email: string }) => ({ email: email.trim() }),
      silent: true,
      refusalAt: 'email',
      onDone: (_, { email }) => goOn(email),
      onFailed({ problem }, { email }) {
        // A code sent just before still works.
        if (problem.code === 'too_often') goOn(email);
      },
    }),
  });
  useRememberedEmail(form.set);
  useHalfWritten('login', form.values, ['email'], form.set);

  function goOn(email: string) {
    if (isLeft()) return;
    rememberedEmail.write(email);
    const state: PendingCode = { ...withEmail(here.state, email), codeFor: email };
    void navigate(`/otp-login${here.search}`, { state });
  }

  return (
    <SignInPanel
      about="help"
      brief={i18n.t('We’ll email you a 6-digit code. It’s good for 10 minutes.')}
      title={i18n.t('Log in with a code')}
    >
      <div onFocus={hurryRules}>
        <Form form={form}>
          <EmailField {...form.text('email')} />
          <Button loading={form.loading} type="submit" wide>
            {i18n.t('Send the code')}
          </Button>
        </Form>
      </div>
      <OtherWaysList email={form.values.email} ways={['password']} />
    </SignInPanel>
  );
}
