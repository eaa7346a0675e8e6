import type { Endpoint, InputOf, OutputOf } from '@portside/contract/endpoint';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useAnswer } from '../api/use-answer.ts';
import { Button } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailedLoad } from '../ui/failed-load.tsx';
import { Field } from '../ui/field.tsx';
import { Select, type SelectOption } from '../ui/select.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useEvery } from './use-every.ts';

export interface ListColumn<Row> {
  readonly head: string;
  readonly cell: (row: Row) => ReactNode;
  readonly align?: 'end';
  /** Left out on a phone. */
  readonly wide?: true;
}

interface ListFilter {
  /** Its name in the address, and in the call. */
  readonly name: string;
  readonly label: string;
  /** A choice; without options it is text. */
  readonly options?: readonly SelectOption[];
  /** What is shown while nothing is chosen; "All" by default. */
  readonly any?: string;
  /** What is said when there is nothing, with this filter alone. */
  readonly empty?: string;
}

interface ConsoleListProps<E extends Endpoint, Row> {
  title: string;
  endpoint: E;
  /** Besides the filters. */
  input?: Partial<InputOf<E>>;
  filters?: readonly ListFilter[];
  rowsOf: (answer: OutputOf<E>) => readonly Row[];
  /** The cursor of the next page. */
  nextOf?: (answer: OutputOf<E>) => string | undefined;
  rowKey: (row: Row) => string;
  columns: readonly ListColumn<Row>[];
  /** Where Enter, and a press on the row, leads. */
  open?: (row: Row) => string | undefined;
  /** What stands at the end of a row. */
  actions?: (row: Row) => ReactNode;
  empty: string;
  /** Beside the title. */
  above?: ReactNode;
  /** Below the rows: that there are others which are not shown. */
  moreOf?: (answer: OutputOf<E>) => string | undefined;
  /** Asks again by itself, in milliseconds, where somebody is. */
  every?: number;
  /** Where somebody has asked for it: arrows and Enter go on without Tab. */
  focusesFirst?: true;
}

/**
 * Every list of the console: its filters stand in the address, so that a colleague can be sent it; arrows
 * move, Enter opens; it says when it loads, when there is nothing, and when it did not load.
 */
