import { useLingui } from '@lingui/react';
import { type Card, deleteCard, listCards } from '@portside/contract/payments';
import { type ReactNode, type RefObject, useState } from 'react';
import { useSend } from '../api/use-send.ts';
import { CardNetwork } from '../ui/card-network.tsx';
import { QuestionDialog } from '../ui/question-dialog.tsx';
import { RadioCards } from '../ui/radio-cards.tsx';
import { cardName } from './card-name.ts';

interface DeleteCardDialogProps {
  card: Card;
  others: readonly Card[];
  open: boolean;
  onClose: () => void;
  /** Says what happens to an active line's primary card. */
  hasActiveLine: boolean;
  /** What autopay charges the card for. */
  autopay: ReactNode;
  /** Where the focus goes when the button is gone. */
  afterwards: RefObject<HTMLElement | null>;
}

/** D12. */
export function DeleteCardDialog(props: DeleteCardDialogProps) {
  const { card, others, open, onClose, hasActiveLine } = props;
  const { i18n } = useLingui();
  const [gone, setGone] = useState(false);
  const [next, setNext] = useState(others[0]?.id ?? '');
  const missed = card.primaryCard && hasActiveLine;
  const chooses = missed && others.length > 0;

  function finish() {
    setGone(true);
    onClose();
  }
  const drop = useSend(deleteCard, {
    refresh: [listCards],
    onDone: finish,
    onFailed: ({ status }) => {
      // Deleted elsewhere.
      if (status === 404) finish();
    },
  });
  const chosen = chooses ? { primaryCardId: next } : {};

  return (
    <QuestionDialog
      confirmLabel={i18n.t('Yes, Delete')}
      finalFocus={() => (gone ? props.afterwards.current : null)}
      onClose={onClose}
      onConfirm={(signal) => drop({ cardId: card.id, ...chosen }, signal)}
      open={open}
      subtitle={i18n.t('{card} will be removed from your account.', { card: cardName(i18n, card) })}
      title={i18n.t('Delete Card?')}
    >
      {props.autopay}
      {missed && (
        <p className="remark px-4 py-3">
          {chooses
            ? i18n.t(
                'This is your primary card, and your line is active. Choose the card that takes its place.',
              )
            : i18n.t(
                'This is your only card, and your line is active. Add another card before your next payment.',
              )}
        </p>
      )}
      {chooses && (
        <RadioCards
          cards={others.map((other) => ({
            value: other.id,
            label: cardName(i18n, other),
            detail: i18n.t('Expires {date}', { date: other.expiry || '-' }),
            aside: <CardNetwork name={other.network ?? ''} quiet />,
          }))}
          className="mt-5"
          legend={i18n.t('New primary card')}
          name="primaryCardId"
          onChange={setNext}
          value={next}
        />
      )}
    </QuestionDialog>
  );
}
