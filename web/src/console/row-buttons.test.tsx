// @vitest-environment jsdom
import { decideApproval, listApprovals, refundOrder } from '@portside/contract/console/approvals';
import { type CustomerPage, viewCustomer } from '@portside/contract/console/customers';
import { retryJob, viewJobs } from '@portside/contract/console/jobs';
import { listStaff, listStaffSessions } from '@portside/contract/console/staff';
import { actOnStuck, listStuck, stuckMoneyCalls } from '@portside/contract/console/stuck';
import type { OutputOf } from '@portside/contract/endpoint';
import { screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { customerPage, showConsole } from '../testing/console-stage.tsx';
import { type Answer, answering } from '../testing/show-screen.tsx';
import { ApprovalsPage } from './approvals-page.tsx';
import { CustomerPanel } from './customer-panel.tsx';
import { JobsPage } from './jobs-page.tsx';
import { SessionsPage } from './sessions-page.tsx';
import { StaffPage } from './staff-page.tsx';
import { StuckPage } from './stuck-page.tsx';

const at = '2026-11-20T15:00:00Z';
const later = '2026-11-21T15:00:00Z';

const stuck: OutputOf<typeof listStuck>['items'][number] = {
  id: 'refund.ref_1',
  kind: 'refund',
  subject: 'ref_1',
  since: at,
  reason: 'The bank refused to take $28.49 back.',
  actions: ['refund'],
  notes: [],
  customerId: 'usr_1',
  customer: 'Noor H.',
};
const stuckRows = [stuck, { ...stuck, id: 'refund.ref_2', customer: 'Maya A.' }];

const member: OutputOf<typeof listStaff>['staff'][number] = {
  id: 'stf_2',
  name: 'Blake',
  email: 'blake@example.com',
  role: 'agent',
  trained: false,
  status: 'active',
  lastSeenAt: null,
};

const job = { id: 'job_1', name: 'send-letter', at, tries: 31, error: 'no answer' };

const browser: OutputOf<typeof listStaffSessions>['sessions'][number] = {
  id: 'ses_1',
  current: false,
  browser: 'Firefox on Linux',
  network: '203.0.113.0/24',
  createdAt: at,
  lastSeenAt: later,
};

const asked: OutputOf<typeof listApprovals>['approvals'][number] = {
  id: 'crd_1',
  kind: 'credit',
  status: 'waiting',
  customerId: 'usr_1',
  customer: 'Noor H.',
  orderId: null,
  item: '',
  amount: 40,
  along: 0,
  to: 'credit',
  lines: [],
  reason: 'goodwill',
  note: 'A week without data',
  askedBy: { id: 'stf_2', name: 'Blake' },
  askedAt: at,
  decidedBy: null,
  decidedAt: null,
  decision: '',
};

const renewal: CustomerPage['payments'][number] = {
  id: 'pay_1',
  item: 'Renewal of Sloop 12 GB',
  amount: 29.82,
  outcome: 'paid',
  card: '4242',
  at,
  orderId: 'ord_1',
};

const lists: readonly [
  name: string,
  page: () => ReactNode,
  can: readonly { name: string }[],
  answer: Answer | undefined,
][] = [
  [
    'Stuck',
    () => <StuckPage />,
    [listStuck, actOnStuck, stuckMoneyCalls.refund, viewCustomer],
    answering(listStuck, () => ({ items: stuckRows })),
  ],
  [
    'Stuck, which colleagues have',
    () => <StuckPage />,
    [listStuck, actOnStuck, viewCustomer],
    answering(listStuck, () => ({
      items: stuckRows.map((row) => ({ ...row, assignedTo: 'Blake', snoozedUntil: later })),
    })),
  ],
  [
    'Stuck, which is one’s own',
    () => <StuckPage />,
    [listStuck, actOnStuck, viewCustomer],
    answering(listStuck, () => ({
      items: stuckRows.map((row) => ({ ...row, assignedTo: 'Avery' })),
    })),
  ],
  [
    'Staff',
    () => <StaffPage />,
    [listStaff],
    answering(listStaff, () => ({
      staff: [member, { ...member, id: 'stf_3', email: 'other@example.com' }],
    })),
  ],
  [
    'Jobs',
    () => <JobsPage />,
    [viewJobs, retryJob],
    answering(viewJobs, () => ({
      queues: [],
      services: [],
      givenUp: [job, { ...job, id: 'job_2', at: later }],
    })),
  ],
  [
    'Sessions',
    () => <SessionsPage />,
    [listStaffSessions],
    answering(listStaffSessions, () => ({
      sessions: [browser, { ...browser, id: 'ses_2', lastSeenAt: at }],
    })),
  ],
  [
    'Approvals',
    () => <ApprovalsPage />,
    [listApprovals, decideApproval, viewCustomer],
    answering(listApprovals, () => ({
      approvals: [asked, { ...asked, id: 'crd_2', customer: 'Maya A.' }],
    })),
  ],
  [
    'a customer’s payments',
    () => (
      <CustomerPanel
        page={{ ...customerPage, payments: [renewal, { ...renewal, id: 'pay_2', at: later }] }}
      />
    ),
    [refundOrder],
    undefined,
  ],
];

test.each(lists)('[L18] a button says of which row it is: %s', async (_, page, can, answer) => {
  showConsole(page(), { can, answers: answer ? [answer] : [] });
  await expect.poll(() => screen.queryAllByRole('button').length).toBeGreaterThan(1);
  const rows = [...screen.queryAllByRole('row'), ...screen.queryAllByRole('listitem')];
  const names = rows.flatMap((row) =>
    within(row)
      .queryAllByRole('button')
      .map((button) => {
        const name = button.getAttribute('aria-label') ?? button.textContent;
        // What is said aloud to press it is what it shows.
        expect(name).toContain(button.textContent);
        return name;
      }),
  );
  expect(names.length).toBeGreaterThan(1);
  expect(names.length).toBe(new Set(names).size);
});
