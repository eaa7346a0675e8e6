import { useLingui } from '@lingui/react';
import { phone } from '@portside/contract/phone';
import type { Line } from '@portside/contract/lines';
import { useState } from 'react';
import { QuestionDialog } from '../ui/question-dialog.tsx';
import { Select } from '../ui/select.tsx';
import { MovePanel } from './move-panel.tsx';

interface MoveQuestionDialogProps {
  msisdn: string;
  carrier?: string | undefined;
  /** Empty: its new line waits for it. */
  lines: readonly Line[];
  open: boolean;
  onClose: () => void;
  /** With the id of the line whose number it replaces. */
  onMove: (lineId: string | undefined, signal: AbortSignal) => Promise<unknown>;
  finalFocus?: (() => HTMLElement | null) | undefined;
}

export function MoveQuestionDialog(props: MoveQuestionDialogProps) {
  const { msisdn, carrier, lines, open, onClose, onMove, finalFocus } = props;
  const { i18n } = useLingui();
  const [lineId, setLineId] = useState(lines[0]?.id);
  const line = lines.find(({ id }) => id === lineId);
  return (
    <QuestionDialog
      cancelLabel={i18n.t('Not now')}
      cancelTone="quiet"
      confirmLabel={i18n.t('Yes, transfer it')}
      finalFocus={finalFocus}
      onClose={onClose}
      onConfirm={(signal) => onMove(lineId, signal)}
      open={open}
      subtitle={i18n.t('Here’s what will happen. Nothing has been sent yet.')}
      title={i18n.t('Transfer {number}?', { number: phone(msisdn) })}
      tone="primary"
    >
      {lines.length > 1 && (
        <Select
          className="mb-5"
          label={i18n.t('Where will the number be used?')}
          name="lineId"
          onChange={setLineId}
          options={lines.map(({ id, mdn }) => ({
            value: id,
            label: i18n.t('Instead of {number}', { number: phone(mdn) }),
          }))}
          value={lineId ?? ''}
        />
      )}
      <MovePanel carrier={carrier} line={line} msisdn={msisdn} />
    </QuestionDialog>
  );
}
