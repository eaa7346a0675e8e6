import type { ReactNode } from 'react';
import { Button, type ButtonVariant } from './button.tsx';
import { Dialog, DialogCancel } from './dialog.tsx';
import { useWork } from './use-work.ts';

interface QuestionDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  subtitle?: ReactNode;
  children?: ReactNode;
  confirmLabel: ReactNode;
  onConfirm: (signal: AbortSignal) => Promise<unknown>;
  tone?: ButtonVariant;
  /** "Cancel" by default. */
  cancelLabel?: ReactNode;
  cancelTone?: ButtonVariant;
  finalFocus?: (() => HTMLElement | null) | undefined;
}

export function QuestionDialog(props: QuestionDialogProps) {
  const { onConfirm, tone = 'danger', cancelTone = 'secondary' } = props;
  const work = useWork();
  return (
    <Dialog
      actions={
        <>
          <Button
            loading={work.loading}
            onClick={() => void work.run(async (signal) => void (await onConfirm(signal)))}
            variant={tone}
          >
            {props.confirmLabel}
          </Button>
          <DialogCancel variant={cancelTone}>{props.cancelLabel}</DialogCancel>
        </>
      }
      finalFocus={props.finalFocus}
      modal="question"
      onClose={props.onClose}
      open={props.open}
      subtitle={props.subtitle}
      title={props.title}
      work={work}
    >
      {props.children}
    </Dialog>
  );
}
