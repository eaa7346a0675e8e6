import { useLingui } from '@lingui/react';
import { dateAlone } from '@portside/contract/formats';
import { phone } from '@portside/contract/phone';
import { type LineDetail, viewLine } from '@portside/contract/line-detail';
import { endLine } from '@portside/contract/line-ending';
import { listLines } from '@portside/contract/lines';
import { usePage } from '../api/page.tsx';
import { useSend } from '../api/use-send.ts';
import { endsAtOnce } from '../lines/line-next.ts';
import { QuestionDialog } from '../ui/question-dialog.tsx';

interface EndLineDialogProps {
  line: LineDetail;
  open: boolean;
  onClose: () => void;
  onFinished: () => void;
  finalFocus: () => HTMLElement | null;
}

/** Says what is kept and what is lost before anything ends (K17). */
export function EndLineDialog(props: EndLineDialogProps) {
  const { line, open, onClose, onFinished, finalFocus } = props;
  const { i18n } = useLingui();
  const { brand, language } = usePage();
  const send = useSend(endLine, { refresh: [viewLine, listLines], onDone: onFinished });
  const isUnpaid = endsAtOnce(line);
  const works = line.status === 'active';
  const date = dateAlone(line.paidUntil ?? '', brand.timeZone, language);
  return (
    <QuestionDialog
      cancelLabel={i18n.t('Keep this line')}
      confirmLabel={isUnpaid ? i18n.t('End it now') : i18n.t('End this line')}
      finalFocus={finalFocus}
      onClose={onClose}
      onConfirm={(signal) => send({ id: line.id }, signal)}
      open={open}
      subtitle={phone(line.mdn)}
      title={isUnpaid ? i18n.t('End this line now?') : i18n.t('End this line on {date}?', { date })}
    >
      <h3 className="mb-2 font-strong">{i18n.t('What you keep')}</h3>
      <ul className="mb-5 list-disc space-y-1 ps-5">
        {works && <li>{i18n.t('Calls, texts and data until {date}.', { date })}</li>}
        <li>{i18n.t('Your account, your receipts, your cards and your credit.')}</li>
      </ul>
      <h3 className="mb-2 font-strong">{i18n.t('What you lose')}</h3>
      <ul className="list-disc space-y-1 ps-5">
        <li>
          {i18n.t(
            'The number. To keep it, take it to another carrier first and don’t end the line: it ends when the number has moved.',
          )}
        </li>
        <li>{i18n.t('Any add-ons and data you have left then.')}</li>
        {!isUnpaid && (
          <li>
            {works
              ? i18n.t('We don’t refund the days until then: your line keeps working.')
              : i18n.t('We don’t refund the days until then.')}
          </li>
        )}
      </ul>
      <p className="mt-5 measure">
        {isUnpaid
          ? i18n.t('You can’t undo this.')
          : i18n.t(
              'We won’t charge you for this line again, and autopay pauses. You can change your mind until {date}: then autopay goes back to how it was.',
              { date },
            )}
      </p>
    </QuestionDialog>
  );
}
