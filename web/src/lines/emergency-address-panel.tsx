import { useLingui } from '@lingui/react';
import type { LineDetail } from '@portside/contract/line-detail';
import { streetLine } from '@portside/contract/street-address';
import { lazy } from 'react';
import { useIsAgent } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { useFreshDialog } from '../ui/use-fresh-dialog.tsx';
import { LineSection } from './line-section-panel.tsx';

const EmergencyAddressDialog = lazy(async () => ({
  default: (await import('./emergency-address-dialog.tsx')).EmergencyAddressDialog,
}));

/** K19. */
export function EmergencyAddressPanel({ line }: { line: LineDetail }) {
  const { i18n } = useLingui();
  const isAgent = useIsAgent();
  // A new key is a new form; the old one stays while it closes.
  const dialog = useFreshDialog();
  const { emergencyAddress: at } = line;
  const works = line.status === 'active' || line.status === 'suspended';
  return (
    <LineSection id="emergency-address" title={i18n.t('911 address')}>
      <p className="measure text-ink-soft">
        {i18n.t(
          'When you call 911 over Wi-Fi, responders are sent here. Keep it up to date when you move.',
        )}
      </p>
      <p aria-live="polite" className="mt-4 font-strong">
        {at ? (
          <>
            <span className="block">{streetLine(at)}</span>
            <span className="block">
              {at.city}, {at.state} {at.zipCode}
            </span>
          </>
        ) : (
          i18n.t('We don’t have an address for this line.')
        )}
      </p>
      {isAgent ? (
        <p className="mt-4 text-ink-soft">{i18n.t('Only the customer can change this address.')}</p>
      ) : works ? (
        <Button className="mt-5" onClick={dialog.ask} variant="secondary">
          {at ? i18n.t('Change the 911 address') : i18n.t('Enter the 911 address')}
        </Button>
      ) : (
        <p className="mt-4 text-ink-soft">
          {i18n.t('You can change it here once the line is active.')}
        </p>
      )}
      {dialog.show((shown) => (
        <EmergencyAddressDialog line={line} {...shown} />
      ))}
    </LineSection>
  );
}
