import { useLingui } from '@lingui/react';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { useHalfWritten } from '../api/language-change.ts';
import { rememberedEmail } from '../api/session.ts';
import { useLateSubmit } from '../api/use-late-submit.ts';
import { useSearch } from '../api/use-search.ts';
import { withEmail } from '../api/way-back.ts';
import { Button } from '../ui/button.tsx';
import { Form, useForm } from '../ui/form.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { EmailField } from './email-form.tsx';
import { hurryRules, loadRules } from './load-rules.ts';
import { MailboxTile } from './mailbox-tile.tsx';
import { SignInPanel } from './sign-in-panel.tsx';
import { useRememberedEmail } from './use-remembered-email.ts';

const loadForgotPassword = async () => (await loadRules()).forgotPassword;

/** A07: the same answer for every address. */
export function Component() {
  const { i18n } = useLingui();
  const { state } = useLocation();
  const search = useSearch();
  const [sent, setSent] = useState<{ email: string; message: string }>();
  const form = useForm({
    initial: { email: '' },
    ...useLateSubmit(loadForgotPassword, {
      silent: true,
      refusalAt: 'email',
      onDone({ message }, { email }) {
        rememberedEmail.write(email.trim());
        setSent({ email: email.trim(), message });
      },
    }),
  });
  useRememberedEmail(form.set);
  useHalfWritten('login', form.values, ['email'], form.set);
  const login = (
    <TextLink state={withEmail(state, form.values.email)} to={`/login${search}`}>
      {i18n.t('Back to login')}
    </TextLink>
  );

  if (sent) {
    return (
      <SignInPanel
        about="help"
        brief={<span role="status">{sent.message}</span>}
        title={i18n.t('Check your email')}
      >
        <p className="text-ink-soft wrap-anywhere">
          {i18n.t('Look in the inbox of {email}. The link works once.', { email: sent.email })}
        </p>
        <MailboxTile className="mt-4" email={sent.email} />
        <p className="mt-8 flex flex-wrap gap-x-6 gap-y-2 border-t pt-6">
          {login}
          <Button className="-my-2.5" onClick={() => setSent(undefined)} variant="quiet">
            {i18n.t('Use another address')}
          </Button>
        </p>
      </SignInPanel>
    );
  }
  return (
    <SignInPanel
      about="help"
      brief={i18n.t('We’ll email you a link to set a new password.')}
      title={i18n.t('Forgot your password?')}
    >
      <div onFocus={hurryRules}>
        <Form form={form}>
          <EmailField {...form.text('email')} />
          <Button loading={form.loading} type="submit" wide>
            {i18n.t('Send the link')}
          </Button>
        </Form>
      </div>
      <p className="mt-8 border-t pt-6">{login}</p>
    </SignInPanel>
  );
}
