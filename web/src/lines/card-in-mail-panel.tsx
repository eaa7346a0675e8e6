import { useLingui } from '@lingui/react';
import { dateAlone } from '@portside/contract/formats';
import { viewLine } from '@portside/contract/line-detail';
import { type Line, listLines } from '@portside/contract/lines';
import { sendNewCard } from '@portside/contract/shipping';
import { usePage } from '../api/page.tsx';
import { useIsAgent } from '../api/session.ts';
import { useSend } from '../api/use-send.ts';
import { Button } from '../ui/button.tsx';
import { OutsideLink } from '../ui/text-link.tsx';
import { useWork } from '../ui/use-work.ts';
import { mayWith } from './line-acts.ts';

/** A SIM card in the mail: how far it is, and when the 30 days begin. */
export function CardInMail({ line }: { line: Line }) {
  const { i18n } = useLingui();
  const { brand, language } = usePage();
  const { shipping } = line;
  if (!shipping || !mayWith(line, 'use')) return null;
  const { mailedAt, carrier = '', trackingNumber, trackingUrl, startsOn, isLate } = shipping;
  const day = (moment: string) => dateAlone(moment, brand.timeZone, language);
  return (
    <div className="mt-4 grid measure gap-2 text-ink-soft">
      {mailedAt && shipping.state !== 'arrived' && (
        <p>
          {carrier
            ? i18n.t('Mailed on {date} with {carrier}.', { date: day(mailedAt), carrier })
            : i18n.t('Mailed on {date}.', { date: day(mailedAt) })}{' '}
          {trackingUrl ? (
            <OutsideLink href={trackingUrl}>
              {i18n.t('Track it: {number}', { number: trackingNumber ?? '' })}
            </OutsideLink>
          ) : (
            trackingNumber && i18n.t('Tracking number: {number}', { number: trackingNumber })
          )}
        </p>
      )}
      <p>{begins()}</p>
      {line.portIn && !shipping.replacesSim && (
        <p>
          {i18n.t('Your number moves when you activate the card. Until then it works as before.')}
        </p>
      )}
      {isLate && <LateCard line={line} />}
    </div>
  );

  function begins(): string {
    if (shipping?.replacesSim) {
      return i18n.t('The SIM that you have works until you activate the new card.');
    }
    return startsOn
      ? i18n.t('Your paid days begin when you activate the card, and on {date} at the latest.', {
          date: day(startsOn),
        })
      : i18n.t(
          'Your paid days begin when you activate the card, and {days} days after the mailing at the latest.',
          { days: String(shipping?.startDays) },
        );
  }
}

function LateCard({ line }: { line: Line }) {
  const { i18n } = useLingui();
  const isAgent = useIsAgent();
  const work = useWork();
  const send = useSend(sendNewCard, { refresh: [viewLine, listLines] });
  const press = () => void work.run(async (signal) => void (await send({ id: line.id }, signal)));
  return (
    <div className="mt-2">
      <p className="mb-3 font-strong text-ink">
        {i18n.t('If the card hasn’t come by now, it may be lost. A new one is free.')}
      </p>
      {!isAgent && (
        <Button loading={work.loading} onClick={press} variant="secondary">
          {i18n.t('Send me a new card')}
        </Button>
      )}
    </div>
  );
}