export function ConsoleList<E extends Endpoint, Row>(props: ConsoleListProps<E, Row>) {
  const { title, endpoint, filters = [], rowsOf, nextOf, moreOf, empty, above } = props;
  const [address, setAddress] = useSearchParams();
  const asked = Object.fromEntries(
    [...filters.map(({ name }) => name), 'cursor'].flatMap((name) => {
      const value = address.get(name);
      return value ? [[name, value]] : [];
    }),
  );
  const answer = useAnswer(endpoint, { ...props.input, ...asked } as InputOf<E>, {
    refetchInterval: useEvery(props.every),
  });
  const next = answer.data && nextOf?.(answer.data);
  const more = answer.data && moreOf?.(answer.data);
  const isNew = useIsNew(JSON.stringify(asked), answer.data !== undefined);

  function ask(name: string, value: string) {
    const changed = new URLSearchParams(address);
    if (value === '') changed.delete(name);
    else changed.set(name, value);
    if (name !== 'cursor') changed.delete('cursor');
    setAddress(changed, { replace: name !== 'cursor' });
  }

  return (
    <section aria-labelledby="list-title" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-title wrap-anywhere" id="list-title">
          {title}
        </h1>
        {above}
      </div>
      {filters.length > 0 && (
        <div className="flex flex-wrap items-end gap-3" role="search">
          {filters.map((filter) => (
            <FilterField
              filter={filter}
              key={filter.name}
              onChange={(value) => ask(filter.name, value)}
              value={address.get(filter.name) ?? ''}
            />
          ))}
        </div>
      )}
      {answer.isPending && (
        <div aria-busy="true">
          <p className="sr-only" role="status">
            Loading
          </p>
          <Skeleton lines={8} />
        </div>
      )}
      {answer.isError && (
        <FailedLoad
          level={2}
          loading={answer.isFetching}
          onRetry={() => void answer.refetch()}
          title={answer.error.message}
        />
      )}
      {answer.data && rowsOf(answer.data).length === 0 && (
        <Empty asked={asked} empty={empty} filters={filters} />
      )}
      {answer.data && rowsOf(answer.data).length > 0 && (
        <Rows {...props} isNew={isNew} rows={rowsOf(answer.data)} />
      )}
      {more && <p>{more}</p>}
      {(next || address.has('cursor')) && (
        <div className="flex gap-3">
          {address.has('cursor') && (
            <Button onClick={() => ask('cursor', '')} variant="secondary">
              To the first page
            </Button>
          )}
          {next && (
            <Button onClick={() => ask('cursor', next)} variant="secondary">
              Next page
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

function Empty(props: {
  filters: readonly ListFilter[];
  asked: Readonly<Record<string, string>>;
  empty: string;
}) {
  const { filters, asked, empty } = props;
  const set = filters.filter(({ name }) => name in asked);
  const [only] = set;
  if ('cursor' in asked) return <EmptyState level={2} title="There is nothing more." />;
  if (!only) return <EmptyState level={2} title={empty} />;
  if (set.length === 1 && only.empty) return <EmptyState level={2} title={only.empty} />;
  return (
    <EmptyState level={2} title="Nothing fits these filters.">
      Take one away to see more.
    </EmptyState>
  );
}

/** Whether this is what was asked for, and not what came by itself later. */
function useIsNew(asked: string, hasAnswer: boolean): boolean {
  const [answered, setAnswered] = useState<string>();
  useEffect(() => {
    if (hasAnswer) setAnswered(asked);
  }, [asked, hasAnswer]);
  return answered !== asked;
}

function FilterField(props: {
  filter: ListFilter;
  value: string;
  onChange: (value: string) => void;
}) {
  const { filter, value, onChange } = props;
  const [typed, setTyped] = useState(value);
  if (filter.options) {
    return (
      <Select
        className="w-52 max-w-full"
        label={filter.label}
        name={filter.name}
        onChange={onChange}
        options={[{ value: '', label: filter.any ?? 'All' }, ...filter.options]}
        value={value}
      />
    );
  }
  return (
    <Field
      className="w-60 max-w-full"
      label={filter.label}
      name={filter.name}
      onBlur={() => onChange(typed.trim())}
      onChange={setTyped}
      onEnter={() => onChange(typed.trim())}
      value={typed}
    />
  );
}

function Rows<E extends Endpoint, Row>(
  props: ConsoleListProps<E, Row> & { rows: readonly Row[]; isNew: boolean },
) {
  const { title, rows, rowKey, columns, open, actions } = props;
  const navigate = useNavigate();
  const body = useRef<HTMLTableSectionElement>(null);
  // A row, which keeps its key when another one comes before it; its place once it is gone.
  const [at, setAt] = useState({ key: '', place: 0 });
  const found = rows.findIndex((row) => rowKey(row) === at.key);
  const here = found === -1 ? Math.min(at.place, rows.length - 1) : found;

  const focusesFirst = props.focusesFirst && props.isNew;
  useEffect(() => {
    if (focusesFirst) body.current?.querySelector<HTMLElement>(':scope > tr')?.focus();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when it appears
  }, []);

  function go(to: number) {
    const all = body.current?.querySelectorAll<HTMLElement>(':scope > tr');
    all?.[Math.max(0, Math.min(rows.length - 1, to))]?.focus();
  }

  function onKeyDown(event: KeyboardEvent, row: Row, place: number) {
    // Keys in a button or a field of the row are its own.
    if (event.target !== event.currentTarget || event.metaKey || event.ctrlKey) return;
    const steps: Record<string, number> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };
    const step = steps[event.key];
    const target = open?.(row);
    if (step !== undefined) go(place + step);
    else if (event.key === 'Home') go(0);
    else if (event.key === 'End') go(rows.length - 1);
    else if (event.key === 'Enter' && target) void navigate(target);
    else return;
    event.preventDefault();
  }

  return (
    <div className="overflow-x-auto">
      <table className="w-full border-collapse text-start">
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr className="border-b-2 border-ink">
            {columns.map(({ head, align, wide }) => (
              <th
                className={classes(
                  'px-2 py-1.5 text-fine font-strong whitespace-nowrap',
                  align === 'end' ? 'text-end' : 'text-start',
                  wide && 'max-md:hidden',
                )}
                key={head}
                scope="col"
              >
                {head}
              </th>
            ))}
            {actions && (
              <th scope="col">
                <span className="sr-only">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.map((row, place) => {
            const target = open?.(row);
            return (
              <tr
                className={classes(
                  'border-b -outline-offset-2! hover:bg-fog focus-visible:bg-action-soft',
                  target && 'cursor-pointer',
                )}
                key={rowKey(row)}
                onClick={(event) => {
                  if (target && !(event.target as Element).closest('a, button, input')) {
                    void navigate(target);
                  }
                }}
                onFocus={() => setAt({ key: rowKey(row), place })}
                onKeyDown={(event) => onKeyDown(event, row, place)}
                // One stop for Tab; arrows go on from there.
                tabIndex={place === here ? 0 : -1}
              >
                {columns.map(({ head, cell, align, wide }) => (
                  <td
                    className={classes(
                      'px-2 py-2 align-top tabular-nums',
                      align === 'end' && 'text-end',
                      wide && 'max-md:hidden',
                    )}
                    key={head}
                  >
                    {cell(row)}
                  </td>
                ))}
                {actions && <td className="px-2 py-1 text-end align-top">{actions(row)}</td>}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
