import { useLingui } from '@lingui/react';
import { changeRole } from '@portside/contract/household';
import type { MemberRole } from '@portside/contract/household-acts';
import { viewLine } from '@portside/contract/line-detail';
import { listLines } from '@portside/contract/lines';
import { useSend } from '../api/use-send.ts';
import { QuestionDialog } from '../ui/question-dialog.tsx';
import { thingsOfPay } from './role-words.ts';
import { useRolePage } from './use-role-page.ts';

export interface MemberDialogProps {
  lineId: string;
  /** Of who has it. */
  name: string;
  open: boolean;
  onClose: () => void;
  onFinished: () => void;
  finalFocus: () => HTMLElement | null;
}

/** P04: the call asks for a proof by itself. @param role what they become */
export function ChangeRoleDialog(props: MemberDialogProps & { role: MemberRole }) {
  const { lineId, name, role, open, onClose, onFinished, finalFocus } = props;
  const { i18n } = useLingui();
  const page = useRolePage();
  const send = useSend(changeRole, {
    refresh: [viewLine, listLines],
    onDone: onFinished,
    onFailed({ reason, status }) {
      // Nobody has it anymore: the page behind says so.
      if (reason === 'not_given' || status === 404) onFinished();
    },
  });
  const up = role === 'manager';
  return (
    <QuestionDialog
      confirmLabel={up ? i18n.t('Make them a manager') : i18n.t('Make them a user')}
      finalFocus={finalFocus}
      onClose={onClose}
      onConfirm={(signal) => send({ id: lineId, role }, signal)}
      open={open}
      title={
        up
          ? i18n.t('Make {name} a manager of this line?', { name })
          : i18n.t('Make {name} a user of this line?', { name })
      }
      tone="primary"
    >
      <div className="grid measure gap-2 wrap-anywhere">
        <p>
          {up
            ? i18n.t('{name} can then also {things}, with a card of their own.', {
                name,
                things: thingsOfPay(page),
              })
            : i18n.t(
                'At once {name} can no longer pay for this line, change its plan or buy anything for it. {name} still uses it.',
                { name },
              )}
        </p>
        <p>{i18n.t('It counts at once, and we email {name} about it.', { name })}</p>
      </div>
    </QuestionDialog>
  );
}
