import { viewUser } from '@portside/contract/account';
import { readChat, sendChatMessage, viewChat } from '@portside/contract/chat';
import { createCrmTicket, crmLogin, login, logout, register } from '@portside/contract/sign-in';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { days, minutes } from '../clock.ts';
import type { Caller } from '../testing/caller.ts';
import { browserOf, staffAt, listen, mesa, nameOne } from '../testing/chatting.ts';
import { newcomer } from '../testing/shopping.ts';
import { demoPassword } from '@portside/contract/demo-people';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { handlers } from './jobs.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const supportAddress = 'help@harbor.example';
const texts = async (caller: Caller) =>
  (await caller.call(viewChat, {})).conversation.messages.map((one) => one.text);
const say = (caller: Caller, text: string) => caller.call(sendChatMessage, { text });
/** The link of the newest email to support with these words. */
async function linkWith(words: string) {
  const mail = await app.eventually(async () =>
    (await app.emails(supportAddress)).find((one) => one.text.includes(words)),
  );
  return staffAt(app, mail.link ?? '');
}
const emailsWith = async (to: string, words: string) => {
  const found = await app.fetch(`/sandbox/mail/messages?to=${encodeURIComponent(to)}`);
  const emails = (await found.json()) as { text: string }[];
  return emails.filter((one) => one.text.includes(words)).length;
};
async function runJob(name: string) {
  await handlers.find((one) => one.job.name === name)?.run(app.app, {});
}

test('[I23][F08] a visitor’s words are kept for their browser, and for nobody else', async () => {
  const browser = await nameOne(app);
  const visitor = browser.caller();
  const { message, sent } = await say(visitor, 'Does my phone work here?');
  expect(message).toBe('Sent.');
  expect(sent).toMatchObject({ from: 'you', text: 'Does my phone work here?', masked: false });
  const { conversation } = await visitor.call(viewChat, {});
  expect(conversation.messages).toEqual([sent]);
  expect(conversation).toMatchObject({ unread: 0, repliesTo: null });
  expect(await texts((await nameOne(app)).caller())).toEqual([]);
  // The same browser at another brand has an id of that brand; this one's opens nothing there.
  const elsewhere = browserOf(app, browser.mid, mesa).caller();
  expect((await elsewhere.refusal(viewChat, {})).status).toBe(401);
});

test('[I23] without a token and a genuine browser id there is no chat', async () => {
  const forged = browserOf(app, `brw_${'0'.repeat(26)}.${'0'.repeat(32)}`).caller();
  for (const caller of [app.anyone, forged]) {
    expect((await caller.refusal(viewChat, {})).status).toBe(401);
    expect((await caller.refusal(sendChatMessage, { text: 'Hello' })).status).toBe(401);
    expect((await caller.refusal(readChat, {})).status).toBe(401);
  }
});

test('[F08] a customer has the history at every browser, and no other customer has it', async () => {
  const customer = await newcomer(app);
  await say(customer, 'Where is my SIM card?');
  const there = (await nameOne(app)).caller(customer.token);
  expect(await texts(there)).toEqual(['Where is my SIM card?']);
  expect(await texts(await newcomer(app))).toEqual([]);
});

test('what was asked before the login goes over to the customer, once, and leaves the browser', async () => {
  const browser = await nameOne(app);
  const asked = { text: 'Can I keep my number?', clientId: 'asked-before-login' };
  await browser.caller().call(sendChatMessage, asked);
  const customer = await newcomer(app);
  await say(customer, 'Said at another browser');
  const here = browser.caller(customer.token);
  expect(await texts(here)).toEqual(['Can I keep my number?', 'Said at another browser']);
  // The answer was lost and the browser sends it again: it is there already.
  await here.call(sendChatMessage, asked);
  expect(await texts(customer)).toEqual(['Can I keep my number?', 'Said at another browser']);
  // Logged out again, the browser's id opens a conversation of its own, and never the customer's.
  await here.call(logout, {});
  expect(await texts(browser.caller())).toEqual([]);
  await say(browser.caller(), 'Somebody else, later');
  expect(await texts(await app.as(customer.email, 'Anchor7!'))).toHaveLength(2);
  // The email that support got before leads to where the conversation is now.
  const page = await (await (await linkWith('Can I keep my number?')).open()).text();
  expect(page).toContain('Said at another browser');
});

