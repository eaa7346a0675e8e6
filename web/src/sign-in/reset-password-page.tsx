import { useLingui } from '@lingui/react';
import { useState } from 'react';
import { forgetPerson } from '../api/forget-person.ts';
import { useLateSubmit } from '../api/use-late-submit.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Form, useForm } from '../ui/form.tsx';
import { SpinnerPage } from '../ui/spinner-page.tsx';
import { DeadLinkPanel } from './dead-link-panel.tsx';
import { type LeftPasskeys, LeftPasskeysPanel } from './left-passkeys-panel.tsx';
import { hurryRules, loadRules } from './load-rules.ts';
import { NewPasswordForm } from './new-password-form.tsx';
import { SignInPanel } from './sign-in-panel.tsx';
import { useLinkSecret } from './use-link-secret.ts';

const loadResetPassword = async () => (await loadRules()).resetPassword;

/** A15. Ends every session, this browser's too. */
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

const empty = { newPassword: '', confirmNewPassword: '' };

function NewPassword({ token, onDone, onDead }: NewPasswordProps) {
  const { i18n } = useLingui();
  const form = useForm({
    initial: empty,
    ...useLateSubmit(loadResetPassword, {
      input: (values: typeof empty) => ({ ...values, token }),
      silent: true,
      refusalAt: 'newPassword',
      onDone(left) {
        forgetPerson();
        onDone(left);
      },
      onFailed({ reason, message }) {
        if (reason !== 'link_expired') return;
        onDead(message);
        return [];
      },
    }),
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
