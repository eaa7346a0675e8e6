// @vitest-environment jsdom
import * as approvals from '@portside/contract/console/approvals';
import * as chats from '@portside/contract/console/chats';
import * as shipping from '@portside/contract/console/shipping';
import { viewMe } from '@portside/contract/console/staff';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import { showConsole } from '../testing/console-stage.tsx';
import { type Answer, answering } from '../testing/show-screen.tsx';
import { ApprovalsPage } from './approvals-page.tsx';
import { ChatPage } from './chat-page.tsx';
import { ChatsPage } from './chats-page.tsx';
import { FramePage } from './frame-page.tsx';
import { ShippingPage } from './shipping-page.tsx';

const can = [
  approvals.listApprovals,
  approvals.decideApproval,
  chats.listChats,
  chats.viewStaffChat,
  chats.takeChat,
  chats.replyToChat,
];

function show(at: string, answers: readonly Answer[]) {
  const me = {
    id: 'stf_1',
    name: 'Avery',
    email: 'avery@example.com',
    role: 'billing' as const,
    status: 'active' as const,
    lastSeenAt: null,
    can: can.map(({ name }) => name),
    provenUntil: null,
    ways: ['code' as const],
  };
  return showConsole(
    <FramePage>
      <Routes>
        <Route element={<ApprovalsPage />} path="/approvals" />
        <Route element={<ShippingPage />} path="/shipping" />
        <Route element={<ChatsPage />} path="/chats" />
        <Route element={<ChatPage />} path="/chats/:id" />
      </Routes>
    </FramePage>,
    {
      can,
      at,
      answers: [
        answering(viewMe, () => me),
        answering(approvals.countApprovals, () => ({ waiting: 2 })),
        answering(chats.listReadyAnswers, () => ({ answers: [] })),
        ...answers,
      ],
    },
  );
}

const waiting = (id: string, item: string) => ({
  id,
  kind: 'refund' as const,
  status: 'waiting' as const,
  customerId: 'usr_1',
  customer: 'Maya A.',
  orderId: 'ord_1',
  item,
  amount: 8,
  along: 0,
  to: 'card' as const,
  lines: [],
  reason: 'double_charge' as const,
  note: '',
  askedBy: { id: 'stf_2', name: 'Kay' },
  askedAt: '2026-11-20T15:00:00Z',
  decidedBy: null,
  decidedAt: null,
  decision: '',
});

test('[L18] after a decision the keyboard is at the next row, and at the page once nothing is left', async () => {
  let rows = [waiting('apr_1', 'Sloop'), waiting('apr_2', 'Cutter')];
  show('/approvals', [
    answering(approvals.listApprovals, () => ({ approvals: rows })),
    answering(approvals.decideApproval, ({ id }) => {
      rows = rows.filter((one) => one.id !== id);
      return { message: 'It is given.', status: 'done' as const };
    }),
  ]);
  const approve = async (name: RegExp) => {
    await userEvent.click(await screen.findByRole('button', { name }));
    const dialog = await screen.findByRole('dialog', { name: 'Approve' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Approve' }));
  };
  await approve(/^Approve .*Sloop/);
  await expect
    .poll(() => document.activeElement)
    .toBe((await screen.findByText(/Cutter/)).closest('tr'));
  await approve(/^Approve .*Cutter/);
  await screen.findByText('Nothing waits for approval.');
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('main'));
});

test('[L18] a button that becomes another keeps the keyboard, and so does a page that was opened', async () => {
  let takenBy: { id: string; name: string } | null = null;
  const chat = () => ({
    id: 'cht_1',
    customerId: null,
    name: null,
    language: 'en',
    waitsSince: '2026-11-20T15:00:00Z',
    writtenAt: '2026-11-20T15:00:00Z',
    takenBy,
  });
  show('/chats', [
    answering(chats.listChats, () => ({ chats: [chat()] })),
    answering(chats.viewStaffChat, () => ({ ...chat(), messages: [] })),
    answering(chats.takeChat, () => {
      takenBy = { id: 'stf_1', name: 'Avery' };
      return { message: 'It is yours now.' };
    }),
  ]);
  await userEvent.click(await screen.findByRole('link', { name: /^Not logged in, / }));
  await screen.findByRole('heading', { name: /^Chat with/ });
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('main'));
  await userEvent.click(await screen.findByRole('button', { name: 'Take it' }));
  await screen.findByRole('button', { name: 'Hand it back' });
  await expect.poll(() => document.activeElement?.textContent).toBe('Hand it back');
});

test('[L18] after a dialog that another one followed, the keyboard is where the first was opened', async () => {
  show('/shipping', [
    answering(shipping.listShipping, () => ({ cards: [], more: false })),
    answering(shipping.viewStock, () => ({ inStock: 3, lowBelow: 2, isLow: false, toSend: 0 })),
    answering(shipping.addSims, () => ({
      message: '0 taken into stock, 1 line refused.',
      taken: 0,
      already: 0,
      refused: 1,
      lines: [{ line: 1, text: '1', message: 'An ICCID has 18 to 22 digits.' }],
    })),
  ]);
  const opener = await screen.findByRole('button', { name: 'Add SIM cards' });
  await userEvent.click(opener);
  const dialog = await screen.findByRole('dialog', { name: 'Add SIM cards' });
  await userEvent.type(within(dialog).getByLabelText('ICCIDs'), '1');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Take them into stock' }));
  await screen.findByRole('dialog', { name: '1 line was refused' });
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => document.activeElement).toBe(opener);
});
