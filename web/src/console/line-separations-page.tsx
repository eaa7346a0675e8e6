import {
  listSeparations,
  type ListedSeparation,
} from '@portside/contract/console/line-separations';
import { isPast } from '../ui/is-past.ts';
import { TextLink } from '../ui/text-link.tsx';
import { ConsoleList } from './console-list.tsx';
import { moment } from './moment.ts';
import { separationStates } from './separation-words.ts';
import { useShop } from './shop.ts';
import { QUEUE_EVERY_MS } from './use-every.ts';

/** P05: whole and proven ones first, as they are due. No name of who asked stands here. */
export function LineSeparationsPage() {
  const { timeZone } = useShop();
  return (
    <ConsoleList
      endpoint={listSeparations}
      rowsOf={({ separations }) => separations}
      columns={[
        {
          head: 'Request',
          cell: (row) => <TextLink to={`/line-separations/${row.id}`}>{row.reference}</TextLink>,
        },
        { head: 'State', cell: (row) => separationStates[row.state] },
        { head: 'Answer by', cell: (row) => <AnswerBy row={row} /> },
        { head: 'Lines', align: 'end', cell: (row) => row.lines, wide: true },
        { head: 'Received', cell: (row) => moment(row.receivedAt, timeZone), wide: true },
      ]}
      empty="No request is here."
      moreOf={({ more }) =>
        more === undefined ? undefined : `${more} more are here, and not in this list.`
      }
      every={QUEUE_EVERY_MS}
      open={(row) => `/line-separations/${row.id}`}
      rowKey={(row) => row.id}
      title="Line separations"
    />
  );
}

/** The day that the law sets; no day once it is decided, or while something is missing. */
export function AnswerBy({ row }: { row: Pick<ListedSeparation, 'state' | 'answerBy'> }) {
  const { timeZone } = useShop();
  const { answerBy, state } = row;
  if (answerBy === null || (state !== 'waiting' && state !== 'asked')) return '–';
  return (
    <>
      {moment(answerBy, timeZone)}
      {isPast(answerBy) && <span className="ms-2 font-strong text-fail">Late</span>}
    </>
  );
}