test('a token that is over does not write under the name of the browser', async () => {
  const browser = await nameOne(app);
  const customer = await newcomer(app);
  const here = browser.caller(customer.token);
  await here.call(logout, {});
  for (const endpoint of [viewChat, readChat]) {
    const { status, problem } = await here.refusal(endpoint, {});
    expect([status, problem.code]).toEqual([401, 'unauthenticated']);
  }
  expect((await here.refusal(sendChatMessage, { text: 'Who am I?' })).status).toBe(401);
  expect(await texts(browser.caller())).toEqual([]);
});

test('an agent who looks at an account neither reads nor writes in its chat', async () => {
  const email = 'omar@example.com';
  const ask = { email, agent: 'Dana Reyes', reason: 'Call', crmSecret: 'harbor-demo-crm-secret' };
  const { url } = await app.anyone.call(createCrmTicket, ask);
  const ticket = new URL(url).searchParams.get('ticket') ?? '';
  const { token } = await app.anyone.call(crmLogin, { ticket });
  const agent = app.with(token);
  expect((await agent.refusal(viewChat, {})).status).toBe(403);
  expect((await agent.refusal(sendChatMessage, { text: 'It is me' })).status).toBe(403);
  expect(await texts(await app.as(email))).toEqual([]);
});

test('a message that is sent again under the same name is there once', async () => {
  const visitor = (await nameOne(app)).caller();
  const input = { text: 'Only once', clientId: 'b7c1f2aa-once' };
  const answers = await Promise.all([1, 2, 3].map(() => visitor.call(sendChatMessage, input)));
  expect(new Set(answers.map((one) => one.sent.id)).size).toBe(1);
  expect(await texts(visitor)).toEqual(['Only once']);
});

test('a long conversation comes in pieces, the newest first', async () => {
  const customer = await newcomer(app);
  const link = linkWith('Line 0 of many');
  for (let line = 0; line < 26; line += 1) await say(customer, `Line ${line} of many`);
  const { reply } = await link;
  for (let line = 0; line < 26; line += 1) await reply(`Reply ${line}`);
  const { conversation: newest } = await customer.call(viewChat, {});
  expect(newest.messages).toHaveLength(50);
  expect(newest.messages.at(-1)?.text).toBe('Reply 25');
  const { conversation: older } = await customer.call(viewChat, { cursor: newest.next ?? '' });
  expect(older.messages.map((one) => one.text)).toEqual(['Line 0 of many', 'Line 1 of many']);
  expect(older.next).toBeUndefined();
});

test('an empty message, and one that is too long, are told at their field', async () => {
  const visitor = (await nameOne(app)).caller();
  const faults = async (text: string) =>
    (await visitor.refusal(sendChatMessage, { text })).problem.errors;
  expect(await faults(' \n ')).toEqual([{ field: 'text', message: 'Please enter a message' }]);
  expect(await faults('x'.repeat(2001))).toMatchObject([
    { field: 'text', message: expect.stringContaining('2,000 characters') },
  ]);
  expect((await say(visitor, 'x'.repeat(2000))).sent.text).toHaveLength(2000);
});

test('a browser says thirty things in ten minutes, and no more', async () => {
  const visitor = (await nameOne(app)).caller();
  for (let count = 0; count < 30; count += 1) await say(visitor, `Line ${count}`);
  const { status, problem } = await visitor.refusal(sendChatMessage, { text: 'And one more' });
  expect(status).toBe(429);
  expect(problem.retryAfter).toBeGreaterThan(0);
  expect((await say((await nameOne(app)).caller(), 'Somebody else')).message).toBe('Sent.');
});

