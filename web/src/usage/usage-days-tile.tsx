import { useLingui } from '@lingui/react';
import { dateAlone } from '@portside/contract/formats';
import type { Usage } from '@portside/contract/usage';
import { usageAmount } from '@portside/contract/usage-amount';
import { usePage } from '../api/page.tsx';
import { Icon } from '../ui/icon.tsx';
import { Table } from '../ui/table.tsx';

const HEIGHT = 120;
const STEP = 10;
const BAR = 7;
/** A period touches 31 days, or 30 when it begins at midnight. */
const SLOTS = 31;

type Day = Usage['days'][number];

/** Data by day: a picture, and the same as a table. */
export function UsageDays({ days }: { days: readonly Day[] }) {
  const { i18n } = useLingui();
  const { language } = usePage();
  const most = days.reduce((top, one) => (one.megabytes > top.megabytes ? one : top), {
    on: '',
    megabytes: 0,
  });
  // Days are dates already.
  const dateOf = (on: string) => dateAlone(`${on}T12:00:00Z`, 'UTC', language);
  const inWords = (megabytes: number) => usageAmount(megabytes, 'MB', language);
  if (most.megabytes === 0) {
    return (
      <p className="text-ink-soft">{i18n.t('You haven’t used any data in these 30 days yet.')}</p>
    );
  }
  const summary = i18n.t('Data by day. The most you used was {amount}, on {date}.', {
    amount: inWords(most.megabytes),
    date: dateOf(most.on),
  });
  return (
    <>
      <figure>
        <figcaption className="mb-3 text-fine text-ink-soft">{summary}</figcaption>
        <Bars days={days} label={summary} most={most.megabytes} />
        <div
          aria-hidden="true"
          className="mt-1.5 flex justify-between text-fine text-ink-soft tabular-nums"
        >
          <span>{dateOf(days[0]?.on ?? '')}</span>
          {days.length >= SLOTS - 1 && <span>{dateOf(days.at(-1)?.on ?? '')}</span>}
        </div>
      </figure>
      <details className="group mt-3">
        <summary className="inline-flex min-h-11 cursor-pointer list-none items-center gap-2 font-strong text-action">
          <Icon className="motion group-open:rotate-180" name="chevron-down" size={20} />
          {i18n.t('Show as a table')}
        </summary>
        <Table
          caption={i18n.t('Data by day')}
          className="mt-2 max-w-xl"
          columns={[
            { key: 'on', head: i18n.t('Day'), cell: ({ on }) => dateOf(on) },
            {
              key: 'megabytes',
              head: i18n.t('Data'),
              cell: ({ megabytes }) => inWords(megabytes),
              align: 'end',
            },
          ]}
          rowKey={({ on }) => on}
          rows={days.toReversed()}
        />
      </details>
    </>
  );
}

function Bars({ days, most, label }: { days: readonly Day[]; most: number; label: string }) {
  return (
    <svg
      aria-label={label}
      className="h-32 w-full"
      preserveAspectRatio="none"
      role="img"
      viewBox={`0 0 ${SLOTS * STEP} ${HEIGHT}`}
    >
      {days.map(({ on, megabytes }, at) => {
        // A little is seen as a little, not as nothing.
        const height = megabytes > 0 ? Math.max(2, (megabytes / most) * (HEIGHT - 4)) : 0;
        return (
          <rect
            className="fill-action forced-colors:fill-[Highlight]"
            height={height}
            key={on}
            width={BAR}
            x={at * STEP + (STEP - BAR) / 2}
            y={HEIGHT - 2 - height}
          />
        );
      })}
      <rect className="fill-edge" height={1} width={SLOTS * STEP} x={0} y={HEIGHT - 1} />
    </svg>
  );
}
