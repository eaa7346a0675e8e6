import type { Endpoint } from '@portside/contract/endpoint';
import { countApprovals, listApprovals } from '@portside/contract/console/approvals';
import { listStaffAddOns, viewStaffAddOn } from '@portside/contract/console/add-ons';
import { listAudit } from '@portside/contract/console/audit';
import { viewBooks } from '@portside/contract/console/books';
import { listChats, listReadyAnswers, viewStaffChat } from '@portside/contract/console/chats';
import { viewCustomer } from '@portside/contract/console/customers';
import { countDisputes, listDisputes, viewDispute } from '@portside/contract/console/disputes';
import { listInbox, viewInboxMessage } from '@portside/contract/console/inbox';
import {
  listSeparations,
  viewSeparationRequest,
} from '@portside/contract/console/line-separations';
import { viewJobs } from '@portside/contract/console/jobs';
import { listNotices } from '@portside/contract/console/notices';
import { listStaffPlans, viewStaffPlan } from '@portside/contract/console/plans';
import { queuePortIns } from '@portside/contract/console/port-ins';
import { listPromos } from '@portside/contract/console/promos';
import { searchConsole } from '@portside/contract/console/search';
import { listShipping, viewStock } from '@portside/contract/console/shipping';
import { viewSettings } from '@portside/contract/console/settings';
import { listStaff, listStaffPasskeys, viewRoles } from '@portside/contract/console/staff';
import { listStuck } from '@portside/contract/console/stuck';
import { viewToday } from '@portside/contract/console/today';
import type { ComponentType } from 'react';
import { counting, type NavCount } from './nav-count-tile.tsx';

interface ConsolePage {
  /** Below /console; what follows it is its own (`customers/*`). */
  readonly path: string;
  /** In the navigation; without it the page is reached by a link. */
  readonly title?: string;
  /** Who may not make this call does not see it. */
  readonly needs: Endpoint;
  readonly load: () => Promise<ComponentType>;
  /** How much waits there, beside the title. */
  readonly count?: NavCount;
}

/** A new page is one line here. */
export const consolePages: readonly ConsolePage[] = [
  {
    path: 'today',
    title: 'Today',
    needs: viewToday,
    load: async () => (await import('./today-page.tsx')).TodayPage,
  },
  {
    path: 'stuck',
    title: 'Stuck',
    needs: listStuck,
    load: async () => (await import('./stuck-page.tsx')).StuckPage,
  },
  {
    path: 'port-ins',
    title: 'Port-ins',
    needs: queuePortIns,
    load: async () => (await import('./port-ins-page.tsx')).PortInsPage,
  },
  {
    path: 'shipping',
    title: 'Shipping',
    needs: listShipping,
    load: async () => (await import('./shipping-page.tsx')).ShippingPage,
    count: counting(viewStock, ({ toSend }) => toSend),
  },
  {
    path: 'disputes',
    title: 'Disputes',
    needs: listDisputes,
    count: counting(countDisputes, ({ open }) => open),
    load: async () => (await import('./disputes-page.tsx')).DisputesPage,
  },
  {
    path: 'disputes/:id',
    needs: viewDispute,
    load: async () => (await import('./dispute-page.tsx')).DisputePage,
  },
  {
    path: 'approvals',
    title: 'Approvals',
    needs: listApprovals,
    count: counting(countApprovals, ({ waiting }) => waiting),
    load: async () => (await import('./approvals-page.tsx')).ApprovalsPage,
  },
  {
    path: 'books',
    title: 'Books',
    needs: viewBooks,
    load: async () => (await import('./books-page.tsx')).BooksPage,
  },
  {
    path: 'find',
    needs: searchConsole,
    load: async () => (await import('./find-page.tsx')).FindPage,
  },
  {
    path: 'customers/:id',
    needs: viewCustomer,
    load: async () => (await import('./customer-page.tsx')).CustomerPage,
  },
  {
    path: 'chats',
    title: 'Chats',
    needs: listChats,
    load: async () => (await import('./chats-page.tsx')).ChatsPage,
  },
  {
    path: 'chats/:id',
    needs: viewStaffChat,
    load: async () => (await import('./chat-page.tsx')).ChatPage,
  },
  {
    path: 'inbox',
    title: 'Messages',
    needs: listInbox,
    count: counting(
      listInbox,
      ({ messages }) => messages.filter(({ waitsSince }) => waitsSince).length,
    ),
    load: async () => (await import('./inbox-page.tsx')).InboxPage,
  },
  {
    path: 'inbox/:id',
    needs: viewInboxMessage,
    load: async () => (await import('./inbox-message-page.tsx')).InboxMessagePage,
  },
  {
    path: 'line-separations',
    title: 'Line separations',
    needs: listSeparations,
    count: counting(
      listSeparations,
      ({ separations }) =>
        separations.filter(({ state }) => state === 'waiting' || state === 'asked').length,
    ),
    load: async () => (await import('./line-separations-page.tsx')).LineSeparationsPage,
  },
  {
    path: 'line-separations/:id',
    needs: viewSeparationRequest,
    load: async () => (await import('./line-separation-page.tsx')).LineSeparationPage,
  },
  {
    path: 'answers',
    title: 'Ready answers',
    needs: listReadyAnswers,
    load: async () => (await import('./answers-page.tsx')).AnswersPage,
  },
  {
    path: 'plans',
    title: 'Plans',
    needs: listStaffPlans,
    load: async () => (await import('./plans-page.tsx')).PlansPage,
  },
  {
    path: 'plans/:id',
    needs: viewStaffPlan,
    load: async () => (await import('./plan-page.tsx')).PlanPage,
  },
  {
    path: 'add-ons',
    title: 'Add-ons',
    needs: listStaffAddOns,
    load: async () => (await import('./add-ons-page.tsx')).AddOnsPage,
  },
  {
    path: 'add-ons/:id',
    needs: viewStaffAddOn,
    load: async () => (await import('./add-on-page.tsx')).AddOnPage,
  },
  {
    path: 'promos',
    title: 'Promo codes',
    needs: listPromos,
    load: async () => (await import('./promos-page.tsx')).PromosPage,
  },
  {
    path: 'notices',
    title: 'Notices',
    needs: listNotices,
    load: async () => (await import('./notices-page.tsx')).NoticesPage,
  },
  {
    path: 'settings',
    title: 'Settings',
    needs: viewSettings,
    load: async () => (await import('./settings-page.tsx')).SettingsPage,
  },
  {
    path: 'jobs',
    title: 'Jobs and services',
    needs: viewJobs,
    load: async () => (await import('./jobs-page.tsx')).JobsPage,
  },
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
    path: 'passkeys',
    title: 'Your passkeys',
    needs: listStaffPasskeys,
    load: async () => (await import('./passkeys-page.tsx')).PasskeysPage,
  },
  {
    path: 'sessions',
    title: 'Your sessions',
    needs: viewRoles,
    load: async () => (await import('./sessions-page.tsx')).SessionsPage,
  },
];
