import { spans, viewToday, type Today } from '@portside/contract/console/today';
import { Link, useSearchParams } from 'react-router';
import { saveDocument } from '../api/document.ts';
import { useAnswer } from '../api/use-answer.ts';
import { Button } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { FailedLoad } from '../ui/failed-load.tsx';
import { Icon } from '../ui/icon.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Table } from '../ui/table.tsx';
import { DayChart, mostOf, seriesLooks, type ChartDay } from './day-chart-tile.tsx';
import { moment } from './moment.ts';
import { changeInWords, csvOf, todayCards, type TodayCard } from './today-cards.ts';
import { QUEUE_EVERY_MS, useEvery } from './use-every.ts';

/** L14: how the shop does. */
export function TodayPage() {
  const [address] = useSearchParams();
  const days = spans.find((one) => one === address.get('days')) ?? '30';
  const answer = useAnswer(viewToday, { days }, { refetchInterval: useEvery(QUEUE_EVERY_MS) });
  return (
    <section aria-labelledby="today-title" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-title wrap-anywhere" id="today-title">
          Today
        </h1>
        <SpanLinks days={days} />
      </div>
      {answer.isPending && (
        <div aria-busy="true">
          <p className="sr-only" role="status">
            Loading
          </p>
          <Skeleton lines={8} />
        </div>
      )}
      {answer.isError && !answer.data && (
        <FailedLoad
          level={2}
          loading={answer.isFetching}
          onRetry={() => void answer.refetch()}
          title={answer.error.message}
        />
      )}
      {answer.data && <Figures today={answer.data} />}
    </section>
  );
}

function SpanLinks({ days }: { days: string }) {
  return (
    <nav aria-label="Over how many days">
      <ul className="flex gap-1">
        {spans.map((span) => (
          <li key={span}>
            <Link
              aria-current={span === days ? 'true' : undefined}
              className={classes(
                'flex min-h-9 items-center rounded-control border px-3 motion hover:bg-action-soft',
                span === days && 'border-action bg-action-soft font-strong text-action',
              )}
              to={`?days=${span}`}
            >
              {span} days
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Figures({ today }: { today: Today }) {
  return (
    <>
      <p className="text-ink-soft">
        {today.days} whole days, {dayInWords(today.from)} to {dayInWords(today.to)}, beside the{' '}
        {today.days} days before. Today so far, as of {moment(today.asOf, today.timeZone)}, is the
        last, paler bar.
      </p>
      {today.countedFrom && (
        <p role="status">
          Days before {dayInWords(today.countedFrom)} are still being counted. Look again in half an
          hour.
        </p>
      )}
      <div className="grid gap-x-8 gap-y-10 desk:grid-cols-2">
        {todayCards.map((card) => (
          <FigureTile card={card} key={card.id} today={today} />
        ))}
      </div>
    </>
  );
}

function FigureTile({ card, today }: { card: TodayCard; today: Today }) {
  const { id, title, about, series, rate, show, isStacked } = card;
  const days = today.series.map(({ on, figures }, at): ChartDay => {
    const values = series.map(({ name }) => figures[name] ?? null);
    const told = series.map(({ label }, place) => `${label} ${shown(values[place], show)}`);
    return {
      on,
      values,
      words: `${dayInWords(on)}: ${told.join(', ')}`,
      isOpen: at === today.series.length - 1,
    };
  });
  const most = mostOf(days, isStacked);
  const [first, last] = [days[0], days.at(-1)];
  return (
    <section aria-labelledby={id} className="min-w-0 border-t-2 border-ink pt-3">
      <div className="flex items-start justify-between gap-3">
        <h2 className="text-lead" id={id}>
          {title}
        </h2>
        <Button
          icon="download"
          onClick={() =>
            saveDocument({
              fileName: `${id}-${today.from}-${last?.on ?? today.to}.csv`,
              content: new Blob([csvOf(card, today)], { type: 'text/csv' }),
            })
          }
          variant="quiet"
        >
          CSV <span className="sr-only">of {title}</span>
        </Button>
      </div>
      <p className="text-fine text-ink-soft">{about}</p>
      <dl className="my-3 flex flex-wrap gap-x-8 gap-y-3">
        {[...series, ...(rate ? [rate] : [])].map(({ name, label }, place) => {
          const say = name === rate?.name ? rate.show : show;
          const isDrawn = name !== rate?.name;
          return (
            <div className="min-w-0" key={name}>
              <dt className="flex items-center gap-1.5 text-fine">
                {isDrawn && series.length > 1 && <Swatch place={place} />}
                {label}
              </dt>
              <dd className="head text-title tabular-nums">{shown(today.now[name], say)}</dd>
              <dd className="text-fine text-ink-soft">
                {changeInWords(today.now[name], today.before[name], say)}
              </dd>
              <dd className="text-fine text-ink-soft">
                Today so far: {shown(today.series.at(-1)?.figures[name], say)}
              </dd>
            </div>
          );
        })}
      </dl>
      {most === 0 ? (
        <p className="text-ink-soft">None in these days.</p>
      ) : (
        <figure>
          <figcaption className="text-fine text-ink-soft">
            The most on one day: {show(most)}
          </figcaption>
          <DayChart
            days={days}
            isStacked={isStacked}
            label={`${title} by day. The most on one day was ${show(most)}. The table below has each day.`}
          />
          <div
            aria-hidden="true"
            className="mt-1 flex justify-between text-fine text-ink-soft tabular-nums"
          >
            <span>{first && dayInWords(first.on)}</span>
            <span>{last && dayInWords(last.on)}</span>
          </div>
        </figure>
      )}
      <DayTable card={card} today={today} />
    </section>
  );
}

function DayTable({ card, today }: { card: TodayCard; today: Today }) {
  const { title, series, rate, show } = card;
  type Day = Today['series'][number];
  return (
    <details className="group mt-1">
      <summary className="inline-flex min-h-9 cursor-pointer list-none items-center gap-2 font-strong text-action">
        <Icon className="motion group-open:rotate-180" name="chevron-down" size={20} />
        {title} as a table
      </summary>
      <Table
        caption={`${title} by day`}
        columns={[
          { key: 'on', head: 'Day', cell: ({ on }: Day) => dayInWords(on) },
          ...[...series, ...(rate ? [rate] : [])].map(({ name, label }) => ({
            key: name,
            head: label,
            align: 'end' as const,
            cell: ({ figures }: Day) =>
              shown(figures[name], name === rate?.name ? rate.show : show),
          })),
        ]}
        rowKey={({ on }) => on}
        rows={today.series.toReversed()}
      />
    </details>
  );
}

const Swatch = ({ place }: { place: number }) => (
  <svg aria-hidden="true" className="size-3 shrink-0" viewBox="0 0 12 12">
    <rect className={seriesLooks[place]} height={10} width={10} x={1} y={1} />
  </svg>
);

const shown = (value: number | null | undefined, show: (value: number) => string): string =>
  value === null || value === undefined ? '–' : show(value);

const dates = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
/** Days are dates already. */
const dayInWords = (on: string) => dates.format(new Date(`${on}T12:00:00Z`));
