import { useLingui } from '@lingui/react';
import { useState } from 'react';
import { Button, ButtonLink } from '../ui/button.tsx';
import { OutcomeDialog } from '../ui/outcome-dialog.tsx';
import { ChangePasswordDialog } from './change-password-dialog.tsx';
import { SecurityPanel } from './security-panel.tsx';
import { useSession } from '../api/session.ts';

/** E01, E02. */
export function ChangePasswordPanel({ toDashboard }: { toDashboard: () => void }) {
  const { i18n } = useLingui();
  const { userInfo } = useSession();
  const [open, setOpen] = useState(false);
  const [opened, setOpened] = useState(0);
  const [changed, setChanged] = useState(false);
  return (
    <SecurityPanel
      action={
        userInfo?.hasPassword === false ? (
          <ButtonLink icon="key" to="/forgot-password" variant="secondary">
            {i18n.t('Set a password')}
          </ButtonLink>
        ) : (
          <Button
            icon="key"
            onClick={() => {
              setOpened((count) => count + 1);
              setOpen(true);
            }}
            variant="secondary"
          >
            {i18n.t('Change Password')}
          </Button>
        )
      }
      brief={i18n.t('Changing it logs you out of every other browser.')}
      title={i18n.t('Password')}
    >
      {opened > 0 && (
        <ChangePasswordDialog
          key={opened}
          onChanged={() => setChanged(true)}
          onClose={() => setOpen(false)}
          open={open}
        />
      )}
      <OutcomeDialog
        actionLabel={i18n.t('To Dashboard')}
        onAction={toDashboard}
        onClose={() => setChanged(false)}
        open={changed}
        text={i18n.t('You’re logged out of every other browser.')}
        title={i18n.t('Password changes!')}
        tone="success"
      />
    </SecurityPanel>
  );
}
