// @vitest-environment jsdom
import { listApprovals } from '@portside/contract/console/approvals';
import { listChats } from '@portside/contract/console/chats';
import { listDisputes } from '@portside/contract/console/disputes';
import { listInbox } from '@portside/contract/console/inbox';
import { queuePortIns } from '@portside/contract/console/port-ins';
import { listShipping, viewStock } from '@portside/contract/console/shipping';
import { listAudit } from '@portside/contract/console/audit';
import { listStuck } from '@portside/contract/console/stuck';
import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import { showConsole } from '../testing/console-stage.tsx';
import { answering } from '../testing/show-screen.tsx';
import { ApprovalsPage } from './approvals-page.tsx';
import { AuditPage } from './audit-page.tsx';
import { ChatsPage } from './chats-page.tsx';
import { DisputesPage } from './disputes-page.tsx';
import { InboxPage } from './inbox-page.tsx';
import { PortInsPage } from './port-ins-page.tsx';
import { ShippingPage } from './shipping-page.tsx';
import { StuckPage } from './stuck-page.tsx';

const pages = (
  <Routes>
    <Route element={<StuckPage />} path="/stuck" />
    <Route element={<PortInsPage />} path="/port-ins" />
    <Route element={<ShippingPage />} path="/shipping" />
    <Route element={<DisputesPage />} path="/disputes" />
    <Route element={<ApprovalsPage />} path="/approvals" />
    <Route element={<ChatsPage />} path="/chats" />
    <Route element={<InboxPage />} path="/inbox" />
    <Route element={<AuditPage />} path="/audit" />
  </Routes>
);
const answers = [
  answering(listStuck, () => ({ items: [] })),
  answering(queuePortIns, () => ({ portIns: [] })),
  answering(listShipping, () => ({ cards: [], more: false })),
  answering(viewStock, () => ({ inStock: 9, lowBelow: 2, isLow: false, toSend: 0 })),
  answering(listDisputes, () => ({ disputes: [] })),
  answering(listApprovals, () => ({ approvals: [] })),
  answering(listChats, () => ({ chats: [] })),
  answering(listInbox, () => ({ messages: [] })),
  answering(listAudit, () => ({ entries: [] })),
];

test.each([
  ['/stuck', 'Nothing hangs.'],
  ['/stuck?kind=refund', 'Nothing of this kind hangs.'],
  ['/port-ins', 'No number is on its way.'],
  ['/port-ins?state=failed', 'No port-in is in this state.'],
  ['/shipping', 'No SIM card is to be sent.'],
  ['/shipping?state=mailed', 'No SIM card is in the mail.'],
  ['/disputes', 'No payment waits for a verdict.'],
  ['/disputes?state=decided', 'No dispute was decided yet.'],
  ['/approvals', 'Nothing waits for approval.'],
  ['/approvals?show=decided', 'Nothing was decided yet.'],
  ['/approvals?show=decided&cursor=apr_1', 'There is nothing more.'],
  ['/chats', 'No chat is open.'],
  ['/inbox', 'No message is open.'],
  ['/audit?call=sendCard', 'Nothing fits these filters.'],
])('[L06] [L18] an empty %s says what it is empty of: %s', async (at, sentence) => {
  showConsole(pages, { can: [], at, answers });
  expect(await screen.findByRole('heading', { level: 2, name: sentence })).toBeTruthy();
});
