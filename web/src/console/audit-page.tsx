import { exportAudit, listAudit } from '@portside/contract/console/audit';
import { useSearchParams } from 'react-router';
import { fetchDocument, saveDocument } from '../api/document.ts';
import { useCall } from '../api/use-call.tsx';
import { Button } from '../ui/button.tsx';
import { ConsoleList } from './console-list.tsx';
import { moment } from './moment.ts';
import { useShop } from './shop.ts';

const filters = [
  { name: 'staffId', label: 'Staff (id)' },
  { name: 'customerId', label: 'Customer (id)' },
  { name: 'call', label: 'Call' },
  { name: 'outcome', label: 'Outcome' },
] as const;

export function AuditPage() {
  const { timeZone } = useShop();
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
              {row.staff} <span className="text-ink-soft">{row.role}</span>
            </span>
          ),
        },
        { head: 'Call', cell: (row) => row.call },
        { head: 'Outcome', cell: (row) => row.outcome.replaceAll('_', ' ') },
        { head: 'Customer', cell: (row) => row.customerId ?? '', wide: true },
        {
          head: 'About',
          cell: (row) => (
            <span className="break-words">
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

function ExportButton() {
  const call = useCall();
  const [address] = useSearchParams();
  const asked = Object.fromEntries(
    filters.flatMap(({ name }) => {
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
