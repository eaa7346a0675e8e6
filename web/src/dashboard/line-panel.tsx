import { useLingui } from '@lingui/react';
import { lazy, Suspense } from 'react';
import { useTitlePart } from '../api/page-title.ts';
import { LineEndingPanel } from '../line-ending/line-ending-panel.tsx';
import { LocksPanel } from '../line-locks/locks-panel.tsx';
import { EmergencyAddressPanel } from '../lines/emergency-address-panel.tsx';
import { LinePage } from '../lines/line-page.tsx';
import { LostPhonePanel } from '../lines/lost-phone-panel.tsx';
import { HealthPanel } from '../line-health/health-panel.tsx';
import { PortOutPanel } from '../port-out/port-out-panel.tsx';
import { AutopayPanel } from '../renewals/autopay-panel.tsx';
import { SimPanel } from '../sim-replacement/sim-panel.tsx';
import { SpinnerPage } from '../ui/spinner-page.tsx';
import { FramePanel } from './frame-panel.tsx';

const RenewPage = lazy(async () => ({
  default: (await import('../renewals/renew-page.tsx')).RenewPage,
}));

interface LinePanelProps {
  id: string;
  isRenewal: boolean;
}

/** A line's page in the dashboard (K01), or the payment of its next 30 days (K02). */
export function LinePanel({ id, isRenewal }: LinePanelProps) {
  const { i18n } = useLingui();
  useTitlePart(isRenewal ? i18n.t('Pay for the next 30 days') : i18n.t('Your line'));
  return (
    <FramePanel content={`${id} ${isRenewal}`} selection="dashboard">
      {isRenewal ? (
        <Suspense fallback={<SpinnerPage />}>
          <RenewPage id={id} />
        </Suspense>
      ) : (
        <LinePage id={id} last={(line) => <LineEndingPanel line={line} />}>
          {(line) => (
            <>
              <LostPhonePanel line={line} />
              <HealthPanel line={line} />
              <AutopayPanel line={line} />
              <SimPanel line={line} />
              <LocksPanel line={line} />
              <PortOutPanel line={line} />
              <EmergencyAddressPanel line={line} />
            </>
          )}
        </LinePage>
      )}
    </FramePanel>
  );
}
