import { useLingui } from '@lingui/react';
import type { Separation } from '@portside/contract/line-separation';
import { lazy, Suspense, useState } from 'react';
import { SpinnerPage } from '../ui/spinner-page.tsx';
import { AskForm } from './ask-form.tsx';
import { LeaveTile } from './leave-tile.tsx';
import { NoticePanel } from './notice-panel.tsx';
import { SafetyTile } from './safety-tile.tsx';
import { useToken } from './use-token.ts';

const RequestPanel = lazy(async () => ({
  default: (await import('./request-panel.tsx')).RequestPanel,
}));

export const handle = { Above: LeaveTile };

/** P05: what can be done, and the form; or, with the link of an email, how a request stands. */
export function Component() {
  const { i18n } = useLingui();
  const [token, setToken] = useToken();
  const [sent, setSent] = useState<Separation>();
  if (token !== undefined) {
    return (
      <div className="page py-12 md:py-20">
        <Suspense fallback={<SpinnerPage />}>
          <RequestPanel
            key={token}
            onNew={() => {
              setSent(undefined);
              setToken(undefined);
            }}
            sent={sent}
            token={token}
          />
        </Suspense>
      </div>
    );
  }
  return (
    <div className="page py-12 md:py-20">
      <h1 className="text-display">{i18n.t('Move a line to your own account')}</h1>
      <p className="measure mt-5 text-lead text-ink-soft">
        {i18n.t(
          'If somebody on a shared account has harmed you, or somebody in your care, you can have your number moved to an account of your own. You need no login for it. Nobody on the account is told that you asked, or where the number went.',
        )}
      </p>
      <SafetyTile />
      <NoticePanel />
      <AskForm
        onSent={(separation, secret) => {
          setSent(separation);
          setToken(secret);
        }}
      />
    </div>
  );
}
