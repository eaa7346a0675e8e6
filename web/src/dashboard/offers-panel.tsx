import { lazy, Suspense } from 'react';
import { ConfirmEmailPanel } from '../account/confirm-email-panel.tsx';
import { useJoiningStep } from '../sign-in/pending-second-step.ts';
import { SpinnerPage } from '../ui/spinner-page.tsx';

const HandoversPage = lazy(async () => ({
  default: (await import('../line-handover/handovers-page.tsx')).HandoversPage,
}));

/** P06. */
export function OffersPanel() {
  const toSecondStep = useJoiningStep();
  return (
    <Suspense fallback={<SpinnerPage />}>
      <HandoversPage confirm={<ConfirmEmailPanel onSecondStep={toSecondStep} />} />
    </Suspense>
  );
}
