import { useLingui } from '@lingui/react';
import { useOffline } from '../api/online.ts';

/** Once, instead of a failure for each call (api/call.ts). */
export function OfflineTile() {
  const { i18n } = useLingui();
  const offline = useOffline();
  return (
    <div aria-live="polite" className="self-start">
      {offline && (
        <p className="m-4 animate-arrive rounded-panel border-s-4 border-ink-soft bg-surface px-4 py-3 text-ink shadow-float xs:m-6 forced-colors:border">
          {i18n.t('You’re offline. This page stays as it is until you’re back online.')}
        </p>
      )}
    </div>
  );
}
