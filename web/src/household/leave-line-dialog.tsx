import { useLingui } from '@lingui/react';
import { leaveLine } from '@portside/contract/household';
import { listLines } from '@portside/contract/lines';
import { listNeeds } from '@portside/contract/needs';
import { useNavigate } from 'react-router';
import { useSend } from '../api/use-send.ts';
import { QuestionDialog } from '../ui/question-dialog.tsx';
import type { MemberDialogProps } from './change-role-dialog.tsx';

/** P04: its page is no longer theirs, so this leads to the dashboard. @param name of the holder */
export function LeaveLineDialog(
  props: Omit<MemberDialogProps, 'onFinished'> & { isActive: boolean },
) {
  const { lineId, name, isActive, open, onClose, finalFocus } = props;
  const { i18n } = useLingui();
  const navigate = useNavigate();
  const send = useSend(leaveLine, {
    refresh: [listLines, listNeeds],
    // At once: the page of the line is about to be not there.
    onAnswer: () => void navigate('/dashboard'),
    onFailed({ status }) {
      // Taken back meanwhile.
      if (status === 404) void navigate('/dashboard');
    },
  });
  return (
    <QuestionDialog
      confirmLabel={i18n.t('Give it back')}
      finalFocus={finalFocus}
      onClose={onClose}
      onConfirm={(signal) => send({ id: lineId }, signal)}
      open={open}
      title={i18n.t('Give this line back to {name}?', { name })}
    >
      <ul className="list-disc measure space-y-2 ps-5 wrap-anywhere">
        <li>
          {i18n.t(
            'At once you can’t open this line here anymore, or do anything with it. We email {name} about it.',
            { name },
          )}
        </li>
        <li>
          {isActive
            ? i18n.t(
                'The line doesn’t end, and {name} takes care of it again. It keeps working in the phone that has its SIM.',
                { name },
              )
            : i18n.t('The line doesn’t end, and {name} takes care of it again.', { name })}
        </li>
        <li>{i18n.t('To have it again, you need a new invitation from {name}.', { name })}</li>
      </ul>
    </QuestionDialog>
  );
}
