import { useLingui } from '@lingui/react';
import type { EsimState } from '@portside/contract/sim';
import { Accordion } from '../ui/accordion.tsx';
import { Button } from '../ui/button.tsx';
import { TextLink } from '../ui/text-link.tsx';

interface EsimHelpProps {
  state: EsimState;
  onAsk: () => void;
  className?: string | undefined;
}

/** The carrier port has no call for a new eSIM, so a person makes one. */
export function EsimHelp({ state, onAsk, className }: EsimHelpProps) {
  const { i18n } = useLingui();
  const isLost = state === 'error' || state === 'deleted';
  const isOnPhone = state === 'enabled' || state === 'installed' || state === 'disabled';
  const tries = isLost
    ? [
        i18n.t('Look in the phone’s settings, under SIMs. If the eSIM is still there, turn it on.'),
        i18n.t('If it is not there, ask us for a new eSIM. You keep your number.'),
      ]
    : isOnPhone
      ? [
          i18n.t('Turn on the eSIM and its mobile data in the phone’s settings, under SIMs.'),
          i18n.t('Turn airplane mode on, wait ten seconds, and turn it off again.'),
          i18n.t('Restart the phone. The first connection can take a few minutes.'),
        ]
      : [
          i18n.t('Check the Wi-Fi, then scan the code once more.'),
          i18n.t('Restart the phone, and look in its settings under SIMs: the eSIM may be there.'),
          i18n.t('Enter the details by hand if the camera doesn’t read the code.'),
          i18n.t('If the phone says it is locked, ask your old carrier to unlock it.'),
        ];
  return (
    <Accordion
      className={className}
      items={[
        {
          title: i18n.t('It did not work'),
          open: isLost,
          body: (
            <>
              <ol className="grid list-decimal gap-2 ps-5">
                {tries.map((one) => (
                  <li key={one}>{one}</li>
                ))}
              </ol>
              {!isLost && (
                <p className="mt-3 font-strong">
                  {i18n.t('Do not delete the eSIM from the phone: its code works only once.')}
                </p>
              )}
              <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-3">
                <Button icon="chat" onClick={onAsk} variant="secondary">
                  {i18n.t('Chat with us')}
                </Button>
                <TextLink className="inline-flex min-h-11 items-center" to="/contact-us">
                  {i18n.t('More ways to reach us')}
                </TextLink>
              </div>
            </>
          ),
        },
      ]}
    />
  );
}
