import { roleNames, staffRoles } from '@portside/contract/console/roles';
import { viewRoles } from '@portside/contract/console/staff';
import { ConsoleList } from './console-list.tsx';

/** What each role may see and do, as the server has it. */
export function RolesPage() {
  return (
    <ConsoleList
      endpoint={viewRoles}
      rowsOf={({ calls }) => calls.filter(({ roles }) => roles.length > 0)}
      columns={[
        { head: 'What', cell: (row) => row.summary },
        ...staffRoles.map((role) => ({
          head: roleNames[role],
          cell: (row: { roles: readonly string[]; trained?: boolean | undefined }) =>
            row.roles.includes(role) ? (row.trained ? 'If trained' : 'Yes') : '–',
        })),
        {
          head: 'Caller verified',
          cell: (row) => (row.verified ? 'First' : ''),
          wide: true,
        },
        {
          head: 'Call',
          cell: (row) => <code className="text-fine wrap-anywhere">{row.wire}</code>,
          wide: true,
        },
      ]}
      empty="There are no calls."
      rowKey={(row) => row.name}
      title="Roles"
    />
  );
}
