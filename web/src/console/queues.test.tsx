// @vitest-environment jsdom
import { listAudit } from '@portside/contract/console/audit';
import { listDisputes } from '@portside/contract/console/disputes';
import { examineServices, retryJob, viewJobs } from '@portside/contract/console/jobs';
import { viewCustomer } from '@portside/contract/console/customers';
import { queuePortIns } from '@portside/contract/console/port-ins';
import { actOnStuck, listStuck, stuckMoneyCalls } from '@portside/contract/console/stuck';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { showConsole } from '../testing/console-stage.tsx';
import { type Answer, answering } from '../testing/show-screen.tsx';
import { lost, no } from '../testing/stage.tsx';
import { AuditPage } from './audit-page.tsx';
import { JobsPage } from './jobs-page.tsx';
import { PortInsPage } from './port-ins-page.tsx';
import { StuckPage } from './stuck-page.tsx';

const open = (
  page: ReactNode,
  can: readonly { name: string }[],
  answers: readonly Answer[],
  at?: string,
) => showConsole(page, { can, answers, ...(at && { at }) });

const item = {
  id: 'refund.ref_1',
  kind: 'refund' as const,
  subject: 'ref_1',
  since: '2026-11-20T15:00:00Z',
  reason: 'The bank refused to take $28.49 back.',
  actions: ['refund' as const, 'paid_back' as const],
  notes: [{ by: 'Blake', at: '2026-11-21T15:00:00Z', note: 'Asked the bank.' }],
};
const money = stuckMoneyCalls.refund;

test('[L06] a disputed payment leads to where it is answered', async () => {
  const disputed = { ...item, id: 'dispute.ord_1', kind: 'dispute' as const, actions: [] };
  const answers = [answering(listStuck, () => ({ items: [disputed] }))];
  open(<StuckPage />, [listStuck, listDisputes], answers);
  const link = await screen.findByRole('link', { name: 'Answer it' });
  expect(link.getAttribute('href')).toMatch(/\/disputes$/);
});

