import { useLingui } from '@lingui/react';
import { Button } from '../ui/button.tsx';

interface StepActionsPanelProps {
  label: string;
  loading?: boolean | undefined;
  onBack?: (() => void) | undefined;
  /** By default the button submits its form. */
  onContinue?: (() => void) | undefined;
}

/** Continue comes first on phones. */
export function StepActionsPanel({ label, loading, onBack, onContinue }: StepActionsPanelProps) {
  const { i18n } = useLingui();
  return (
    <div className="mt-2 flex flex-col gap-3 border-t pt-6 xs:flex-row-reverse xs:justify-between">
      <Button
        className="xs:min-w-52"
        iconAfter="arrow-right"
        loading={loading}
        onClick={onContinue}
        type={onContinue ? 'button' : 'submit'}
      >
        {label}
      </Button>
      {onBack && (
        <Button className="xs:-ms-3" icon="arrow-left" onClick={onBack} variant="quiet">
          {i18n.t('Back')}
        </Button>
      )}
    </div>
  );
}
