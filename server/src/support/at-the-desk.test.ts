import { sendChatMessage, viewChat } from '@portside/contract/chat';
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
import { afterAll, beforeAll, expect, test } from 'vitest';
import { days, minutes } from '../clock.ts';
import type { Caller } from '../testing/caller.ts';
import { newcomer } from '../testing/shopping.ts';
import { staffAt } from '../testing/staff-caller.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let agent: Caller;
let admin: Caller;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
  [agent, admin] = await Promise.all([
    staffAt(app.address, 'agent'),
    staffAt(app.address, 'admin'),
  ]);
});
afterAll(() => app.close());

const ask = async (text: string) => {
  const customer = await newcomer(app);
  await customer.call(sendChatMessage, { text });
  const { chats } = await agent.call(listChats, {});
  for (const { id } of chats) {
    const { messages } = await agent.call(viewStaffChat, { id });
    if (messages.some((one) => one.text === text)) return { customer, id };
  }
  throw new Error(`No chat says ${text}`);
};
const listed = async (id: string) =>
  (await agent.call(listChats, {})).chats.find((one) => one.id === id);

test('[L12] who waits the longest is first, is answered once, and reads it; then nobody waits', async () => {
  const first = await ask('I wait since long');
  app.clock.move(minutes(2));
  const second = await ask('I came later');
  await first.customer.call(sendChatMessage, { text: 'Still here' });
  const { chats } = await agent.call(listChats, {});
  expect(chats.slice(0, 2).map((one) => one.id)).toEqual([first.id, second.id]);
  const reply = { id: first.id, text: 'Hello', clientId: 'reply-0001' };
  await agent.call(replyToChat, reply);
  await agent.call(replyToChat, reply);
  const { conversation } = await first.customer.call(viewChat, {});
  expect(conversation.messages.map((one) => one.text)).toEqual([
    'I wait since long',
    'Still here',
    'Hello',
  ]);
  expect(await listed(first.id)).toMatchObject({
    waitsSince: null,
    takenBy: { name: 'Aya Tanaka' },
  });
});

test('[L12] who writes is named as a search names them, and no more', async () => {
  const { customer, id } = await ask('Who am I?');
  expect(await listed(id)).toMatchObject({ name: 'Noa N.' });
  const seen = await agent.call(viewStaffChat, { id });
  expect(seen.name).toBe('Noa N.');
  expect(JSON.stringify(seen)).not.toContain(customer.email);
});

test('[L12] a second agent is told who has it, may take it over knowingly, and hands it back', async () => {
  const { id } = await ask('Who helps me?');
  const both = await Promise.allSettled([agent, admin].map((one) => one.call(takeChat, { id })));
  expect(both.map((one) => one.status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const [owner, other] = both[0]?.status === 'fulfilled' ? [agent, admin] : [admin, agent];
  const no = await other.refusal(replyToChat, { id, text: 'Me too' });
  expect(no.problem).toMatchObject({ reason: 'taken', by: expect.stringMatching(/Aya|Ada/) });
  expect((await other.refusal(closeChat, { id })).problem.reason).toBe('taken');
  await other.call(takeChat, { id, over: true });
  expect((await owner.refusal(replyToChat, { id, text: 'Mine?' })).problem.reason).toBe('taken');
  await other.call(handOverChat, { id, note: 'End of my shift' });
  expect((await listed(id))?.takenBy).toBeNull();
  await owner.call(replyToChat, { id, text: 'Back again' });
});

test('[L12] a closed conversation leaves the list, and comes back when they write', async () => {
  const { customer, id } = await ask('Thanks, bye');
  await agent.call(closeChat, { id });
  expect(await listed(id)).toBeUndefined();
  await customer.call(sendChatMessage, { text: 'One more thing' });
  expect(await listed(id)).toMatchObject({ takenBy: null, waitsSince: expect.any(String) });
  expect((await agent.refusal(viewStaffChat, { id: 'cht_none' })).problem.code).toBe('not_found');
});

test('[L12] answers are kept ready by an admin, once for each title, and a card number is taken out', async () => {
  const kept = { title: 'Where is my SIM?', text: 'It takes three days.' };
  const { id } = await admin.call(keepReadyAnswer, kept);
  expect((await admin.call(keepReadyAnswer, { ...kept, text: 'It takes two days.' })).id).toBe(id);
  expect((await agent.call(listReadyAnswers, {})).answers).toEqual([
    { id, title: 'Where is my SIM?', text: 'It takes two days.' },
  ]);
  expect((await agent.refusal(keepReadyAnswer, kept)).problem.code).toBe('forbidden');
  await admin.call(dropReadyAnswer, { id });
  expect((await admin.refusal(dropReadyAnswer, { id })).problem.code).toBe('not_found');
  const { id: chat } = await ask('Charge me please');
  await agent.call(replyToChat, { id: chat, text: 'Use 4242 4242 4242 4242 then' });
  const { messages } = await agent.call(viewStaffChat, { id: chat });
  expect(messages.at(-1)).toMatchObject({ from: 'desk', masked: true });
});

test('[L12] a conversation that waits stays listed, however long; an answered one leaves the list after a month', async () => {
  const waiting = await ask('Is anybody there?');
  const answered = await ask('And here?');
  await agent.call(replyToChat, { id: answered.id, text: 'Yes.' });
  app.clock.move(days(31));
  agent = await staffAt(app.address, 'agent');
  expect(await listed(waiting.id)).toBeDefined();
  expect(await listed(answered.id)).toBeUndefined();
});