test('a card number is taken out before anything is stored or posted, and it is said', async () => {
  const visitor = (await nameOne(app)).caller();
  const { message, sent } = await say(visitor, 'Charge me on 4242 4242 4242 4242 instead');
  expect(message).toContain('We took a card number out of it');
  expect(sent).toMatchObject({ text: 'Charge me on •••• 4242 instead', masked: true });
  expect(await texts(visitor)).toEqual(['Charge me on •••• 4242 instead']);
  const page = await (await (await linkWith('Charge me on')).open()).text();
  expect(page).toContain('A card number was taken out of this.');
  expect(page).not.toContain('4242 4242');
});

test('what is written in one go makes one email; after a reply, or ten minutes, comes another', async () => {
  const visitor = (await nameOne(app)).caller();
  await say(visitor, 'Burst one');
  await say(visitor, 'Burst two');
  const { reply } = await linkWith('Burst one');
  await reply('An answer');
  await say(visitor, 'Burst three');
  await linkWith('Burst three');
  await say(visitor, 'Burst four');
  app.clock.move(minutes(11));
  await say(visitor, 'Burst five');
  await linkWith('Burst five');
  expect(await emailsWith(supportAddress, 'Burst two')).toBe(0);
  expect(await emailsWith(supportAddress, 'Burst four')).toBe(0);
});

test('[F08] a reply is unread until it is seen, and open pages learn of both', async () => {
  const browser = await nameOne(app);
  const visitor = browser.caller();
  await say(visitor, 'Anybody there?');
  const mine = await listen(app, { 'x-mid': browser.mid });
  const theirs = await listen(app, { 'x-mid': (await nameOne(app)).mid });
  const { reply } = await linkWith('Anybody there?');
  await reply('Yes.');
  await mine.came(/event: chat\ndata: {"id":"cht_\w+","status":"reply"}/);
  const { conversation } = await visitor.call(viewChat, {});
  expect(conversation.unread).toBe(1);
  await visitor.call(readChat, { upTo: conversation.messages.at(-1)?.id });
  expect((await visitor.call(viewChat, {})).conversation.unread).toBe(0);
  await mine.came(/event: chat\ndata: {"id":"cht_\w+","status":"read"}/);
  expect(theirs.text()).not.toContain('event: chat');
});

