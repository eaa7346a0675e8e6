import { useLingui } from '@lingui/react';
import { CallFailed } from '@portside/contract/call';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { session } from '../api/session.ts';
import { useCall } from '../api/use-call.tsx';
import { SpinnerPage } from '../ui/spinner-page.tsx';
import { DeadLinkPanel } from './dead-link-panel.tsx';
import { loadRules } from './load-rules.ts';
import { dropPasskeyOffer } from './passkey-offer.ts';
import { useLinkSecret } from './use-link-secret.ts';

/** An agent's way in (A16): the ticket of the CRM's link is used at once, and opens the dashboard. */
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

/** Answers why the ticket opened nothing, once that is known. */
function useTicket(ticket: string | undefined): string | undefined {
  const call = useCall();
  const navigate = useNavigate();
  const [dead, setDead] = useState<string>();
  const used = useRef(false);
  useEffect(() => {
    if (!ticket || used.current) return;
    used.current = true;
    void enter(ticket);
    async function enter(given: string) {
      try {
        const { crmLogin } = await loadRules();
        const { token } = await call(crmLogin, { ticket: given }, { shown: 'all' });
        dropPasskeyOffer();
        session.signIn(token);
        await navigate('/dashboard', { replace: true });
      } catch (error) {
        if (!(error instanceof CallFailed)) throw error;
        setDead(error.message);
      }
    }
  }, [ticket, call, navigate]);
  return dead;
}
