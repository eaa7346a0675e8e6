import type { I18n } from '@lingui/core';
import type { EsimState } from '@portside/contract/sim';

type Case = 'lost' | 'on_phone' | 'to_install';

export function triesOf(state: EsimState): Case {
  if (state === 'error' || state === 'deleted') return 'lost';
  const isOnPhone = state === 'enabled' || state === 'installed' || state === 'disabled';
  return isOnPhone ? 'on_phone' : 'to_install';
}

/** What to try when an eSIM does not work. */
export const esimTries = (i18n: I18n): Record<Case, readonly string[]> => ({
  lost: [
    i18n.t('Look in the phone’s settings, under SIMs. If the eSIM is still there, turn it on.'),
    i18n.t('If it is not there, ask us for a new eSIM. You keep your number.'),
  ],
  on_phone: [
    i18n.t('Turn on the eSIM and its mobile data in the phone’s settings, under SIMs.'),
    i18n.t('Turn airplane mode on, wait ten seconds, and turn it off again.'),
    i18n.t('Restart the phone. The first connection can take a few minutes.'),
  ],
  to_install: [
    i18n.t('Check the Wi-Fi, then scan the code once more.'),
    i18n.t('Restart the phone, and look in its settings under SIMs: the eSIM may be there.'),
    i18n.t('Enter the details by hand if the camera doesn’t read the code.'),
    i18n.t('If the phone says it is locked, ask your old carrier to unlock it.'),
  ],
});

export const keepEsim = (i18n: I18n): string =>
  i18n.t('Do not delete the eSIM from the phone: its code works only once.');
