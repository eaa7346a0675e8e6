import { useLingui } from '@lingui/react';
import { CallFailed } from '@portside/contract/call';
import { useState } from 'react';
import { inputFaults } from '../api/check-input.ts';
import { session } from '../api/session.ts';
import { useCall } from '../api/use-call.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Form, useForm } from '../ui/form.tsx';
import { SpinnerPage } from '../ui/spinner-page.tsx';
import { DeadLinkPanel } from './dead-link-panel.tsx';
import { type LeftPasskeys, LeftPasskeysPanel } from './left-passkeys-panel.tsx';
import { hurryRules, loadRules } from './load-rules.ts';
import { NewPasswordForm } from './new-password-form.tsx';
import { refusalFaults } from './refusal-faults.ts';
import { SignInPanel } from './sign-in-panel.tsx';
import { useLinkSecret } from './use-link-secret.ts';

/** A new password by the link of the letter (A15). It ends every session, this browser's too. */
export function Component() {
  const { i18n } = useLingui();
  const token = useLinkSecret('token');
  const [left, setLeft] = useState<LeftPasskeys>();
  const [dead, setDead] = useState<string>();
  if (token === undefined) return <SpinnerPage />;
  if (token === '' || dead !== undefined) {
    return (
      <DeadLinkPanel
        action={<ButtonLink to="/forgot-password">{i18n.t('Get a new link')}</ButtonLink>}
      >
        {dead ?? i18n.t('This link is not complete. Open it from the email again.')}
      </DeadLinkPanel>
    );
  }
  if (left) {
    return (
      <SignInPanel
        about="help"
        brief={
          <span role="status">
            {i18n.t('You’re logged out everywhere. Log in with your new password.')}
          </span>
        }
        title={i18n.t('Your password was changed')}
      >
        <LeftPasskeysPanel left={left} />
        <ButtonLink to="/login">{i18n.t('Log in')}</ButtonLink>
      </SignInPanel>
    );
  }
  return <NewPassword onDead={setDead} onDone={setLeft} token={token} />;
}

interface NewPasswordProps {
  token: string;
  onDone: (left: LeftPasskeys) => void;
  onDead: (message: string) => void;
}

function NewPassword({ token, onDone, onDead }: NewPasswordProps) {
  const { i18n } = useLingui();
  const call = useCall();
  const form = useForm({
    initial: { newPassword: '', confirmNewPassword: '' },
    async onSubmit(values) {
      const { resetPassword } = await loadRules();
      const input = { ...values, token };
      const faults = inputFaults(resetPassword.input, input);
      if (faults.length > 0) return faults;
      try {
        const left = await call(resetPassword, input, { shown: 'refusals' });
        session.end();
        onDone(left);
      } catch (error) {
        if (error instanceof CallFailed && error.reason === 'link_expired') {
          return onDead(error.message);
        }
        return refusalFaults(error, 'newPassword');
      }
    },
  });
  return (
    <SignInPanel about="help" title={i18n.t('Set a new password')}>
      <div onFocus={hurryRules}>
        <Form form={form}>
          <NewPasswordForm form={form} />
          <Button loading={form.loading} type="submit" wide>
            {i18n.t('Save the new password')}
          </Button>
        </Form>
      </div>
    </SignInPanel>
  );
}
