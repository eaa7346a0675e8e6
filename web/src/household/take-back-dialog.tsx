import { takeBackLine } from '@portside/contract/household';
import { viewLine } from '@portside/contract/line-detail';
import { listLines } from '@portside/contract/lines';
import { listNeeds } from '@portside/contract/needs';
import { useSend } from '../api/use-send.ts';
import { QuestionDialog } from '../ui/question-dialog.tsx';
import type { MemberDialogProps } from './change-role-dialog.tsx';
import { thingsUnseen } from './role-words.ts';
import { useRolePage } from './use-role-page.ts';

/** P04: what happens at once, and what doesn’t. */
export function TakeBackDialog(props: MemberDialogProps & { isActive: boolean }) {
  const { lineId, name, isActive, open, onClose, onFinished, finalFocus } = props;
  const page = useRolePage();
  const { i18n, can } = page;
  const send = useSend(takeBackLine, {
    refresh: [viewLine, listLines, listNeeds],
    onDone: onFinished,
  });
  return (
    <QuestionDialog
      confirmLabel={i18n.t('Take this line back')}
      finalFocus={finalFocus}
      onClose={onClose}
      onConfirm={(signal) => send({ id: lineId, what: 'line' }, signal)}
      open={open}
      title={i18n.t('Take this line back?')}
    >
      <ul className="list-disc measure space-y-2 ps-5 wrap-anywhere">
        <li>
          {i18n.t(
            'At once {name} can’t open this line here anymore, or do anything with it. We email {name} about it.',
            { name },
          )}
        </li>
        <li>
          {i18n.t('From then on you see again: {things}. You don’t see what was used before.', {
            things: thingsUnseen(page),
          })}
        </li>
        {isActive && (
          <li>
            {can.has('suspendLine')
              ? i18n.t(
                  'The line keeps working in the phone that has its SIM. If it shouldn’t, block it.',
                )
              : i18n.t('The line keeps working in the phone that has its SIM.')}
          </li>
        )}
        <li>
          {i18n.t(
            'Its locks are turned on, and a SIM change that {name} began is stopped if it still can be.',
            { name },
          )}
        </li>
        {can.has('emergencyAddress') && (
          <li>
            {i18n.t(
              'Until you enter a 911 address again, 911 may get the one that {name} entered. You don’t see it.',
              { name },
            )}
          </li>
        )}
      </ul>
    </QuestionDialog>
  );
}
