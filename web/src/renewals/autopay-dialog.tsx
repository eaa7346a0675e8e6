import { useLingui } from '@lingui/react';
import { setAutopay, viewPlannedCharge } from '@portside/contract/autopay';
import { phone } from '@portside/contract/phone';
import { type LineDetail, viewLine } from '@portside/contract/line-detail';
import { useState } from 'react';
import { useAnswer } from '../api/use-answer.ts';
import { useSend } from '../api/use-send.ts';
import { FaultLine } from '../ui/field-frame.tsx';
import { QuestionDialog } from '../ui/question-dialog.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { ChargeFacts } from './charge-facts-tile.tsx';

interface AutopayDialogProps {
  line: LineDetail;
  open: boolean;
  onClose: () => void;
  onFinished: () => void;
  finalFocus: () => HTMLElement | null;
}

/** Shows what the customer agrees to; a text that changed since is shown anew (K03). */
export function AutopayDialog(props: AutopayDialogProps) {
  const { line, open, onClose, onFinished, finalFocus } = props;
  const { i18n } = useLingui();
  const [refused, setRefused] = useState<{ reason: string | undefined; message: string }>();
  const { consent } = line.autopay;
  // Asked anew at each question: the price of the day.
  const planned = useAnswer(viewPlannedCharge, { id: line.id }, { staleTime: 0, gcTime: 0 });
  const send = useSend(setAutopay, {
    refresh: [viewLine],
    shown: 'refusals',
    onDone: onFinished,
    onFailed: ({ reason, message }) => setRefused({ reason, message }),
  });
  return (
    <QuestionDialog
      confirmLabel={i18n.t('Turn on autopay')}
      finalFocus={finalFocus}
      onClose={onClose}
      onConfirm={(signal) => send({ id: line.id, on: true, consent: consent.version }, signal)}
      open={open}
      subtitle={line.mdn ? phone(line.mdn) : line.plan.retailName}
      title={i18n.t('Turn on autopay?')}
      tone="primary"
    >
      <div role="alert">
        {refused && (
          <div className="mb-4">
            <FaultLine>{refused.message}</FaultLine>
            {refused.reason === 'no_card' && (
              <TextLink className="inline-flex min-h-11 items-center" to="/dashboard/payment">
                {i18n.t('Add a card')}
              </TextLink>
            )}
          </div>
        )}
      </div>
      {planned.isPending && <Spinner className="mb-5" />}
      {planned.data?.charge && (
        <div className="mb-5">
          <ChargeFacts charge={planned.data.charge} first />
        </div>
      )}
      <p className="measure">{consent.text}</p>
    </QuestionDialog>
  );
}
