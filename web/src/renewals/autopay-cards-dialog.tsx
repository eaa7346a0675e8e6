import { useLingui } from '@lingui/react';
import { setAutopayCards } from '@portside/contract/autopay';
import { type LineDetail, viewLine } from '@portside/contract/line-detail';
import { phone } from '@portside/contract/phone';
import { type Card, listCards } from '@portside/contract/payments';
import { useState } from 'react';
import { useAnswer } from '../api/use-answer.ts';
import { useSend } from '../api/use-send.ts';
import { QuestionDialog } from '../ui/question-dialog.tsx';
import { Select } from '../ui/select.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { cardLabel } from './card-label.ts';

interface AutopayCardsDialogProps {
  line: LineDetail;
  open: boolean;
  onClose: () => void;
}

const NONE = 'none';

/** P11: the card that autopay of a line charges, and the one that is tried when it is refused. */
export function AutopayCardsDialog({ line, open, onClose }: AutopayCardsDialogProps) {
  const { i18n } = useLingui();
  const { autopay, id } = line;
  const { data } = useAnswer(listCards, {});
  const [first, setFirst] = useState(autopay.card?.id ?? '');
  const [second, setSecond] = useState(autopay.second?.id ?? NONE);
  const send = useSend(setAutopayCards, { refresh: [viewLine], onDone: onClose });
  const cards = data?.cards ?? [];
  const option = (card: Card) => ({ value: card.id, label: cardLabel(i18n, card) });
  const others = cards.filter((card) => card.id !== first);
  // Until they are loaded, what was chosen before stays.
  const chosen = !data || others.some((card) => card.id === second) ? second : NONE;
  return (
    <QuestionDialog
      confirmLabel={i18n.t('Save cards')}
      onClose={onClose}
      onConfirm={(signal) =>
        send({ id, cardId: first, secondCardId: chosen === NONE ? null : chosen }, signal)
      }
      open={open}
      subtitle={line.mdn ? phone(line.mdn) : line.plan.retailName}
      title={i18n.t('Cards for autopay')}
      tone="primary"
    >
      {!data && <Spinner className="mb-5" />}
      <p className="mb-5 measure">
        {i18n.t(
          'We charge this card. If the bank refuses it, we try the second one right away, and tell you by email.',
        )}
      </p>
      <div className="grid gap-5">
        <Select
          label={i18n.t('Charge this card')}
          name="cardId"
          onChange={setFirst}
          options={cards.map(option)}
          value={first}
        />
        <Select
          label={i18n.t('If it’s refused, try')}
          name="secondCardId"
          onChange={setSecond}
          options={[{ value: NONE, label: i18n.t('No second card') }, ...others.map(option)]}
          value={chosen}
        />
      </div>
    </QuestionDialog>
  );
}
