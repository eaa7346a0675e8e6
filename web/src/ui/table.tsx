import type { Key, ReactNode } from 'react';
import { classes } from './classes.ts';

export interface Column<Row> {
  readonly key: string;
  readonly head: ReactNode;
  /** For screen readers only. */
  readonly quietHead?: boolean | undefined;
  readonly cell: (row: Row) => ReactNode;
  readonly align?: 'start' | 'end' | undefined;
}

interface TableProps<Row> {
  /** For screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => Key;
  /** Red, and a cell says why. */
  failed?: ((row: Row) => boolean) | undefined;
  /** At 425 px and below; by default heads and cells side by side. */
  card?: ((row: Row) => ReactNode) | undefined;
  className?: string | undefined;
}

/** A table above 425 px, cards at and below, by CSS alone. */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, rowKey, failed, card, className } = props;
  return (
    <div className={className}>
      <div className="hidden overflow-x-auto xs:block">
        <table className="w-full border-collapse text-start">
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr className="border-b-2 border-ink">
              {columns.map((column) => (
                <th
                  className={classes(
                    'px-3 py-3 text-fine font-strong first:ps-0 last:pe-0',
                    column.align === 'end' ? 'text-end' : 'text-start',
                  )}
                  key={column.key}
                  scope="col"
                >
                  <span className={column.quietHead ? 'sr-only' : undefined}>{column.head}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr
                className={classes('border-b', failed?.(row) && 'text-fail')}
                data-failed={failed?.(row) || undefined}
                key={rowKey(row)}
              >
                {columns.map((column) => (
                  <td
                    className={classes(
                      'px-3 py-3.5 tabular-nums first:ps-0 last:pe-0',
                      column.align === 'end' && 'text-end',
                    )}
                    key={column.key}
                  >
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <ul aria-label={caption} className="border-t xs:hidden">
        {rows.map((row) => (
          <li
            className={classes('border-b py-4', failed?.(row) && 'text-fail')}
            data-failed={failed?.(row) || undefined}
            key={rowKey(row)}
          >
            {card ? card(row) : <SideBySide columns={columns} row={row} />}
          </li>
        ))}
      </ul>
    </div>
  );
}

function SideBySide<Row>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }) {
  return (
    <dl className="grid gap-1.5">
      {columns.map((column) => {
        const cell = column.cell(row);
        // Cards leave empty cells out.
        if (cell === false || cell === undefined || cell === null || cell === '') return null;
        return (
          <div className="flex items-baseline justify-between gap-4" key={column.key}>
            <dt className={column.quietHead ? 'sr-only' : 'text-ink-soft'}>{column.head}</dt>
            <dd className="ms-auto text-end tabular-nums">{cell}</dd>
          </div>
        );
      })}
    </dl>
  );
}
