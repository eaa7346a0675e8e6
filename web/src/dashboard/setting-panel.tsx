import { useLingui } from '@lingui/react';
import { useNavigate } from 'react-router';
import { useIsAgent } from '../api/session.ts';
import { cart } from '../cart/cart.ts';
import { PrivacyPanel } from '../privacy/privacy-panel.tsx';
import { PushPanel } from '../push/push-panel.tsx';
import { ActivityPanel } from '../sign-in/activity-panel.tsx';
import { ChangePasswordPanel } from '../sign-in/change-password-panel.tsx';
import { LogOutPanel } from '../sign-in/log-out-panel.tsx';
import { PasskeysPanel } from '../sign-in/passkeys-panel.tsx';
import { SecondStepPanel } from '../sign-in/second-step-panel.tsx';
import { SessionsPanel } from '../sign-in/sessions-panel.tsx';
import { SectionPanel } from './section-panel.tsx';

export function SettingPanel() {
  const { i18n } = useLingui();
  const navigate = useNavigate();
  const isAgent = useIsAgent();
  return (
    <SectionPanel brief={i18n.t('What keeps your account safe.')} title={i18n.t('Settings')}>
      {/* Before all that loads: it never moves from under a finger. */}
      <LogOutPanel />
      {!isAgent && (
        <>
          <ChangePasswordPanel
            toDashboard={() => {
              // E12 asks for it, after a password too.
              cart.clear();
              void navigate('/dashboard');
            }}
          />
          <PasskeysPanel />
          <SecondStepPanel />
          <SessionsPanel />
          <PushPanel />
        </>
      )}
      <ActivityPanel />
      {!isAgent && <PrivacyPanel />}
    </SectionPanel>
  );
}
