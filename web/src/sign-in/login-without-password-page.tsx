import { useLingui } from '@lingui/react';
import { CallFailed } from '@portside/contract/call';
import { useLocation, useNavigate } from 'react-router';
import { fieldFaults } from '../api/check-input.ts';
import { useHalfWritten } from '../api/language-change.ts';
import { rememberedEmail } from '../api/session.ts';
import { useCall } from '../api/use-call.tsx';
import { withEmail } from '../api/way-back.ts';
import { Button } from '../ui/button.tsx';
import { Form, useForm } from '../ui/form.tsx';
import { EmailField } from './email-form.tsx';
import { hurryRules, loadRules } from './load-rules.ts';
import { OtherWaysList } from './other-ways-list.tsx';
import type { PendingCode } from './pending-code.ts';
import { refusalFaults } from './refusal-faults.ts';
import { SignInPanel } from './sign-in-panel.tsx';
import { useArrival } from './use-arrival.ts';
import { useRememberedEmail } from './use-remembered-email.ts';

/** A code instead of the password (A09): sent at the press, entered on the next page. */
export function Component() {
  const { i18n } = useLingui();
  const call = useCall();
  const here = useLocation();
  const navigate = useNavigate();
  useArrival();
  const form = useForm({
    initial: { email: '' },
    async onSubmit({ email }) {
      const { fields, askLoginCode } = await loadRules();
      const faults = fieldFaults({ email: fields.email }, { email });
      if (faults.length > 0) return faults;
      const address = email.trim();
      try {
        await call(askLoginCode, { email: address }, { shown: 'refusals' });
      } catch (error) {
        // A code that was sent just before can still be entered.
        const before = error instanceof CallFailed && error.problem.code === 'too_often';
        if (!before) return refusalFaults(error, 'email');
      }
      rememberedEmail.write(address);
      const state: PendingCode = { ...withEmail(here.state, address), codeFor: address };
      void navigate(`/otp-login${here.search}`, { state });
    },
  });
  useRememberedEmail(form.set);
  useHalfWritten('login', form.values, ['email'], form.set);

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
