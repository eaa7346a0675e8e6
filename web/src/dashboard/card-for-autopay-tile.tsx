import { useLingui } from '@lingui/react';
import { setAutopayCards } from '@portside/contract/autopay';
import { type LineDetail, viewLine } from '@portside/contract/line-detail';
import { type Card, listCards } from '@portside/contract/payments';
import { useArrival } from '../api/arrival.ts';
import { useAnswer } from '../api/use-answer.ts';
import { useSend } from '../api/use-send.ts';
import { mayWith } from '../lines/line-acts.ts';
import { cardName } from '../payments/card-name.ts';
import { Button } from '../ui/button.tsx';
import { useWork } from '../ui/use-work.ts';

/** Right after a payment by another saved card than autopay charges: the same one from now on? */
export function CardForAutopay({ line }: { line: LineDetail }) {
  const paidWith = useArrival('paidWith');
  const { on, nextCharge } = line.autopay;
  const charged = on ? nextCharge?.card : undefined;
  if (typeof paidWith !== 'string' || !charged || charged.id === paidWith) return null;
  if (!mayWith(line, 'own')) return null;
  return <Question charged={charged} id={line.id} paidWith={paidWith} />;
}

interface QuestionProps {
  id: string;
  charged: Card;
  paidWith: string;
}

function Question({ id, charged, paidWith }: QuestionProps) {
  const { i18n } = useLingui();
  const { data } = useAnswer(listCards, {});
  const work = useWork();
  const send = useSend(setAutopayCards, { refresh: [viewLine] });
  const paid = data?.cards.find((card) => card.id === paidWith);
  if (!paid) return null;
  const make = () =>
    void work.run(async (signal) => void (await send({ id, cardId: paidWith }, signal)));
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
      <p className="measure">
        {i18n.t('You paid with {paid}. Autopay of this line charges {card}.', {
          paid: cardName(i18n, paid),
          card: cardName(i18n, charged),
        })}
      </p>
      <Button loading={work.loading} onClick={make} variant="secondary">
        {i18n.t('Use this card for autopay from now on')}
      </Button>
    </div>
  );
}
