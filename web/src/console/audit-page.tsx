import { exportAudit, listAudit } from '@portside/contract/console/audit';
import { listStaff, viewRoles } from '@portside/contract/console/staff';
import { useSearchParams } from 'react-router';
import { fetchDocument, saveDocument } from '../api/document.ts';
import { useAnswer } from '../api/use-answer.ts';
import { useCall } from '../api/use-call.tsx';
import { Button } from '../ui/button.tsx';
import { ConsoleList } from './console-list.tsx';
import { CustomerLink } from './customer-link-tile.tsx';
import { moment } from './moment.ts';
import { useShop } from './shop.ts';

const names = ['staffId', 'customerId', 'call', 'outcome', 'from', 'to'] as const;

/** Whoever works or worked here, and what can be done, by name. */
function useFilters() {
  const members = useAnswer(listStaff, {}).data?.staff ?? [];
  const calls = useAnswer(viewRoles, {}).data?.calls ?? [];
  return [
    {
      name: 'staffId',
      label: 'Who',
      options: members.map(({ id, name, email }) => ({ value: id, label: `${name} (${email})` })),
    },
    {
      name: 'call',
      label: 'What',
      options: calls.map((one) => ({ value: one.name, label: one.summary })),
    },
    { name: 'customerId', label: 'Customer (name, email or id)' },
    { name: 'outcome', label: 'Outcome' },
    { name: 'from', label: 'From (2026-11-25)' },
    { name: 'to', label: 'To (2026-11-25)' },
  ];
}

export function AuditPage() {
  const { timeZone } = useShop();
  const filters = useFilters();
  const { data: roles } = useAnswer(viewRoles, {});
  const summaries = new Map(roles?.calls.map(({ name, summary }) => [name, summary]));
  return (
    <ConsoleList
      endpoint={listAudit}
      rowsOf={({ entries }) => entries}
      above={<ExportButton />}
      columns={[
        { head: 'When', cell: (row) => moment(row.at, timeZone) },
        {
          head: 'Who',
          cell: (row) => (
            <span title={`${row.network} ${row.browser}`}>
              <span className="wrap-anywhere">{row.staff}</span>{' '}
              <span className="text-ink-soft">{row.role}</span>
            </span>
          ),
        },
        {
          head: 'What',
          cell: (row) => (
            <>
              <span className="wrap-anywhere">{summaries.get(row.call) ?? row.call}</span>
              <span className="block text-fine text-ink-soft md:hidden">{outcomeOf(row)}</span>
              <span className="block md:hidden">
                <CustomerLink id={row.customerId} name={row.customer} />
              </span>
            </>
          ),
        },
        { head: 'Outcome', cell: outcomeOf, wide: true },
        {
          head: 'Customer',
          cell: (row) => <CustomerLink id={row.customerId} name={row.customer} />,
          wide: true,
        },
        {
          head: 'About',
          cell: (row) => (
            <span className="wrap-anywhere">
              {[
                row.about,
                ...Object.entries(row.detail).map(([name, value]) => `${name}: ${String(value)}`),
              ]
                .filter(Boolean)
                .join(', ')}
            </span>
          ),
          wide: true,
        },
        { head: 'No.', cell: (row) => row.number ?? '', align: 'end', wide: true },
      ]}
      empty="Nobody has done anything yet."
      filters={filters}
      nextOf={({ next }) => next}
      rowKey={(row) => row.id}
      title="Audit"
    />
  );
}

const outcomeOf = ({ outcome }: { outcome: string }) => outcome.replaceAll('_', ' ');

function ExportButton() {
  const call = useCall();
  const [address] = useSearchParams();
  const asked = Object.fromEntries(
    names.flatMap((name) => {
      const value = address.get(name);
      return value ? [[name, value]] : [];
    }),
  );
  return (
    <Button
      icon="download"
      onClick={() =>
        void fetchDocument(call, exportAudit, asked).then(saveDocument, () => undefined)
      }
      variant="secondary"
    >
      CSV
    </Button>
  );
}
