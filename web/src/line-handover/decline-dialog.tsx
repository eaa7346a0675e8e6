import { useLingui } from '@lingui/react';
import { declineHandover, listHandovers } from '@portside/contract/line-handover';
import { listNeeds } from '@portside/contract/needs';
import { useSend } from '../api/use-send.ts';
import { QuestionDialog } from '../ui/question-dialog.tsx';
import type { AnswerDialogProps } from './accept-dialog.tsx';

/** P06. */
export function DeclineDialog(props: AnswerDialogProps) {
  const { offer, open, onClose, onFinished, onOver, finalFocus } = props;
  const { i18n } = useLingui();
  const { from: name, lastFour: digits } = offer;
  const send = useSend(declineHandover, {
    refresh: [listHandovers, listNeeds],
    shown: 'refusals',
    onDone: onFinished,
    onFailed({ reason, status, message }) {
      // Whatever the refusal: there is nothing to decline.
      if (reason === undefined && status !== 404) return;
      onOver(message);
      onFinished();
    },
  });
  return (
    <QuestionDialog
      cancelLabel={i18n.t('Not now')}
      confirmLabel={i18n.t('Decline')}
      finalFocus={finalFocus}
      onClose={onClose}
      onConfirm={(signal) => send({ id: offer.id }, signal)}
      open={open}
      subtitle={i18n.t('Number ending in {digits}', { digits })}
      title={i18n.t('Decline this line?')}
    >
      <p className="measure wrap-anywhere">
        {i18n.t(
          'We email {name} that you declined, and {name} keeps the line. If you change your mind, {name} has to offer it again.',
          { name },
        )}
      </p>
    </QuestionDialog>
  );
}
