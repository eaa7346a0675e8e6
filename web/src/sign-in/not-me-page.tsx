import { useLingui } from '@lingui/react';
import { useState } from 'react';
import { forgetPerson } from '../api/forget-person.ts';
import { useLateSend } from '../api/use-late-send.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { SpinnerPage } from '../ui/spinner-page.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { DeadLinkPanel } from './dead-link-panel.tsx';
import { loadRules } from './load-rules.ts';
import { SignInPanel } from './sign-in-panel.tsx';
import { useLinkSecret } from './use-link-secret.ts';

const loadDenyChange = async () => (await loadRules()).denyChange;

/** "This wasn't me", from an email. Needs a press, because mail scanners open links. */
export function Component() {
  const { i18n } = useLingui();
  const token = useLinkSecret('token');
  const [done, setDone] = useState<{ message: string; resetToken?: string | undefined }>();
  const [dead, setDead] = useState<string>();
  if (token === undefined) return <SpinnerPage />;
  if (token === '' || dead !== undefined) {
    return (
      <DeadLinkPanel
        about="nothing"
        action={<ButtonLink to="/contact-us">{i18n.t('Contact Us')}</ButtonLink>}
      >
        {dead ?? i18n.t('This link is not complete. Open it from the email again.')}
      </DeadLinkPanel>
    );
  }
  if (done) return <Secured {...done} />;
  return <Deny onDead={setDead} onDone={setDone} token={token} />;
}

interface DenyProps {
  token: string;
  onDone: (answer: { message: string; resetToken?: string | undefined }) => void;
  onDead: (message: string) => void;
}

function Deny({ token, onDone, onDead }: DenyProps) {
  const { i18n } = useLingui();
  const [loading, setLoading] = useState(false);
  const deny = useLateSend(loadDenyChange, {
    silent: true,
    shown: 'refusals',
    onDone(answer) {
      forgetPerson();
      onDone(answer);
    },
    onFailed({ reason, message }) {
      // Other failures have been reported.
      if (reason === 'link_expired') onDead(message);
    },
  });
  function press() {
    setLoading(true);
    void deny({ token }).finally(() => setLoading(false));
  }
  return (
    <SignInPanel
      about="nothing"
      brief={i18n.t('Nothing has happened yet. Press the button and we’ll secure your account:')}
      title={i18n.t('Wasn’t this you?')}
    >
      <ul className="mb-8 grid gap-3">
        {[
          i18n.t('Every browser is logged out, including this one.'),
          i18n.t('Your password stops working. You set a new one right after.'),
          i18n.t('Passkeys that were added since then are removed.'),
          i18n.t('If your email address was changed, you get the old one back.'),
        ].map((line) => (
          <li className="flex gap-3" key={line}>
            <Icon className="mt-0.5 shrink-0 text-action" name="check" size={20} />
            {line}
          </li>
        ))}
      </ul>
      <Button loading={loading} onClick={press} wide>
        {i18n.t('This wasn’t me')}
      </Button>
      <p className="mt-8 border-t pt-6">
        {i18n.t('Was it you? Then there’s nothing to do.')}{' '}
        <TextLink to="/dashboard/setting">{i18n.t('See what happened')}</TextLink>
      </p>
    </SignInPanel>
  );
}

function Secured({ message, resetToken }: { message: string; resetToken?: string | undefined }) {
  const { i18n } = useLingui();
  return (
    <SignInPanel
      about="nothing"
      brief={<span role="status">{message}</span>}
      title={i18n.t('Nobody else is in your account now')}
    >
      {resetToken === undefined ? (
        <>
          <p className="mb-6">
            {i18n.t(
              'Your old email address now belongs to another account. Please contact us to get yours back.',
            )}
          </p>
          <ButtonLink to="/contact-us">{i18n.t('Contact Us')}</ButtonLink>
        </>
      ) : (
        <>
          <p className="mb-6">
            {i18n.t(
              'Next, set a new password. Then check the cards, lines and activity in your account.',
            )}
          </p>
          <ButtonLink to={`/reset-password?token=${encodeURIComponent(resetToken)}`} wide>
            {i18n.t('Set a new password')}
          </ButtonLink>
        </>
      )}
    </SignInPanel>
  );
}
