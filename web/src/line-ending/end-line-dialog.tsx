import { useLingui } from '@lingui/react';
import { dateAlone, money } from '@portside/contract/formats';
import type { InputOf } from '@portside/contract/endpoint';
import { phone } from '@portside/contract/phone';
import { type LineDetail, viewLine } from '@portside/contract/line-detail';
import { endLine } from '@portside/contract/line-ending';
import { listLines } from '@portside/contract/lines';
import { useState } from 'react';
import { usePage } from '../api/page.tsx';
import { useSend } from '../api/use-send.ts';
import { endsAtOnce } from '../lines/line-next.ts';
import { RadioCards } from '../ui/radio-cards.tsx';
import { QuestionDialog } from '../ui/question-dialog.tsx';

type When = NonNullable<InputOf<typeof endLine>['when']>;

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
  const day = (moment: string) => dateAlone(moment, brand.timeZone, language);
  const [chosen, setWhen] = useState<When>('paid');
  const { period, paidAhead, paidUntil } = line;
  const ahead =
    period && paidUntil && paidAhead && !isUnpaid ? { ...paidAhead, ...period } : undefined;
  const when = ahead ? chosen : 'paid';
  const first = ahead ? day(ahead.to) : '';
  const last = day(paidUntil ?? '');
  const date = when === 'period' ? first : last;
  const credit = money(ahead?.credit ?? 0, language);
  const credits = ahead !== undefined && ahead.credit > 0;
  return (
    <QuestionDialog
      cancelLabel={i18n.t('Keep this line')}
      confirmLabel={isUnpaid ? i18n.t('End it now') : i18n.t('End this line')}
      finalFocus={finalFocus}
      onClose={onClose}
      onConfirm={(signal) => send({ id: line.id, ...(ahead && { when }) }, signal)}
      open={open}
      subtitle={phone(line.mdn)}
      title={isUnpaid ? i18n.t('End this line now?') : i18n.t('End this line on {date}?', { date })}
    >
      {ahead && (
        <RadioCards
          cards={[
            {
              value: 'paid',
              label: i18n.t('On {date}, with all you’ve paid for', { date: last }),
            },
            {
              value: 'period',
              label: i18n.t('On {date}, when these 30 days end', { date: first }),
              detail: credits
                ? i18n.t('{credit} of what you paid for later becomes credit on that day.', {
                    credit,
                  })
                : undefined,
            },
          ]}
          className="mb-5"
          legend={i18n.t('When it ends')}
          name="when"
          onChange={(value) => setWhen(value === 'period' ? 'period' : 'paid')}
          value={when}
        />
      )}
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