test('a reply that is not seen in three minutes goes to a confirmed address, once', async () => {
  const email = 'lee@example.com';
  const lee = await app.as(email);
  await say(lee, 'My SIM does not fit');
  const { reply } = await linkWith('My SIM does not fit');
  await reply('Ask for a nano SIM.');
  await runJob('mail-chat-replies');
  expect(await emailsWith(email, 'nano SIM')).toBe(0);
  await reply('It is free.');
  app.clock.move(minutes(4));
  await runJob('mail-chat-replies');
  await runJob('mail-chat-replies');
  const [mail] = await app.eventually(async () => {
    const emails = await app.emails(email);
    return emails[0]?.subject === 'Harbor support replied' ? emails : undefined;
  });
  expect(mail?.text).toMatch(/Ask for a nano SIM\.\s+It is free\./);
  expect(mail?.text).not.toContain('does not fit');
  expect(mail?.link).toMatch(/\/dashboard#chat$/);
  expect(await emailsWith(email, 'nano SIM')).toBe(1);
});

test('a reply that was seen makes no email, and neither does one to an unconfirmed address', async () => {
  const lee = await app.as('lee@example.com');
  await say(lee, 'Seen before the email');
  const seen = await linkWith('Seen before the email');
  await seen.reply('You see this at once.');
  await lee.call(readChat, {});
  const person = { firstName: 'Una', lastName: 'Firm', email: 'una@example.com' };
  const passwords = { regPassword: demoPassword, confirmRegPassword: demoPassword };
  const { token } = await app.anyone.call(register, { ...person, ...passwords });
  const una = app.with(token);
  expect((await una.call(viewChat, {})).conversation.repliesTo).toBeNull();
  await say(una, 'Nobody confirmed my address');
  const link = await linkWith('Nobody confirmed my address');
  await link.reply('For you alone.');
  app.clock.move(minutes(4));
  await runJob('mail-chat-replies');
  // Posted after the others would have been.
  const later = { ...person, email: 'after-una@example.com' };
  await app.anyone.call(register, { ...later, ...passwords });
  await app.emails(later.email, 2);
  expect(await emailsWith('lee@example.com', 'You see this at once.')).toBe(0);
  expect(await emailsWith(person.email, 'For you alone.')).toBe(0);
  const page = await (await link.open()).text();
  expect(page).toContain('Their address is not confirmed');
  expect(page).toContain('not seen yet');
  expect(page).not.toContain('sent by email');
});

test('outside its hours support says when it is back, and replies to the address left', async () => {
  const now = app.clock.now();
  // One o'clock at night in New York, or midnight.
  const night = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1, 5, 30);
  app.clock.move(night - now.getTime());
  const visitor = (await nameOne(app)).caller();
  const { desk: hours } = (await visitor.call(viewChat, {})).conversation;
  expect(hours.open).toBe(false);
  const back = new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', hour: 'numeric' });
  expect(back.format(new Date(hours.backAt ?? ''))).toBe('8 AM');
  const email = 'night-owl@example.com';
  const said = { text: 'Good night, desk', clientId: 'good-night-1' };
  await visitor.call(sendChatMessage, said);
  expect((await visitor.call(viewChat, {})).conversation.repliesTo).toBeNull();
  // Asked for once the message is there: the same one again leaves the address, and is stored once.
  await visitor.call(sendChatMessage, { ...said, email });
  await visitor.call(sendChatMessage, said);
  expect((await visitor.call(viewChat, {})).conversation.messages).toHaveLength(1);
  expect((await visitor.call(viewChat, {})).conversation.repliesTo).toBe(email);
  const { reply } = await linkWith('Good night, desk');
  const mail = (await app.emails(supportAddress)).find((one) =>
    one.text.includes('Good night, desk'),
  );
  expect(mail?.subject).toBe('Chat: message from A visitor who is not logged in');
  expect(mail?.text).toContain('after hours');
  await reply('Good morning.');
  app.clock.move(minutes(4));
  await runJob('mail-chat-replies');
  const [answer] = await app.emails(email);
  expect(answer?.text).toContain('Good morning.');
  expect(answer?.text).not.toContain('Good night');
  app.clock.move(minutes(60 * 9));
  expect((await visitor.call(viewChat, {})).conversation.desk).toEqual({
    open: true,
    backAt: null,
  });
});

test('[F07][F08] the user hash is signed by the server: another customer has another one', async () => {
  const [maya, omar] = [await app.as('maya@example.com'), await app.as('omar@example.com')];
  const hashes = [await maya.call(viewUser, {}), await omar.call(viewUser, {})].map(
    (view) => view.userHash,
  );
  expect(hashes[0]).toMatch(/^[0-9a-f]{64}$/);
  expect(hashes[1]).not.toBe(hashes[0]);
  const again = await app.anyone.call(login, { email: 'maya@example.com', password: demoPassword });
  expect((await app.with(again.token).call(viewUser, {})).userHash).toBe(hashes[0]);
});

test('an anonymous conversation is forgotten after thirty quiet days, a customer’s is kept', async () => {
  const own = await openTestApp();
  const visitor = (await nameOne(own)).caller();
  const customer = await newcomer(own);
  await say(visitor, 'Forget me');
  await say(customer, 'Keep me');
  own.clock.move(days(31));
  await handlers.find((one) => one.job.name === 'drop-quiet-chats')?.run(own.app, {});
  expect(await texts(visitor)).toEqual([]);
  own.clock.move(-days(31));
  expect(await texts(customer)).toEqual(['Keep me']);
  await own.close();
});
