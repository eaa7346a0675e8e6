import { useLingui } from '@lingui/react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Flag } from './flag.tsx';

interface OutcomeDialogProps {
  open: boolean;
  tone: 'success' | 'failure';
  title: ReactNode;
  text: ReactNode;
  /** The reason, or what happens next. */
  children?: ReactNode;
  actionLabel: ReactNode;
  /** The one way on; closing the dialog is the same. */
  onAction: () => void;
  loading?: boolean | undefined;
}

/** How something went, its flag up, and the one button that leads on (E12, E13). */
export function OutcomeDialog(props: OutcomeDialogProps) {
  const { tone, onAction, loading, children } = props;
  const { i18n } = useLingui();
  const label = tone === 'success' ? i18n.t('Done') : i18n.t('Failed');
  return (
    <Dialog
      actions={
        <Button loading={loading} onClick={onAction}>
          {props.actionLabel}
        </Button>
      }
      loading={loading}
      modal="question"
      onClose={onAction}
      open={props.open}
      picture={<Flag className="animate-hoist" label={label} name={tone} size={72} />}
      subtitle={props.text}
      title={props.title}
    >
      {children}
    </Dialog>
  );
}
