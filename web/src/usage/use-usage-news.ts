import { useLingui } from '@lingui/react';
import type { I18n } from '@lingui/core';
import { useLiveEvents } from '../api/events.ts';
import { notify } from '../api/notifications.ts';

/** K12: says live that a limit was passed, as the email does. */
export function useUsageNews(): void {
  const { i18n } = useLingui();
  useLiveEvents(({ kind, status }) => {
    const message = kind === 'usage' ? sentences(i18n)[status] : undefined;
    if (message) notify({ error: false, message, stayOpen: status.endsWith(' 100') });
  });
}

const sentences = (i18n: I18n): Readonly<Record<string, string>> => ({
  'data 80': i18n.t('Your line has used 80% of its data.'),
  'hotspot 80': i18n.t('Your line has used 80% of its hotspot data.'),
  'roaming 80': i18n.t('Your line has used 80% of its data abroad.'),
  'talk 80': i18n.t('Your line has used 80% of its minutes.'),
  'text 80': i18n.t('Your line has used 80% of its messages.'),
  'data 100': i18n.t('Your line has used all of its data.'),
  'hotspot 100': i18n.t('Your line has used all of its hotspot data.'),
  'roaming 100': i18n.t('Your line has used all of its data abroad.'),
  'talk 100': i18n.t('Your line has used all of its minutes.'),
  'text 100': i18n.t('Your line has used all of its messages.'),
});
