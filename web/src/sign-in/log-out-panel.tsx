import { useLingui } from '@lingui/react';
import { Button } from '../ui/button.tsx';
import { SecurityPanel } from './security-panel.tsx';
import { useLogOut } from './use-log-out.ts';

export function LogOutPanel() {
  const { i18n } = useLingui();
  const { loading, logOut } = useLogOut();
  return (
    <SecurityPanel
      action={
        <Button icon="sign-out" loading={loading} onClick={() => void logOut()} variant="secondary">
          {i18n.t('Log out')}
        </Button>
      }
      brief={i18n.t('This logs you out of this browser. Your line keeps working.')}
      title={i18n.t('Log out')}
    />
  );
}
