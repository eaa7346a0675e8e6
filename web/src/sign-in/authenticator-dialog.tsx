import { useLingui } from '@lingui/react';
import type { OutputOf } from '@portside/contract/endpoint';
import { confirmAuthenticator, type startAuthenticator } from '@portside/contract/second-step';
import { codeFault } from '../api/code-fault.ts';
import { useSend } from '../api/use-send.ts';
import { Button } from '../ui/button.tsx';
import { CodeForm, useCodeEntry } from '../ui/code-form.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Qr } from '../ui/qr.tsx';

interface AuthenticatorDialogProps {
  open: boolean;
  setUp: OutputOf<typeof startAuthenticator>;
  onClose: () => void;
  onConfirmed: (recoveryCodes: readonly string[]) => void;
}

export function AuthenticatorDialog(props: AuthenticatorDialogProps) {
  const { open, setUp, onClose, onConfirmed } = props;
  const { i18n } = useLingui();
  const confirm = useSend(confirmAuthenticator, {
    silent: true,
    refusalAt: 'otp',
    onDone: ({ recoveryCodes }) => onConfirmed(recoveryCodes),
    onFailed: ({ reason }) => (reason === 'proof_required' ? [] : undefined),
  });
  const entry = useCodeEntry({
    length: 6,
    check: codeFault(6),
    onEnter: (otp, signal) => confirm({ otp }, signal),
  });
  const grouped = setUp.secret.match(/.{1,4}/g)?.join(' ');
  return (
    <Dialog
      onClose={onClose}
      open={open}
      subtitle={i18n.t(
        'Scan this with an authenticator app, such as the password app of your phone. On this device, type the key into the app instead.',
      )}
      title={i18n.t('Set up an authenticator app')}
      work={entry}
    >
      <div className="grid items-center gap-5 xs:grid-cols-[auto_1fr]">
        <Qr
          className="border"
          label={i18n.t('QR code for your authenticator app')}
          text={setUp.uri}
        />
        <div>
          <p className="text-fine text-ink-soft">{i18n.t('The key, to type')}</p>
          <p className="font-strong wrap-anywhere select-all">{grouped}</p>
        </div>
      </div>
      <div className="mt-6 border-t pt-5">
        <CodeForm
          entry={entry}
          label={i18n.t('Code from your app')}
          name={i18n.t('Set up an authenticator app')}
        >
          <Button loading={entry.loading} type="submit">
            {i18n.t('Turn on')}
          </Button>
        </CodeForm>
      </div>
    </Dialog>
  );
}
