import { useLingui } from '@lingui/react';
import { phone } from '@portside/contract/phone';
import { blockLine } from '@portside/contract/line-block';
import { type LineDetail, viewLine } from '@portside/contract/line-detail';
import { listLines } from '@portside/contract/lines';
import { useSend } from '../api/use-send.ts';
import { QuestionDialog } from '../ui/question-dialog.tsx';
import { isHeld } from './kept-back.ts';
import { mayWith } from './line-acts.ts';

interface LostPhoneDialogProps {
  line: LineDetail;
  open: boolean;
  onClose: () => void;
  finalFocus: () => HTMLElement | null;
}

/** K13: that the paid days run on is said first. */
export function LostPhoneDialog({ line, open, onClose, finalFocus }: LostPhoneDialogProps) {
  const { i18n } = useLingui();
  const send = useSend(blockLine, { refresh: [viewLine, listLines], onDone: onClose });
  return (
    <QuestionDialog
      confirmLabel={i18n.t('Block this line')}
      finalFocus={finalFocus}
      onClose={onClose}
      onConfirm={(signal) => send({ id: line.id }, signal)}
      open={open}
      subtitle={phone(line.mdn)}
      title={i18n.t('Block this line?')}
    >
      <p className="measure">
        {isHeld(line)
          ? mayWith(line, 'own')
            ? i18n.t('While this line is on hold, the days you’ve paid for wait.')
            : i18n.t('While this line is on hold, the days that are paid wait.')
          : !mayWith(line, 'own')
            ? i18n.t('The days that are paid keep running.')
            : line.autopay.on
              ? i18n.t('The days you’ve paid for keep running, and autopay charges as planned.')
              : i18n.t('The days you’ve paid for keep running.')}
      </p>
      <ul className="mt-4 list-disc space-y-1 ps-5">
        <li>{i18n.t('Nobody can call, text or use data with this line.')}</li>
        <li>
          {mayWith(line, 'own')
            ? i18n.t('Your number stays yours.')
            : i18n.t('The line keeps its number.')}
        </li>
        <li>{i18n.t('You can unblock it here at any time, once you’ve confirmed it’s you.')}</li>
      </ul>
    </QuestionDialog>
  );
}
