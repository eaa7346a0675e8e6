import { endStaffSession, listStaffSessions } from '@portside/contract/console/staff';
import { useSend } from '../api/use-send.ts';
import { Button } from '../ui/button.tsx';
import { ConsoleList } from './console-list.tsx';
import { moment } from './moment.ts';
import { useShop } from './shop.ts';

export function SessionsPage() {
  const { timeZone } = useShop();
  const end = useSend(endStaffSession, { refresh: [listStaffSessions] });
  return (
    <ConsoleList
      endpoint={listStaffSessions}
      rowsOf={({ sessions }) => sessions}
      actions={(row) =>
        row.current ? null : (
          <Button
            aria-label={`Log out: ${row.browser}, ${moment(row.lastSeenAt, timeZone)}`}
            onClick={() => void end({ id: row.id })}
            variant="quiet"
          >
            Log out
          </Button>
        )
      }
      columns={[
        {
          head: 'Browser',
          cell: (row) => (row.current ? `${row.browser} (this one)` : row.browser),
        },
        { head: 'Network', cell: (row) => row.network, wide: true },
        { head: 'Since', cell: (row) => moment(row.createdAt, timeZone), wide: true },
        { head: 'Last used', cell: (row) => moment(row.lastSeenAt, timeZone) },
      ]}
      empty="No browser is logged in."
      rowKey={(row) => row.id}
      title="Your sessions"
    />
  );
}
