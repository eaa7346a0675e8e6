import { useLingui } from '@lingui/react';
import { dateAlone } from '@portside/contract/formats';
import type { LineDetail } from '@portside/contract/line-detail';
import { linePlace } from '@portside/contract/line-rooms';
import { useEffect, useRef } from 'react';
import { useArrival } from '../api/arrival.ts';
import { useCan, usePage } from '../api/page.tsx';
import { Icon } from '../ui/icon.tsx';
import { TextLink } from '../ui/text-link.tsx';

/** Right after a line was accepted: what is so now, and what is left to do. */
export function TakenOver({ line }: { line: LineDetail }) {
  const arrived = useArrival('takenOver');
  return typeof arrived === 'string' ? <Note address={arrived} line={line} /> : null;
}

function Note({ line, address }: { line: LineDetail; address: string }) {
  const { i18n } = useLingui();
  const { brand, language } = usePage();
  const can = useCan();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  const date = dateAlone(line.paidUntil ?? '', brand.timeZone, language);
  return (
    <div
      className="flex gap-3 remark-shape border-good bg-good-soft px-4 py-3"
      ref={place}
      role="status"
      tabIndex={-1}
    >
      <Icon className="mt-0.5 text-good" name="check" size={20} />
      <div className="grid measure gap-2">
        <p>
          {i18n.t('This line is yours now. It’s paid until {date}, and autopay is off.', { date })}
        </p>
        <p>
          {line.simType === 'esim'
            ? i18n.t('The number works in the phone that has its eSIM now.')
            : i18n.t('The number works with the SIM card it has now.')}{' '}
          {can.has('changeSim') && (
            <TextLink to={linePlace(line.id, 'sim')}>{i18n.t('Get a new SIM')}</TextLink>
          )}
        </p>
        {address === 'asked' && (
          <p>
            {i18n.t(
              'The network hasn’t confirmed your 911 address yet. We’ll email you how it ends.',
            )}
          </p>
        )}
        {address === 'not_found' && (
          <p>
            {i18n.t(
              'The network doesn’t know the 911 address you entered, so it isn’t set. Enter another one.',
            )}{' '}
            <TextLink to={linePlace(line.id, 'emergency-address')}>
              {i18n.t('Enter the 911 address')}
            </TextLink>
          </p>
        )}
        {(address === 'asked' || address === 'not_found') && (
          <p>
            {i18n.t('Until it’s set, 911 may get the address of whoever had this line before.')}
          </p>
        )}
      </div>
    </div>
  );
}
