import { useLingui } from '@lingui/react';
import { setAutopay, viewPlannedCharge } from '@portside/contract/autopay';
import { money } from '@portside/contract/formats';
import { phone } from '@portside/contract/phone';
import { type LineDetail, viewLine } from '@portside/contract/line-detail';
import { useState } from 'react';
import { usePage } from '../api/page.tsx';
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
  const { language } = usePage();
  const [refused, setRefused] = useState<{ reason: string | undefined; message: string }>();
  const { consent } = line.autopay;
  // Asked anew at each question: the price of the day.
  const planned = useAnswer(viewPlannedCharge, { id: line.id }, { staleTime: 0, gcTime: 0 });
  const charge = planned.data?.charge;
  const onCard = charge?.atOnce ? (charge.onCard ?? charge.amount) : 0;
  const send = useSend(setAutopay, {
    refresh: [viewLine],
    shown: 'refusals',
    onDone: onFinished,
    onFailed: ({ reason, message }) => setRefused({ reason, message }),
  });
  async function turnOn(signal: AbortSignal) {
    const known = planned.data ?? (await planned.refetch()).data;
    // What is charged at once is agreed to when it was read.
    if (!known || (!planned.data && known.charge?.atOnce)) return;
    await send({ id: line.id, on: true, consent: consent.version }, signal);
  }
  return (
    <QuestionDialog
      confirmLabel={
        onCard > 0
          ? i18n.t('Turn on and pay {amount}', { amount: money(onCard, language) })
          : i18n.t('Turn on autopay')
      }
      finalFocus={finalFocus}
      onClose={onClose}
      onConfirm={turnOn}
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
      {charge && (
        <div className="mb-5">
          <ChargeFacts charge={charge} first />
        </div>
      )}
      <p className="measure">{consent.text}</p>
    </QuestionDialog>
  );
}
