import { useLingui } from '@lingui/react';
import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';

interface StepActionsPanelProps {
  label: string;
  loading?: boolean | undefined;
  onBack?: (() => void) | undefined;
}

/** Continue comes first on phones. */
export function StepActionsPanel({ label, loading, onBack }: StepActionsPanelProps) {
  return (
    <div className="mt-2 flex flex-col gap-3 border-t pt-6 xs:flex-row-reverse xs:justify-between">
      <Button className="xs:min-w-52" iconAfter="arrow-right" loading={loading} type="submit">
        {label}
      </Button>
      {onBack && <BackButton className="xs:-ms-3" onBack={onBack} />}
    </div>
  );
}

/** The button that pays. */
export interface PayAction {
  readonly label: string;
  readonly loading: boolean;
  /** What is read before it is pressed. */
  readonly above?: ((isNewCard: boolean) => ReactNode) | undefined;
}

interface PayFootProps {
  action: PayAction;
  /** Of its form. */
  loading?: boolean | undefined;
  onBack?: (() => void) | undefined;
  /** By default the button submits its form. */
  onPay?: (() => void) | undefined;
}

export function PayFoot({ action, loading, onBack, onPay }: PayFootProps) {
  return (
    <div className="flex flex-col gap-3">
      <Button
        className="w-full"
        icon="lock"
        loading={loading || action.loading}
        onClick={onPay}
        type={onPay ? 'button' : 'submit'}
      >
        {action.label}
      </Button>
      {onBack && <BackButton className="self-start xs:-ms-3" onBack={onBack} />}
    </div>
  );
}

function BackButton({ className, onBack }: { className: string; onBack: () => void }) {
  const { i18n } = useLingui();
  return (
    <Button className={className} icon="arrow-left" onClick={onBack} variant="quiet">
      {i18n.t('Back')}
    </Button>
  );
}
