import { useLingui } from '@lingui/react';
import type { ReactNode } from 'react';
import { TextLink } from '../ui/text-link.tsx';
import { SignInPanel } from './sign-in-panel.tsx';

interface DeadLinkPanelProps {
  children: ReactNode;
  action?: ReactNode;
  /** For somebody who wants to log in by default. */
  about?: 'help' | 'nothing';
}

export function DeadLinkPanel({ children, action, about = 'help' }: DeadLinkPanelProps) {
  const { i18n } = useLingui();
  return (
    <SignInPanel
      about={about}
      brief={<span role="alert">{children}</span>}
      title={i18n.t('This link does not work')}
    >
      {action}
      <p className="mt-8 border-t pt-6">
        <TextLink to="/login">{i18n.t('Back to login')}</TextLink>
      </p>
    </SignInPanel>
  );
}
