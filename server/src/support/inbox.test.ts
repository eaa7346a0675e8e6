import { listAudit } from '@portside/contract/console/audit';
import {
  closeInboxMessage,
  handOverInboxMessage,
  listInbox,
  replyToInboxMessage,
  takeInboxMessage,
  viewInboxMessage,
} from '@portside/contract/console/inbox';
import { contactUs } from '@portside/contract/support';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { days, minutes } from '../clock.ts';
import { callerAt, type Caller } from '../testing/caller.ts';
import { newcomer } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let agent: Caller;
let admin: Caller;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
  [agent, admin] = await Promise.all([app.staff('agent'), app.staff('admin')]);
});
afterAll(() => app.close());

const inbox = async () => (await agent.call(listInbox, {})).messages;

let writers = 0;

async function write(text: string, email?: string, shop: Caller = app.anyone) {
  writers += 1;
  const from = email ?? `writer${writers}@example.com`;
  await shop.call(contactUs, { name: `Writer ${writers}`, email: from, message: text });
  const found = (await inbox()).find(({ name }) => name === `Writer ${writers}`);
  if (!found) throw new Error(`Nobody reads ${text}`);
  return { id: found.id, email: from };
}

test('[L12] a message of the contact form waits in the inbox, is answered by email once, and is closed', async () => {
  const first = await write('Do you ship to Alaska?');
  app.clock.move(minutes(2));
  const second = await write('And I?');
  const waiting = (await inbox()).filter(({ id }) => [first.id, second.id].includes(id));
  expect(waiting.map(({ id }) => id)).toEqual([first.id, second.id]);
  expect(await agent.call(viewInboxMessage, { id: first.id })).toMatchObject({
    email: first.email,
    text: 'Do you ship to Alaska?',
    customerId: null,
    takenBy: null,
    waitsSince: expect.any(String),
    replies: [],
  });
  // The confirmation has arrived before anybody answers: the newest email is the answer.
  await app.emails(first.email);
  const reply = { id: first.id, text: 'Yes, we do.\n\nIn a week.', clientId: 'reply-0001' };
  await agent.call(replyToInboxMessage, reply);
  await agent.call(replyToInboxMessage, reply);
  const [answer] = await app.emails(first.email, 2);
  expect(answer?.subject).toMatch(/support replied$/);
  expect(answer?.text).toContain('Yes, we do.');
  // The address may be another's: it gets none of what was written in its name.
  expect(answer?.text).not.toContain('Alaska');
  expect(await app.emails(first.email)).toHaveLength(2);
  const seen = await agent.call(viewInboxMessage, { id: first.id });
  expect(seen.replies.map(({ text }) => text)).toEqual(['Yes, we do.\n\nIn a week.']);
  expect(seen).toMatchObject({ waitsSince: null, takenBy: { name: 'Aya Tanaka' } });
  // Who waits is above who was answered.
  const order = (await inbox()).map(({ id }) => id);
  expect(order.indexOf(second.id)).toBeLessThan(order.indexOf(first.id));
  await agent.call(closeInboxMessage, { id: first.id });
  expect((await inbox()).some(({ id }) => id === first.id)).toBe(false);
  expect((await agent.call(viewInboxMessage, { id: first.id })).closed).toBe(true);
});

test('[L12] who wrote in Spanish is answered in Spanish from the first word', async () => {
  const shop = callerAt(app.anyone.address, undefined, () => ({ 'accept-language': 'es' }));
  const { id, email } = await write('¿Dónde está mi pedido?', undefined, shop);
  await app.emails(email);
  await agent.call(replyToInboxMessage, { id, text: 'En camino.', clientId: 'reply-es01' });
  const [answer] = await app.emails(email, 2);
  expect(answer?.text).toMatch(/^Hola:/);
});

test('[L12] two agents at one message: the second is refused in a sentence, and takes it over knowingly', async () => {
  const { id } = await write('Who helps me?');
  const both = await Promise.allSettled(
    [agent, admin].map((one) => one.call(takeInboxMessage, { id })),
  );
  expect(both.map((one) => one.status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const [owner, other] = both[0]?.status === 'fulfilled' ? [agent, admin] : [admin, agent];
  const no = await other.refusal(replyToInboxMessage, { id, text: 'Me too' });
  expect(no.problem).toMatchObject({
    reason: 'taken',
    message: 'A colleague has this message. Ask them, or take it over.',
    by: expect.stringMatching(/Aya|Ada/),
  });
  expect((await other.refusal(closeInboxMessage, { id })).problem.reason).toBe('taken');
  await other.call(takeInboxMessage, { id, over: true });
  expect((await owner.refusal(handOverInboxMessage, { id })).problem.reason).toBe('taken');
  await other.call(handOverInboxMessage, { id, note: 'End of my shift' });
  expect((await inbox()).find((one) => one.id === id)?.takenBy).toBeNull();
  const { entries } = await admin.call(listAudit, { call: 'handOverInboxMessage' });
  expect(entries.map(({ outcome }) => outcome).toSorted()).toEqual(['done', 'taken']);
  expect(entries.find(({ outcome }) => outcome === 'done')).toMatchObject({
    detail: { note: 'End of my shift' },
  });
});

test('[L12] an address that an account has leads to that customer, who is not shown before they are verified', async () => {
  const customer = await newcomer(app);
  const { id } = await write('It is me', customer.email.toUpperCase());
  const seen = await agent.call(viewInboxMessage, { id });
  expect(seen.customerId).toMatch(/^\w+$/);
  expect(JSON.stringify(seen)).not.toContain('Newcomer');
});

test('[L12] [L02] another brand’s messages are not there', async () => {
  const client = app.app.brands.byId('mesa')?.client;
  const headers = {
    'x-api-key': client?.apiKey ?? '',
    'company-code': client?.companyCode ?? '',
    mvnoid: String(client?.mvnoId),
  };
  const mesa = callerAt(app.address, undefined, () => headers);
  const before = (await inbox()).length;
  await mesa.call(contactUs, { name: 'Mo', email: 'mo@example.com', message: 'Hello Mesa' });
  expect(await inbox()).toHaveLength(before);
  const missing = await agent.refusal(viewInboxMessage, { id: 'msg_none' });
  expect(missing.problem.code).toBe('not_found');
});

test('[L12] what nobody has answered stays in the inbox, however old it is; what is answered leaves it after a month', async () => {
  const waiting = await write('Is anybody there?');
  const answered = await write('And here?');
  await agent.call(replyToInboxMessage, { id: answered.id, text: 'Yes.', clientId: 'reply-0099' });
  app.clock.move(days(31));
  agent = await app.staff('agent');
  const ids = (await inbox()).map(({ id }) => id);
  expect(ids).toContain(waiting.id);
  expect(ids).not.toContain(answered.id);
});
