import { viewBooks, type Books } from '@portside/contract/console/books';
import { money } from '@portside/contract/formats';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { saveDocument } from '../api/document.ts';
import { useAnswer } from '../api/use-answer.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Select } from '../ui/select.tsx';
import { TextLink } from '../ui/text-link.tsx';
import {
  csvOfRows,
  dayColumns,
  figureColumns,
  itemColumns,
  monthInWords,
  monthLater,
  sumOfItems,
  type BookColumn,
} from './books-tables.ts';
import { moment } from './moment.ts';
import { useShop } from './shop.ts';
import { WaitingPanel } from './waiting-panel.tsx';

const MONTHS_SHOWN = 36;

const monthIn = (timeZone: string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit' })
    .format(new Date())
    .slice(0, 7);

/** L22: what a month came to. */
export function BooksPage() {
  const [address, setAddress] = useSearchParams();
  const asked = address.get('month') ?? undefined;
  const answer = useAnswer(viewBooks, { month: asked });
  const { timeZone } = useShop();
  const [thisMonth] = useState(() => monthIn(timeZone));
  const month = asked ?? answer.data?.month ?? thisMonth;
  const months = Array.from({ length: MONTHS_SHOWN }, (_, at) => monthLater(thisMonth, -at));
  const options = months.includes(month) ? months : [month, ...months];
  return (
    <section aria-labelledby="books-title" className="flex flex-col gap-6">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <h1 className="text-title wrap-anywhere" id="books-title">
          Books
        </h1>
        <Select
          className="w-52 max-w-full"
          label="Month"
          name="month"
          onChange={(value) => setAddress({ month: value })}
          options={options.map((value) => ({ value, label: monthInWords(value) }))}
          value={month}
        />
      </div>
      <WaitingPanel answer={answer} />
      {answer.data && <Month books={answer.data} />}
    </section>
  );
}

function Month({ books }: { books: Books }) {
  const { items, days, totals, month, timeZone } = books;
  const isEmpty = items.length === 0 && Object.values(totals).every((one) => one === 0);
  return (
    <>
      <div className="flex max-w-prose flex-col gap-2">
        <p className="text-ink-soft">
          {books.isOver ? `All of ${monthInWords(month)}` : `${monthInWords(month)} so far`}, by
          days in {timeZone.replaceAll('_', ' ')}, as of {moment(books.asOf, timeZone)}.
        </p>
        <Comparison books={books} />
        <Payouts books={books} />
        {books.chargedElsewhere > 0 && (
          <p>
            {money(books.chargedElsewhere)} of what was charged was paid before this shop ran here.
            The provider’s books do not have it.
          </p>
        )}
      </div>
      {isEmpty ? (
        <EmptyState
          level={2}
          title={`Nothing was billed or given back in ${monthInWords(month)}.`}
        />
      ) : (
        <>
          <dl className="grid grid-cols-2 gap-x-8 gap-y-4 border-t-2 border-ink pt-3 md:grid-cols-4">
            {figureColumns
              .filter(({ name, isRare }) => !isRare || totals[name] !== 0)
              .map(({ name, head }) => (
                <div className="min-w-0" key={name}>
                  <dt className="text-fine">{head}</dt>
                  <dd className="head text-lead tabular-nums">{money(totals[name])}</dd>
                </div>
              ))}
          </dl>
          <BookTable
            columns={itemColumns}
            fileName={`by-place-${month}.csv`}
            id="by-place"
            rows={items}
            tells="What bills said, and what of it went back because the whole bill was returned. What is left of taxes and government fees is owed."
            title="By place"
            total={sumOfItems(items)}
          />
          <BookTable
            columns={dayColumns(books)}
            fileName={`by-day-${month}.csv`}
            id="by-day"
            rows={days}
            tells="Each sum on the day it moved: a charge when the bank paid it, a refund when it was done."
            title="By day"
            total={{ on: 'All days', bills: books.bills, figures: totals }}
          />
        </>
      )}
    </>
  );
}

function Payouts({ books: { payouts } }: { books: Books }) {
  const { state, underWay, sharedWith } = payouts;
  if (state === 'not_told') return <p>The provider does not tell what it pays out.</p>;
  if (state === 'unread') {
    return <p role="alert">The provider’s payouts could not be read now. Load the page again.</p>;
  }
  const whole =
    sharedWith.length > 0
      ? `Payouts are of the whole account, together with ${sharedWith.join(', ')}. `
      : '';
  const coming = underWay === 0 ? '' : `${money(underWay)} is on its way to the bank. `;
  return <p>{`${whole}${coming}What is paid out is less the provider’s fees.`}</p>;
}

function Comparison({ books: { compared, timeZone } }: { books: Books }) {
  if (!compared) {
    return (
      <p>These books have not been compared with the provider’s yet. It is done every night.</p>
    );
  }
  const when = moment(compared.at, timeZone);
  if (compared.unread) {
    return (
      <p role="alert">The provider’s books could not be read at the last comparison, {when}.</p>
    );
  }
  if (compared.differences > 0) {
    return (
      <p className="text-fail" role="alert">
        {compared.differences === 1
          ? 'One entry differs'
          : `${compared.differences} entries differ`}{' '}
        from the provider’s books, as compared on {when}.{' '}
        <TextLink to="/stuck?kind=books">See what differs</TextLink>
      </p>
    );
  }
  return <p>The provider’s books agree to the cent, as compared on {when}.</p>;
}

function BookTable<Row>(props: {
  id: string;
  title: string;
  tells: string;
  fileName: string;
  columns: readonly BookColumn<Row>[];
  rows: readonly Row[];
  total: Row;
}) {
  const { id, title, tells, fileName, columns, rows, total } = props;
  const amounts = columns.findIndex(({ isAmount }) => isAmount);
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h2 className="text-lead" id={id}>
          {title}
        </h2>
        <Button
          icon="download"
          onClick={() =>
            saveDocument({
              fileName,
              content: new Blob([csvOfRows(columns, rows)], { type: 'text/csv' }),
            })
          }
          variant="quiet"
        >
          CSV <span className="sr-only">of {title}</span>
        </Button>
      </div>
      <p className="max-w-prose text-fine text-ink-soft">{tells}</p>
      <div
        aria-labelledby={id}
        className="mt-2 overflow-x-auto"
        role="group"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keyboard
        tabIndex={0}
      >
        <table className="w-full border-collapse text-start">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr className="border-b-2 border-ink">
              {columns.map(({ head, isAmount }) => (
                <th
                  className={`px-2 py-1.5 text-fine font-strong ${isAmount ? 'text-end' : 'text-start whitespace-nowrap'}`}
                  key={head}
                  scope="col"
                >
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr className="border-b" key={at}>
                {columns.map(({ head, show, isAmount }) => (
                  <td
                    className={`px-2 py-1.5 align-top whitespace-nowrap tabular-nums ${isAmount ? 'text-end' : ''}`}
                    key={head}
                  >
                    {show(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr className="border-t-2 border-ink font-strong">
              <th className="px-2 py-1.5 text-start" colSpan={amounts} scope="row">
                {columns[0]?.show(total)}
              </th>
              {columns.slice(amounts).map(({ head, show }) => (
                <td className="px-2 py-1.5 text-end whitespace-nowrap tabular-nums" key={head}>
                  {show(total)}
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      </div>
    </section>
  );
}
