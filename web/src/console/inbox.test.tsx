// @vitest-environment jsdom
import {
  closeInboxMessage,
  handOverInboxMessage,
  listInbox,
  replyToInboxMessage,
  takeInboxMessage,
  viewInboxMessage,
} from '@portside/contract/console/inbox';
import { listReadyAnswers } from '@portside/contract/console/chats';
import { viewCustomer, type CustomerPage } from '@portside/contract/console/customers';
import { viewVerification } from '@portside/contract/console/verification';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import { showConsole } from '../testing/console-stage.tsx';
import { answering } from '../testing/show-screen.tsx';
import { no } from '../testing/stage.tsx';
import { InboxMessagePage } from './inbox-message-page.tsx';
import { InboxPage } from './inbox-page.tsx';

const pages = (
  <Routes>
    <Route element={<InboxPage />} path="/inbox" />
    <Route element={<InboxMessagePage />} path="/inbox/:id" />
  </Routes>
);
const blake = { id: 'stf_2', name: 'Blake' };
type Owner = typeof blake | null;

const row = (takenBy: Owner = null) => ({
  id: 'msg_1',
  name: 'Noor Haddad',
  language: 'es',
  writtenAt: '2026-11-20T15:00:00Z',
  waitsSince: '2026-11-20T15:00:00Z',
  takenBy,
});
const calls = [
  listInbox,
  takeInboxMessage,
  replyToInboxMessage,
  handOverInboxMessage,
  closeInboxMessage,
  viewCustomer,
];
const page: CustomerPage = {
  ...({ id: 'usr_1', name: 'Noor Haddad', email: 'noor@example.com' } as CustomerPage),
  verifiedUntil: '2026-11-20T16:00:00Z',
  closesIn: 600,
  credit: 5,
  lines: [],
};

function open(
  owner: () => Owner,
  { at = '/inbox/msg_1', until = null as string | null, reply = () => ({ message: 'Sent.' }) } = {},
) {
  return showConsole(pages, {
    can: calls,
    role: 'agent',
    at,
    answers: [
      answering(listInbox, () => ({ messages: [row(owner())] })),
      answering(viewInboxMessage, () => ({
        ...row(owner()),
        email: 'noor@example.com',
        text: 'Does it work in Alaska?',
        closed: false,
        customerId: 'usr_1',
        replies: [],
      })),
      answering(listReadyAnswers, () => ({ answers: [] })),
      answering(viewVerification, () => ({
        title: 'Noor H., n•••@example.com',
        codes: [],
        chats: false,
        warnings: [],
        until,
      })),
      answering(viewCustomer, () => page),
      answering(replyToInboxMessage, reply),
    ],
  });
}

test('[L12] the inbox says who waits how long and who has it, and leads to the message', async () => {
  open(() => blake, { at: '/inbox' });
  const first = await screen.findByRole('row', { name: /Noor Haddad/ });
  expect(first.textContent).toMatch(/daysBlakeSpanish/);
  await userEvent.click(
    within(first).getByRole('link', { name: /^Noor Haddad, \w+ \d+, \d{4}, / }),
  );
  expect(await screen.findByText('Does it work in Alaska?')).toBeTruthy();
  expect(screen.getByText('Blake has it. Take it over to answer.')).toBeTruthy();
});

test('[L12] a message is answered by email; who was too slow is told that a colleague has it', async () => {
  let owner: Owner = null;
  const stage = open(() => owner, {
    reply: () => {
      owner = blake;
      throw no(422, { reason: 'taken', message: 'A colleague has this message.' });
    },
  });
  await userEvent.type(await screen.findByLabelText('Your answer by email'), 'Yes');
  expect(screen.getByText(/Your answer goes to noor@example.com/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText('Blake has it. Take it over to answer.')).toBeTruthy();
  expect(stage.sent(replyToInboxMessage.name)).toMatchObject([{ id: 'msg_1', text: 'Yes' }]);
});

test('[L04] [L12] before verification the masked minimum stands beside, and "Verify" leads there', async () => {
  const stage = open(() => null);
  const beside = await screen.findByRole('complementary', { name: 'Customer' });
  await within(beside).findByText('Noor H., n•••@example.com');
  const verify = within(beside).getByRole('link', { name: 'Verify' });
  expect(verify.getAttribute('href')).toBe('/customers/usr_1');
  // A refusal would stand in the audit.
  expect(stage.sent(viewCustomer.name)).toEqual([]);
});

test('[L04] [L12] a verified customer stands beside what they wrote', async () => {
  open(() => null, { until: '2026-11-20T16:00:00Z' });
  const beside = await screen.findByRole('complementary', { name: 'Customer' });
  await within(beside).findByRole('link', { name: 'Noor Haddad' });
  expect(beside.textContent).toContain('noor@example.com');
  expect(beside.textContent).toContain('Credit: $5.00');
  expect(within(beside).queryByRole('link', { name: 'Verify' })).toBeNull();
});