test('[L06] what hangs says why, since when and who has it, and what mends it is pressed and noted', async () => {
  const stage = open(
    <StuckPage />,
    [listStuck, actOnStuck, money],
    [
      answering(listStuck, () => ({ items: [item] })),
      answering(money, () => ({ message: 'Done' })),
    ],
  );
  const row = await screen.findByRole('row', { name: /The bank refused/ });
  expect(row.textContent).toContain('Nov 20, 2026');
  expect(row.textContent).toContain('Nobody');
  expect(row.textContent).toContain('Asked the bank.');
  await userEvent.click(within(row).getByRole('button', { name: /^Refund again/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Refund again' });
  await userEvent.type(within(dialog).getByLabelText(/^Note/), 'New account');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Refund again' }));
  await expect.poll(() => stage.sent(money.name)).toEqual([{ id: item.id, note: 'New account' }]);
});

test('[L04] [L06] [L07] a row leads to its customer, for whoever may see customers', async () => {
  const answers = [
    answering(listStuck, () => ({
      items: [{ ...item, customerId: 'usr_1', customer: 'Noor H.' }],
    })),
  ];
  const allowed = open(<StuckPage />, [listStuck, viewCustomer], answers);
  const link = await screen.findByRole('link', { name: 'Noor H.' });
  expect(link.getAttribute('href')).toMatch(/\/customers\/usr_1$/);
  allowed.close();
  open(<StuckPage />, [listStuck], answers);
  expect(await screen.findByRole('row', { name: /The bank refused/ })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Noor H.' })).toBeNull();
});

test('[L15] the audit names its customer, masked, or says that the account is closed', async () => {
  const entry = {
    id: 'aud_1',
    at: '2026-11-20T15:00:00Z',
    staffId: 'stf_1',
    staff: 'avery@example.com',
    role: 'agent',
    call: 'viewVerification',
    customerId: 'usr_1',
    customer: 'Noor H.' as string | null,
    about: null,
    outcome: 'done',
    detail: {},
    network: '203.0.113.0/24',
    browser: 'Firefox on Linux',
    number: 1,
  };
  const answers = [
    answering(listAudit, () => ({
      entries: [
        entry,
        { ...entry, id: 'aud_2', customerId: 'usr_2', customer: null },
        { ...entry, id: 'aud_3', customerId: null, customer: null },
      ],
    })),
  ];
  const allowed = open(<AuditPage />, [listAudit, viewCustomer], answers);
  const links = await screen.findAllByRole('link', { name: 'Noor H.' });
  expect(links[0]?.getAttribute('href')).toMatch(/\/customers\/usr_1$/);
  // In a column of its own, or below what was done where there is no room for one.
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Noor H.',
    'Noor H.',
    'A closed account',
    'A closed account',
  ]);
  allowed.close();
  open(<AuditPage />, [listAudit], answers);
  await screen.findAllByText('avery@example.com');
  expect(screen.queryByRole('link')).toBeNull();
});

test('[L06] what a colleague has is taken over only knowingly', async () => {
  const stage = open(
    <StuckPage />,
    [listStuck, actOnStuck],
    [
      answering(listStuck, () => ({ items: [item] })),
      answering(actOnStuck, ({ over }) => {
        if (over) return { message: 'Yours' };
        throw no(422, { reason: 'taken', message: 'A colleague has it.' });
      }),
    ],
  );
  await userEvent.click(await screen.findByRole('button', { name: /^Take it: / }));
  const asked = await screen.findByRole('dialog', { name: 'A colleague has it' });
  await userEvent.click(within(asked).getByRole('button', { name: 'Take it over' }));
  await expect
    .poll(() => stage.sent(actOnStuck.name).at(-1))
    .toEqual({ id: item.id, action: 'take', over: true });
});

test('[L06] what a colleague has is theirs until it is taken over; one’s own is put down', async () => {
  const stage = open(
    <StuckPage />,
    [listStuck, actOnStuck],
    [
      answering(listStuck, () => ({
        items: [
          { ...item, assignedTo: 'Blake', snoozedUntil: '2026-11-22T15:00:00Z' },
          { ...item, id: 'refund.ref_2', reason: 'Another one.', assignedTo: 'Avery' },
        ],
      })),
      answering(actOnStuck, () => ({ message: 'Done' })),
    ],
  );
  const theirs = await screen.findByRole('row', { name: /The bank refused/ });
  expect(theirs.textContent).toContain('Blake. Rests until Nov 22, 2026');
  expect(within(theirs).queryByRole('button', { name: /^Put down/ })).toBeNull();
  await userEvent.click(within(theirs).getByRole('button', { name: /^Take it over: / }));
  const asked = await screen.findByRole('dialog', { name: 'Blake has it' });
  expect(stage.sent(actOnStuck.name)).toEqual([]);
  await userEvent.click(within(asked).getByRole('button', { name: 'Take it over' }));
  await expect
    .poll(() => stage.sent(actOnStuck.name))
    .toEqual([{ id: item.id, action: 'take', over: true }]);
  const own = screen.getByRole('row', { name: /Another one/ });
  await userEvent.click(await within(own).findByRole('button', { name: /^Put down: / }));
  await expect
    .poll(() => stage.sent(actOnStuck.name).at(-1))
    .toEqual({ id: 'refund.ref_2', action: 'release' });
});

test('[L06] a lost answer does not say that a colleague has it', async () => {
  const stage = open(
    <StuckPage />,
    [listStuck, actOnStuck],
    [
      answering(listStuck, () => ({ items: [item] })),
      answering(actOnStuck, () => {
        throw lost();
      }),
    ],
  );
  await userEvent.click(await screen.findByRole('button', { name: /^Take it: / }));
  await expect.poll(() => stage.sent(listStuck.name).length).toBe(2);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('[L02] [L06] who may only look sees what hangs, and nothing to press', async () => {
  open(
    <StuckPage />,
    [listStuck],
    [answering(listStuck, () => ({ items: [{ ...item, actions: [] }] }))],
  );
  const row = await screen.findByRole('row', { name: /The bank refused/ });
  expect(within(row).queryAllByRole('button')).toEqual([]);
});

test('[L07] [L18] port-ins say the old carrier’s words and what is owed; the state stands in the address', async () => {
  const stage = open(
    <PortInsPage />,
    [queuePortIns],
    [
      answering(queuePortIns, () => ({
        portIns: [
          {
            id: 'prt_1',
            customerId: 'usr_1',
            customer: 'Noor H.',
            numberEnds: '0190',
            status: 'action_needed' as const,
            reason: 'account_number' as const,
            since: '2026-11-20T15:00:00Z',
            attempts: 1,
            oldCarrier: 'verizon',
            answer: { code: '8A', text: 'Account number incorrect', at: '2026-11-20T15:00:00Z' },
            required: ['billingAccount' as const],
            waitsForPlan: false,
            waitsForPayment: true,
            stuck: true,
            cancelAsked: false,
            canFix: true,
          },
        ],
      })),
    ],
    '/port-ins?state=action_needed',
  );
  const row = await screen.findByRole('row', { name: /0190/ });
  for (const words of [
    'Customer must correct it',
    'Hangs',
    '8A Account number incorrect',
    'Verizon',
    'Account number there, The payment',
  ]) {
    expect(row.textContent).toContain(words);
  }
  expect(stage.sent(queuePortIns.name)).toEqual([{ state: 'action_needed' }]);
});

test('[L17] a job that was given up is tried again; services and the doctor say how it stands', async () => {
  const stage = open(
    <JobsPage />,
    [viewJobs, retryJob, examineServices],
    [
      answering(viewJobs, () => ({
        queues: [{ name: 'send-letter', waiting: 3, running: 1, givenUp: 1, oldestSeconds: 12.4 }],
        givenUp: [
          {
            id: 'job_1',
            name: 'send-letter',
            at: '2026-11-20T15:00:00Z',
            tries: 31,
            error: 'no answer',
          },
        ],
        services: [
          {
            port: 'mail',
            name: 'smtp',
            calls: 40,
            failures: 10,
            lastAt: '2026-11-20T15:00:00Z',
            failedAt: '2026-11-20T14:00:00Z',
            failure: 'timed out',
          },
        ],
      })),
      answering(retryJob, () => ({ message: 'Queued' })),
      answering(examineServices, () => ({
        findings: [{ about: 'mail', fine: false, text: 'No answer.', todo: 'Look at SMTP_URL.' }],
      })),
    ],
  );
  await userEvent.click(await screen.findByRole('button', { name: /^Try again: send-letter/ }));
  await expect.poll(() => stage.sent(retryJob.name)).toEqual([{ id: 'job_1' }]);
  expect(screen.getByRole('row', { name: /mail smtp/ }).textContent).toContain('10 (25 %)');
  expect(await screen.findByText('Wrong: mail')).toBeTruthy();
  expect(screen.getByText('Look at SMTP_URL.')).toBeTruthy();
});
