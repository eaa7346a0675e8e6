import { useLingui } from '@lingui/react';
import { dateAlone } from '@portside/contract/formats';
import { type LineDetail, viewLine } from '@portside/contract/line-detail';
import { type HoldOffer, holdLine, viewHold } from '@portside/contract/line-hold';
import { linePage } from '@portside/contract/line-rooms';
import { listLines } from '@portside/contract/lines';
import { phone } from '@portside/contract/phone';
import { useState } from 'react';
import { usePage } from '../api/page.tsx';
import { useAnswer } from '../api/use-answer.ts';
import { useSend } from '../api/use-send.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Dialog, DialogCancel } from '../ui/dialog.tsx';
import { FailedLoad } from '../ui/failed-load.tsx';
import { FaultLine } from '../ui/field-frame.tsx';
import { RadioCards } from '../ui/radio-cards.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useWork } from '../ui/use-work.ts';

interface HoldLineDialogProps {
  line: LineDetail;
  open: boolean;
  onClose: () => void;
  onFinished: () => void;
  finalFocus: () => HTMLElement | null;
}

const none: readonly HoldOffer[] = [];

/** P09: what a hold costs, and when the line is back, before anything happens. */
export function HoldLineDialog(props: HoldLineDialogProps) {
  const { line, open, onClose, onFinished, finalFocus } = props;
  const { i18n } = useLingui();
  const work = useWork();
  const [chosen, setChosen] = useState<number>();
  const [refused, setRefused] = useState<string>();
  // Asked anew at each question: the days of the moment.
  const view = useAnswer(viewHold, { id: line.id }, { staleTime: 0, gcTime: 0 });
  // What was sent stays as it is until it is answered, also while the dialog closes.
  const [sent, setSent] = useState<readonly HoldOffer[]>();
  const error = sent ? null : view.error;
  // After a failure nothing of before is offered.
  const offers = sent ?? (error ? none : (view.data?.offers ?? none));
  const offer = offers.find(({ days }) => days === chosen) ?? offers[0];
  const send = useSend(holdLine, {
    // Also after a refusal: what is shown is of before.
    refresh: [viewHold, viewLine, listLines],
    shown: 'refusals',
    onDone: onFinished,
    onFailed({ reason, message }) {
      setSent(undefined);
      setRefused(reason ? message : undefined);
    },
  });
  const hold = ({ days, costDays }: HoldOffer) =>
    void work.run(async (signal) => {
      setSent(offers);
      await send({ id: line.id, days, costDays }, signal);
    });
  return (
    <Dialog
      actions={
        <>
          {offer && (
            <Button loading={work.loading} onClick={() => hold(offer)}>
              {i18n.t('Put it on hold for {days} days', { days: offer.days })}
            </Button>
          )}
          {error?.reason === 'too_few_days' && (
            <ButtonLink to={`${linePage(line.id)}/renew`}>
              {i18n.t('Pay for the next 30 days')}
            </ButtonLink>
          )}
          <DialogCancel />
        </>
      }
      finalFocus={finalFocus}
      onClose={onClose}
      open={open}
      readFirst
      subtitle={phone(line.mdn)}
      title={i18n.t('Put this line on hold')}
      work={work}
    >
      <div role="alert">
        {refused && refused !== error?.message && (
          <div className="mb-4">
            <FaultLine>{refused}</FaultLine>
          </div>
        )}
      </div>
      {error ? (
        error.reason ? (
          <p className="measure">{error.message}</p>
        ) : (
          <FailedLoad
            loading={view.isFetching}
            onRetry={() => void view.refetch()}
            title={i18n.t('What a hold costs didn’t load')}
          />
        )
      ) : offer ? (
        <Offers chosen={offer} offers={offers} onChoose={setChosen} />
      ) : view.data ? (
        <p className="measure">
          {view.data.hold
            ? i18n.t('You put this line on hold already.')
            : i18n.t('This line can’t be put on hold right now.')}
        </p>
      ) : (
        <div aria-busy="true">
          <Skeleton className="h-72 w-full" />
          <p className="sr-only" role="status">
            {i18n.t('Loading')}
          </p>
        </div>
      )}
    </Dialog>
  );
}

interface OffersProps {
  offers: readonly HoldOffer[];
  chosen: HoldOffer;
  onChoose: (days: number) => void;
}

function Offers({ offers, chosen, onChoose }: OffersProps) {
  const { i18n } = useLingui();
  const { brand, language } = usePage();
  const day = (moment: string) => dateAlone(moment, brand.timeZone, language);
  return (
    <>
      <RadioCards
        cards={offers.map(({ days, costDays, until, paidUntil }) => ({
          value: String(days),
          label: i18n.t('{days} days', { days }),
          detail: (
            <>
              <span className="block">
                {i18n.t('Costs {count} of your paid days.', {
                  count: costDays,
                })}
              </span>{' '}
              <span className="block">{i18n.t('Back on {date}.', { date: day(until) })}</span>{' '}
              <span className="block">
                {i18n.t('Then it’s paid until {date}.', { date: day(paidUntil) })}
              </span>
            </>
          ),
        }))}
        legend={i18n.t('For how long?')}
        name="days"
        onChange={(value) => onChoose(Number(value))}
        value={String(chosen.days)}
      />
      <h3 className="mt-6 mb-2 font-strong">{i18n.t('While it’s on hold')}</h3>
      <ul className="list-disc space-y-1 ps-5">
        <li>{i18n.t('No calls, texts or data. Don’t count on this line for 911.')}</li>
        <li>
          {i18n.t('Your number, your plan and your add-ons stay. The days you’ve paid for wait.')}
        </li>
        <li>{i18n.t('Autopay charges nothing for this line before it’s back.')}</li>
        <li>
          {i18n.t('You can turn it back on at any time. You get back the paid days it didn’t use.')}
        </li>
      </ul>
    </>
  );
}
