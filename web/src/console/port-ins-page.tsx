import { type QueuedPortIn, queuePortIns } from '@portside/contract/console/port-ins';
import { type PortInStatus, portInStatus } from '@portside/contract/lines';
import { oldCarrierName } from '@portside/contract/old-carriers';
import { ConsoleList } from './console-list.tsx';
import { CustomerLink } from './customer-link-tile.tsx';
import { moment } from './moment.ts';
import { portInFieldWords } from './port-in-field-words.ts';
import { useShop } from './shop.ts';
import { QUEUE_EVERY_MS } from './use-every.ts';

const states: Readonly<Record<PortInStatus, string>> = {
  draft: 'Draft',
  details_needed: 'Details needed',
  awaiting_plan: 'Waits for a plan',
  submitted: 'Sent',
  pending: 'With the old carrier',
  delayed: 'Delayed',
  action_needed: 'Customer must correct it',
  awaiting_activation: 'Being activated',
  completed: 'Done',
  cancelled: 'Canceled',
  expired: 'Expired',
  failed: 'Failed',
};

/** L07: the longest in its state first. What the customer must do is said in their words' order. */
export function PortInsPage() {
  const { timeZone } = useShop();
  return (
    <ConsoleList
      columns={[
        {
          head: 'Number',
          cell: (row: QueuedPortIn) => (
            <>
              •••• {row.numberEnds} <CustomerLink id={row.customerId} name={row.customer} />
            </>
          ),
        },
        {
          head: 'State',
          cell: (row) => (
            <>
              {states[row.status]}
              {row.stuck && <span className="block text-fine font-strong">Hangs</span>}
              {row.cancelAsked && <span className="block text-fine">Cancel was asked for</span>}
              <span className="block text-fine text-ink-soft md:hidden">
                Since {moment(row.since, timeZone)}
              </span>
              {owed(row) && (
                <span className="block text-fine md:hidden">The customer owes: {owed(row)}</span>
              )}
            </>
          ),
        },
        { head: 'Since', cell: (row) => moment(row.since, timeZone), wide: true },
        { head: 'From', cell: (row) => oldCarrierName(row.oldCarrier), wide: true },
        {
          head: 'The old carrier’s words',
          cell: ({ answer }) =>
            answer && (
              <span className="wrap-anywhere">
                {answer.code} {answer.text} ({moment(answer.at, timeZone)})
              </span>
            ),
        },
        { head: 'The customer owes', cell: (row) => owed(row), wide: true },
        { head: 'Tries', cell: (row) => row.attempts, align: 'end', wide: true },
      ]}
      empty="No number is on its way."
      endpoint={queuePortIns}
      every={QUEUE_EVERY_MS}
      filters={[
        {
          name: 'state',
          label: 'State',
          options: portInStatus.options.map((value) => ({ value, label: states[value] })),
          empty: 'No port-in is in this state.',
        },
      ]}
      rowKey={(row) => row.id}
      rowsOf={({ portIns }) => portIns}
      title="Port-ins"
    />
  );
}

function owed(row: QueuedPortIn): string {
  return [
    ...row.required.map((field) => portInFieldWords[field]),
    ...(row.waitsForPlan ? ['A plan'] : []),
    ...(row.waitsForPayment ? ['The payment'] : []),
  ].join(', ');
}
