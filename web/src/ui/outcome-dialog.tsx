import { useLingui } from '@lingui/react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog, DialogCancel } from './dialog.tsx';
import { Flag } from './flag.tsx';
import type { Work } from './use-work.ts';

interface OutcomeDialogProps {
  open: boolean;
  tone: 'success' | 'failure';
  title: ReactNode;
  text: ReactNode;
  children?: ReactNode;
  actionLabel: ReactNode;
  onAction: () => void;
  /** Takes the filled button. Without an action it only keeps its place, so that no other one moves. */
  before?: { readonly label: ReactNode; readonly onAction: (() => void) | undefined } | undefined;
  /** No button is filled until that is known. */
  undecided?: boolean | undefined;
  readFirst?: boolean | undefined;
  /** "Not now" or Escape. */
  onClose: () => void;
  work?: Work | undefined;
}

/** E12, E13. */
export function OutcomeDialog(props: OutcomeDialogProps) {
  const { tone, work, children, before } = props;
  const { i18n } = useLingui();
  const label = tone === 'success' ? i18n.t('Done') : i18n.t('Failed');
  return (
    <Dialog
      actions={
        <>
          {before && (
            <Button
              loading={!before.onAction}
              onClick={before.onAction}
              variant={props.undecided ? 'secondary' : 'primary'}
            >
              {before.label}
            </Button>
          )}
          <Button
            loading={work?.loading}
            onClick={props.onAction}
            variant={before || props.undecided ? 'secondary' : 'primary'}
          >
            {props.actionLabel}
          </Button>
          <DialogCancel variant="quiet">{i18n.t('Not now')}</DialogCancel>
        </>
      }
      readFirst={props.readFirst}
      modal="question"
      onClose={props.onClose}
      open={props.open}
      picture={<Flag className="animate-hoist" label={label} name={tone} size={72} />}
      subtitle={props.text}
      title={props.title}
      work={work}
    >
      {children}
    </Dialog>
  );
}
