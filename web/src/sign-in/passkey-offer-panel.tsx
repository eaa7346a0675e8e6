import { useLingui } from '@lingui/react';
import { listPasskeys } from '@portside/contract/sign-in';
import { useId } from 'react';
import { useSession } from '../api/session.ts';
import { useAnswer } from '../api/use-answer.ts';
import { knowsPasskeys } from '../api/passkey-device.ts';
import { Button } from '../ui/button.tsx';
import { FaultLine } from '../ui/field-frame.tsx';
import { Icon } from '../ui/icon.tsx';
import { dropPasskeyOffer, usePasskeyOffer } from './passkey-offer.ts';
import { useAddPasskey } from './use-add-passkey.ts';

/** After a login without a passkey, if the browser supports them. */
export function PasskeyOfferPanel() {
  const offered = usePasskeyOffer();
  const { userInfo } = useSession();
  const able = userInfo?.emailVerified && !userInfo.agent && knowsPasskeys();
  return offered && able ? <Offer /> : null;
}

function Offer() {
  const { i18n } = useLingui();
  const { data } = useAnswer(listPasskeys, {});
  const { add, adding, fault } = useAddPasskey();
  const id = useId();
  if (data?.passkeys.length !== 0) return null;

  async function accept() {
    if (await add()) dropPasskeyOffer();
  }

  return (
    <section
      aria-labelledby={id}
      className="grid animate-arrive gap-x-8 gap-y-4 remark-shape border-action bg-action-soft p-5 md:grid-cols-[1fr_auto] md:items-center md:p-6"
    >
      <div>
        <h2 className="flex items-center gap-3 text-lead" id={id}>
          <Icon name="lock" />
          {i18n.t('Next time, skip the password')}
        </h2>
        <p className="mt-1 measure">
          {i18n.t('A passkey logs you in with your fingerprint, face or screen lock.')}
        </p>
        <div role="status">{fault && <FaultLine>{fault}</FaultLine>}</div>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button loading={adding} onClick={() => void accept()} variant="secondary">
          {i18n.t('Add a passkey')}
        </Button>
        <Button onClick={dropPasskeyOffer} variant="quiet">
          {i18n.t('Not now')}
        </Button>
      </div>
    </section>
  );
}
