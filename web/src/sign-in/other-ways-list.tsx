import { useLingui } from '@lingui/react';
import { CallFailed } from '@portside/contract/call';
import { type ReactNode, useId, useState } from 'react';
import { useLocation } from 'react-router';
import { rememberedEmail } from '../api/session.ts';
import { useCall } from '../api/use-call.tsx';
import { useSearch } from '../api/use-search.ts';
import { withEmail } from '../api/way-back.ts';
import { knowsPasskeys } from '../api/passkey-device.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { FaultLine } from '../ui/field-frame.tsx';
import { loadRules } from './load-rules.ts';
import { givePasskey } from './passkey.ts';
import { useArrival } from './use-arrival.ts';

interface OtherWaysListProps {
  /** Besides the form above and a passkey. */
  ways: readonly ('password' | 'code')[];
  /** For the next page. */
  email: string;
}

export function OtherWaysList({ ways, email }: OtherWaysListProps) {
  const { i18n } = useLingui();
  const { state } = useLocation();
  const search = useSearch();
  const id = useId();
  const { fault, loading, logIn } = usePasskeyLogin();
  const way = (path: string, icon: 'key' | 'mail', label: ReactNode) => (
    <li>
      <ButtonLink
        icon={icon}
        onClick={() => email.trim() && rememberedEmail.write(email.trim())}
        state={withEmail(state, email)}
        to={path + search}
        variant="secondary"
        wide
      >
        {label}
      </ButtonLink>
    </li>
  );
  return (
    <section aria-labelledby={id} className="mt-8">
      <h2 className="mb-3 font-normal text-ink-soft" id={id}>
        {i18n.t('Other ways to log in')}
      </h2>
      <ul className="grid gap-3">
        {ways.includes('password') &&
          way('/login-with-password', 'key', i18n.t('Use your password'))}
        {ways.includes('code') && way('/login-without-password', 'mail', i18n.t('Email me a code'))}
        <li>
          <Button
            icon="lock"
            loading={loading}
            onClick={() => void logIn()}
            variant="secondary"
            wide
          >
            {i18n.t('Use a passkey')}
          </Button>
          <div role="status">{fault && <FaultLine>{fault}</FaultLine>}</div>
        </li>
      </ul>
    </section>
  );
}

/** The passkey knows its account. */
function usePasskeyLogin() {
  const { i18n } = useLingui();
  const call = useCall();
  const { signIn } = useArrival();
  const [loading, setLoading] = useState(false);
  const [fault, setFault] = useState<string>();
  async function logIn() {
    setFault(undefined);
    if (!knowsPasskeys()) {
      return setFault(i18n.t('This browser doesn’t support passkeys. Please choose another way.'));
    }
    setLoading(true);
    try {
      const passkey = await givePasskey(call);
      if (!passkey) return setFault(i18n.t('No passkey was used. Please choose another way.'));
      const { passkeyLogin } = await loadRules();
      const { token } = await call(passkeyLogin, { passkey }, { shown: 'refusals' });
      signIn(token, 'passkey');
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      if (error.reason) setFault(error.message);
    } finally {
      setLoading(false);
    }
  }
  return { fault, loading, logIn };
}
