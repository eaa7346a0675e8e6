// @vitest-environment jsdom
import {
  closeChat,
  dropReadyAnswer,
  handOverChat,
  keepReadyAnswer,
  listChats,
  listReadyAnswers,
  replyToChat,
  takeChat,
  viewStaffChat,
} from '@portside/contract/console/chats';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { expect, test, vi } from 'vitest';
import { showConsole } from '../testing/console-stage.tsx';
import { type Answer, answering } from '../testing/show-screen.tsx';
import { lost, no } from '../testing/stage.tsx';
import { AnswersPage } from './answers-page.tsx';
import { ChatPage } from './chat-page.tsx';
import { ChatsPage } from './chats-page.tsx';
import { waiting } from './waiting.ts';

const pages = (
  <Routes>
    <Route element={<ChatsPage />} path="/chats" />
    <Route element={<ChatPage />} path="/chats/:id" />
  </Routes>
);
const blake = { id: 'stf_2', name: 'Blake' };
const avery = { id: 'stf_1', name: 'Avery' };
type Owner = typeof blake | null;

const chat = (takenBy: Owner = null, writtenAt = '2026-11-20T15:00:00Z') => ({
  id: 'cht_1',
  customerId: 'usr_1',
  name: 'Noor H.',
  language: 'es',
  waitsSince: '2026-11-20T15:00:00Z',
  writtenAt,
  takenBy,
});
const said = (text: string) => ({
  id: `msg ${text}`,
  from: 'visitor' as const,
  text,
  at: '2026-11-20T15:00:00Z',
  masked: false,
  beforeLogin: false,
});
const agentCalls = [listChats, takeChat, replyToChat, handOverChat, closeChat];
const answers = { answers: [{ id: 'ans_1', title: 'SIM', text: 'It takes three days.' }] };

function openChat(owner: () => Owner, more: readonly Answer[] = [], can = agentCalls) {
  return showConsole(pages, {
    can,
    role: 'agent',
    at: '/chats/cht_1',
    answers: [
      ...more,
      answering(listChats, () => ({ chats: [chat(owner())] })),
      answering(viewStaffChat, () => ({ ...chat(owner()), messages: [said('Where is my SIM?')] })),
      answering(listReadyAnswers, () => answers),
    ],
  });
}

