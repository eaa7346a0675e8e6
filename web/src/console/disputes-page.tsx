import {
  type DisputeStatus,
  listDisputes,
  type StaffDispute,
} from '@portside/contract/console/disputes';
import { money } from '@portside/contract/formats';
import { Badge } from '../ui/badge.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { ConsoleList } from './console-list.tsx';
import { CustomerLink } from './customer-link-tile.tsx';
import { moment } from './moment.ts';
import { useShop } from './shop.ts';
import { QUEUE_EVERY_MS } from './use-every.ts';

export const disputeStates: Readonly<Record<DisputeStatus, string>> = {
  open: 'To be answered',
  answered: 'With the bank',
  won: 'Won',
  lost: 'Lost',
  closed: 'Closed without a verdict',
};

const addressOf = ({ id }: StaffDispute) => `/disputes/${id}`;

/** L21: the next deadline first. */
export function DisputesPage() {
  const { timeZone } = useShop();
  return (
    <ConsoleList
      columns={[
        {
          head: 'Order',
          cell: (row: StaffDispute) => (
            <TextLink className="whitespace-nowrap" to={addressOf(row)}>
              {row.orderNumber ?? row.orderId}
            </TextLink>
          ),
        },
        { head: 'Answer by', cell: (row) => <Deadline row={row} /> },
        { head: 'State', cell: (row) => <State row={row} /> },
        { head: 'Amount', cell: (row) => money(row.amount), align: 'end' },
        { head: 'The bank’s reason', cell: (row) => row.reason.replaceAll('_', ' '), wide: true },
        { head: 'Since', cell: (row) => moment(row.openedAt, timeZone), wide: true },
        {
          head: 'Customer',
          cell: (row) => <CustomerLink id={row.customerId} name={row.customer} />,
          wide: true,
        },
      ]}
      empty="No payment waits for a verdict."
      endpoint={listDisputes}
      every={QUEUE_EVERY_MS}
      filters={[
        {
          name: 'state',
          label: 'Show',
          any: 'Not decided',
          options: [{ value: 'decided', label: 'Decided' }],
          empty: 'No dispute was decided yet.',
        },
      ]}
      open={addressOf}
      rowKey={(row) => row.id}
      rowsOf={({ disputes }) => disputes}
      title="Disputes"
    />
  );
}

function State({ row }: { row: StaffDispute }) {
  return (
    <>
      {disputeStates[row.status]}
      {row.answer?.state === 'asked' && (
        <span className="block text-fine">An answer is on its way</span>
      )}
      {row.answer?.state === 'refused' && row.status === 'open' && (
        <span className="block text-fine">The provider did not take the answer</span>
      )}
    </>
  );
}

/** Until when the bank listens. */
export function Deadline({ row }: { row: StaffDispute }) {
  const { timeZone } = useShop();
  if (row.decidedAt) return `Decided ${moment(row.decidedAt, timeZone)}`;
  if (row.status === 'answered') return 'Answered';
  if (!row.respondBy) return 'Not told yet';
  const at = moment(row.respondBy, timeZone);
  return row.isLate ? <Badge tone="fail">{`Too late: ${at}`}</Badge> : at;
}
