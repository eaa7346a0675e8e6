import { useLingui } from '@lingui/react';
import {
  declineInvitation,
  type HouseholdInvitation,
  listInvitations,
} from '@portside/contract/household';
import { listNeeds } from '@portside/contract/needs';
import { useSend } from '../api/use-send.ts';
import { QuestionDialog } from '../ui/question-dialog.tsx';
import { invitedTo } from './invitation-tile.tsx';

interface DeclineInvitationDialogProps {
  invitation: HouseholdInvitation;
  open: boolean;
  onClose: () => void;
  onFinished: () => void;
  /** @param message why there is nothing to answer anymore */
  onOver: (message: string) => void;
  finalFocus: () => HTMLElement | null;
}

/** P04. */
export function DeclineInvitationDialog(props: DeclineInvitationDialogProps) {
  const { invitation, open, onClose, onFinished, onOver, finalFocus } = props;
  const { i18n } = useLingui();
  const { from: name } = invitation;
  const send = useSend(declineInvitation, {
    refresh: [listInvitations, listNeeds],
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
      onConfirm={(signal) => send({ id: invitation.id }, signal)}
      open={open}
      subtitle={invitedTo(i18n, invitation)}
      title={i18n.t('Decline this invitation?')}
    >
      <p className="measure wrap-anywhere">
        {i18n.t(
          'We email {name} that you declined. If you change your mind, {name} has to invite you again.',
          { name },
        )}
      </p>
    </QuestionDialog>
  );
}
