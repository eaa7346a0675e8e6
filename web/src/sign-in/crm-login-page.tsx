import { useLingui } from '@lingui/react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { session } from '../api/session.ts';
import { useLateSend } from '../api/use-late-send.ts';
import { useLeft } from '../api/use-left.ts';
import { SpinnerPage } from '../ui/spinner-page.tsx';
import { DeadLinkPanel } from './dead-link-panel.tsx';
import { loadRules } from './load-rules.ts';
import { dropPasskeyOffer } from './passkey-offer.ts';
import { useLinkSecret } from './use-link-secret.ts';

const loadCrmLogin = async () => (await loadRules()).crmLogin;

/** A16: the ticket is used at once. */
export function Component() {
  const { i18n } = useLingui();
  const ticket = useLinkSecret('ticket');
  const dead = useTicket(ticket);
  if (ticket !== '' && dead === undefined) return <SpinnerPage />;
  return (
    <DeadLinkPanel>
      {dead ?? i18n.t('This link is not complete. Please open it again in the CRM.')}
    </DeadLinkPanel>
  );
}

/** Answers why the ticket failed. */
function useTicket(ticket: string | undefined): string | undefined {
  const navigate = useNavigate();
  const isLeft = useLeft();
  const [dead, setDead] = useState<string>();
  const used = useRef(false);
  const send = useLateSend(loadCrmLogin, {
    silent: true,
    shown: 'all',
    onDone({ token }) {
      dropPasskeyOffer();
      session.signIn(token);
      if (!isLeft()) void navigate('/dashboard', { replace: true });
    },
    onFailed: ({ message }) => setDead(message),
  });
  const enter = useEffectEvent(send);
  useEffect(() => {
    if (!ticket || used.current) return;
    used.current = true;
    void enter({ ticket });
  }, [ticket]);
  return dead;
}
