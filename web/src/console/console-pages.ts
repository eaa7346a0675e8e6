import type { Endpoint } from '@portside/contract/endpoint';
import { listAudit } from '@portside/contract/console/audit';
import { listStaff, viewRoles } from '@portside/contract/console/staff';
import type { ComponentType } from 'react';

interface ConsolePage {
  /** Below /console; what follows it is its own (`customers/*`). */
  readonly path: string;
  /** In the navigation; without it the page is reached by a link. */
  readonly title?: string;
  /** Who may not make this call does not see it. */
  readonly needs: Endpoint;
  readonly load: () => Promise<ComponentType>;
}

/** A new page is one line here. */
export const consolePages: readonly ConsolePage[] = [
  {
    path: 'staff',
    title: 'Staff',
    needs: listStaff,
    load: async () => (await import('./staff-page.tsx')).StaffPage,
  },
  {
    path: 'audit',
    title: 'Audit',
    needs: listAudit,
    load: async () => (await import('./audit-page.tsx')).AuditPage,
  },
  {
    path: 'roles',
    title: 'Roles',
    needs: viewRoles,
    load: async () => (await import('./roles-page.tsx')).RolesPage,
  },
  {
    path: 'sessions',
    title: 'Your sessions',
    needs: viewRoles,
    load: async () => (await import('./sessions-page.tsx')).SessionsPage,
  },
];