test('[L12] chats say who waits how long and who has it, and lead to what was written', async () => {
  showConsole(pages, {
    can: agentCalls,
    at: '/chats',
    answers: [
      answering(listChats, () => ({
        chats: [
          chat(),
          { ...chat(blake), id: 'cht_2', customerId: null, name: null, waitsSince: null },
          { ...chat(avery), id: 'cht_3', customerId: 'usr_3', name: 'Lee A.' },
        ],
      })),
      answering(viewStaffChat, () => ({ ...chat(), messages: [said('Where is my SIM?')] })),
      answering(listReadyAnswers, () => answers),
    ],
  });
  const first = await screen.findByRole('row', { name: /Noor H\./ });
  expect(first.textContent).toMatch(/days|h \d+ min|\d min|Under/);
  expect(first.textContent).toContain('NobodySpanish');
  expect(screen.getByRole('row', { name: /Not logged in/ }).textContent).toContain('AnsweredBlake');
  expect(screen.getByRole('row', { name: /Lee A\./ }).textContent).toContain('You');
  await userEvent.click(within(first).getByRole('link', { name: /^Noor H\., \w+ \d+, \d{4}, / }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Chat with Noor H.' })).toBeTruthy();
  expect(screen.getByText('Where is my SIM?')).toBeTruthy();
});

test('[L12] how long somebody has waited is told in the unit that says enough', () => {
  const since = '2026-11-20T15:00:00Z';
  const after = (minutes: number) => waiting(since, Date.parse(since) + minutes * 60_000);
  expect([-5, 0.5, 12, 125, 3000].map(after)).toEqual([
    'Under a minute',
    'Under a minute',
    '12 min',
    '2 h 5 min',
    '2 days',
  ]);
});

test('[L12] a ready answer is inserted and sent; after a lost answer the same text is the same message', async () => {
  let tries = 0;
  const stage = openChat(
    () => avery,
    [
      answering(replyToChat, () => {
        tries += 1;
        if (tries === 1) throw lost();
        return { message: 'Sent.' };
      }),
    ],
  );
  await userEvent.click(await screen.findByRole('combobox', { name: /Insert a ready answer/ }));
  await userEvent.click(await screen.findByRole('option', { name: 'SIM' }));
  const field = screen.getByLabelText<HTMLTextAreaElement>('Your answer');
  expect(field.value).toBe('It takes three days.');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  await expect.poll(() => stage.sent(replyToChat.name).length).toBe(1);
  expect(field.value).toBe('It takes three days.');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  await expect.poll(() => field.value).toBe('');
  await userEvent.type(field, 'Bye');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  await expect.poll(() => stage.sent(replyToChat.name).length).toBe(3);
  const ids = stage.sent(replyToChat.name).map(({ clientId }) => clientId);
  expect(ids[0]).toBe(ids[1]);
  expect(ids[2]).not.toBe(ids[0]);
});

test('[L12] a colleague’s conversation is answered only after it was taken over knowingly', async () => {
  let owner: Owner = blake;
  const stage = openChat(
    () => owner,
    [
      answering(takeChat, () => {
        owner = avery;
        return { message: 'It is yours now.' };
      }),
    ],
  );
  expect(await screen.findByText('Blake has it. Take it over to answer.')).toBeTruthy();
  expect(screen.queryByLabelText('Your answer')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Take it over' }));
  const asked = await screen.findByRole('dialog', { name: 'Blake has it' });
  await userEvent.click(within(asked).getByRole('button', { name: 'Take it over' }));
  expect(await screen.findByLabelText('Your answer')).toBeTruthy();
  expect(stage.sent(takeChat.name)).toEqual([{ id: 'cht_1', over: true }]);
});

test('[L12] who was too slow is told that a colleague has it, and what was half written stays', async () => {
  let owner: Owner = null;
  openChat(
    () => owner,
    [
      answering(replyToChat, () => {
        owner = blake;
        throw no(422, { reason: 'taken', message: 'A colleague has this conversation.' });
      }),
      answering(takeChat, () => {
        owner = avery;
        return { message: 'It is yours now.' };
      }),
    ],
  );
  await userEvent.type(await screen.findByLabelText('Your answer'), 'Hello');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText('Blake has it. Take it over to answer.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Take it over' }));
  const asked = await screen.findByRole('dialog', { name: 'Blake has it' });
  await userEvent.click(within(asked).getByRole('button', { name: 'Take it over' }));
  expect((await screen.findByLabelText<HTMLTextAreaElement>('Your answer')).value).toBe('Hello');
});

test('[L12] a conversation is handed back with a note, and closed after a question', async () => {
  const stage = openChat(
    () => avery,
    [
      answering(handOverChat, () => ({ message: 'It waits.' })),
      answering(closeChat, () => ({ message: 'It is closed.' })),
    ],
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Hand it back' }));
  const back = await screen.findByRole('dialog', { name: 'Hand it back' });
  await userEvent.type(within(back).getByLabelText(/^Note/), 'End of my shift');
  await userEvent.click(within(back).getByRole('button', { name: 'Hand it back' }));
  await expect
    .poll(() => stage.sent(handOverChat.name))
    .toEqual([{ id: 'cht_1', note: 'End of my shift' }]);
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Close it' }));
  const asked = await screen.findByRole('dialog', { name: 'Close this conversation?' });
  expect(asked.textContent).toContain('They still wait for an answer.');
  await userEvent.click(within(asked).getByRole('button', { name: 'Close it' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Chats' })).toBeTruthy();
  expect(stage.sent(closeChat.name)).toEqual([{ id: 'cht_1' }]);
});

test('[L12] what a customer writes shows by itself, and the audited look is made for news alone', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    let messages = [said('Hello?')];
    let at = '2026-11-20T15:00:00Z';
    const stage = openChat(
      () => avery,
      [
        answering(listChats, () => ({ chats: [chat(avery, at)] })),
        answering(viewStaffChat, () => ({ ...chat(avery, at), messages })),
      ],
    );
    expect(await screen.findByText('Hello?')).toBeTruthy();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(stage.sent(listChats.name).length).toBeGreaterThan(2);
    expect(stage.sent(viewStaffChat.name)).toHaveLength(1);
    messages = [...messages, said('Still there?')];
    at = '2026-11-20T15:05:00Z';
    await vi.advanceTimersByTimeAsync(11_000);
    expect(await screen.findByText('Still there?')).toBeTruthy();
    expect(stage.sent(viewStaffChat.name)).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(6 * 60_000);
    const asked = stage.sent(listChats.name).length;
    await vi.advanceTimersByTimeAsync(60_000);
    // Nobody is there: the session may end.
    expect(stage.sent(listChats.name)).toHaveLength(asked);
  } finally {
    vi.useRealTimers();
  }
});

test('[L02] [L12] who may only look reads a conversation, and has nothing to press or to write in', async () => {
  openChat(() => null, [], [listChats]);
  expect(await screen.findByText('Where is my SIM?')).toBeTruthy();
  expect(screen.queryAllByRole('button')).toEqual([]);
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('[L12] an admin keeps, changes and drops ready answers; others read them', async () => {
  const given = [
    answering(listReadyAnswers, () => answers),
    answering(keepReadyAnswer, () => ({ message: 'It is kept ready.', id: 'ans_1' })),
    answering(dropReadyAnswer, () => ({ message: 'It is dropped.' })),
  ];
  const stage = showConsole(<AnswersPage />, {
    can: [listReadyAnswers, keepReadyAnswer, dropReadyAnswer],
    role: 'admin',
    answers: given,
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Change: SIM' }));
  const dialog = await screen.findByRole('dialog', { name: 'SIM' });
  const text = within(dialog).getByLabelText('Text');
  await userEvent.clear(text);
  await userEvent.type(text, 'Two days.');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  await expect
    .poll(() => stage.sent(keepReadyAnswer.name))
    .toEqual([{ title: 'SIM', text: 'Two days.' }]);
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Drop: SIM' }));
  const asked = await screen.findByRole('dialog', { name: 'Drop “SIM”?' });
  await userEvent.click(within(asked).getByRole('button', { name: 'Drop it' }));
  await expect.poll(() => stage.sent(dropReadyAnswer.name)).toEqual([{ id: 'ans_1' }]);
  stage.close();
  showConsole(<AnswersPage />, { can: [listReadyAnswers], answers: given });
  expect(await screen.findByText('It takes three days.')).toBeTruthy();
  expect(screen.queryAllByRole('button')).toEqual([]);
});
