import { lazy, Suspense } from 'react';
import { ConfirmEmailPanel } from '../account/confirm-email-panel.tsx';
import { useJoiningStep } from '../sign-in/pending-second-step.ts';
import { SpinnerPage } from '../ui/spinner-page.tsx';

const InvitationsPage = lazy(async () => ({
  default: (await import('../household/invitations-page.tsx')).InvitationsPage,
}));

/** P04. */
export function InvitationsPanel() {
  const toSecondStep = useJoiningStep();
  return (
    <Suspense fallback={<SpinnerPage />}>
      <InvitationsPage confirm={<ConfirmEmailPanel onSecondStep={toSecondStep} />} />
    </Suspense>
  );
}
