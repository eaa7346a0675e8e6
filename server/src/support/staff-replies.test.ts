import { sendChatMessage, viewChat } from '@portside/contract/chat';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { days } from '../clock.ts';
import type { Caller } from '../testing/caller.ts';
import { browserOf, staffAt, mesa, nameOne } from '../testing/chatting.ts';
import { bring } from '../testing/porting.ts';
import { newcomer } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const say = (caller: Caller, text: string) => caller.call(sendChatMessage, { text });
async function linkWith(words: string, to = 'help@harbor.example') {
  const mail = await app.eventually(async () =>
    (await app.emails(to)).find((one) => one.text.includes(words)),
  );
  return staffAt(app, mail.link ?? '');
}
const pageAt = async (path: string) => {
  const answer = await app.fetch(path);
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

test('support gets an email with a link to a page that shows who it is, their line and open port-in', async () => {
  const maya = await app.as('maya@example.com');
  await bring(maya, '2125550151');
  await say(maya, 'Why is <b>my number</b> not here?');
  const link = await linkWith('not here?');
  const { status, text } = await pageAt(link.path);
  expect(status).toBe(200);
  expect(text).toContain('<h1>Maya Alvarez</h1>');
  expect(text).toContain('maya@example.com (confirmed)');
  expect(text).toMatch(/\(212\) 555-0101, \w[^<]*,\s+active/);
  expect(text).toMatch(/\(212\) 555-0151: (submitted|pending)\. \w/);
  expect(text).toContain('Why is &lt;b&gt;my number&lt;/b&gt; not here?');
  // What the old carrier has on file, and SIM numbers, stand nowhere.
  expect(text).not.toMatch(/998877665|4321|\b89\d{15}/);
});

test('what was written before the login is not shown under the customer’s name', async () => {
  const browser = await nameOne(app);
  await say(browser.caller(), 'Please send me the PIN');
  const customer = await newcomer(app);
  const here = browser.caller(customer.token);
  await say(here, 'Which plan do I have?');
  const { path } = await linkWith('Please send me the PIN');
  const said = (await pageAt(path)).text.split('<li ').slice(1);
  expect(said[0]).toContain('Please send me the PIN');
  expect(said[0]).toContain('<b>Visitor</b>');
  expect(said[0]).toContain('Written before the login');
  expect(said[1]).toContain('Which plan do I have?');
  expect(said[1]).not.toMatch(/<b>Visitor<|before the login/);
  const { text } = await pageAt(path);
  expect(text).not.toContain('Logged in when they wrote');
  expect(text).toContain('may be somebody else’s');
});

test('the page has no scripts, is not kept or indexed, and tells nobody its address', async () => {
  const visitor = (await nameOne(app)).caller();
  await say(visitor, 'Is it safe?');
  const { headers, text } = await pageAt((await linkWith('Is it safe?')).path);
  expect(headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'self'; .*form-action 'self'; frame-ancestors 'none'/,
  );
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(text).not.toMatch(/<script|style=|onclick/);
  expect((await app.fetch('/desk/desk.css')).headers.get('content-type')).toMatch(/^text\/css/);
});

test('support replies with a plain form; reloading the page sends nothing twice', async () => {
  const visitor = (await nameOne(app)).caller();
  await say(visitor, 'Which phones work?');
  const { path, reply } = await linkWith('Which phones work?');
  const answer = await reply('All that are <unlocked>.');
  expect(answer.status).toBe(303);
  expect(answer.headers.get('location')).toBe(`${path}?sent`);
  const { text } = await pageAt(`${path}?sent`);
  expect(text).toContain('Your reply was sent.');
  expect(text).toContain('All that are &lt;unlocked&gt;.');
  expect(text).toContain('not seen yet');
  // The same form once more, by a double press.
  await reply('Once', { replyId: 'rep_the_same' });
  await reply('Once', { replyId: 'rep_the_same' });
  const { messages } = (await visitor.call(viewChat, {})).conversation;
  expect(messages.map((one) => [one.from, one.text])).toEqual([
    ['you', 'Which phones work?'],
    ['desk', 'All that are <unlocked>.'],
    ['desk', 'Once'],
  ]);
});

test('an empty reply, and one that is too long, are told; what was written is kept', async () => {
  const visitor = (await nameOne(app)).caller();
  await say(visitor, 'Say something');
  const { reply } = await linkWith('Say something');
  const empty = await reply('  ');
  expect(empty.status).toBe(422);
  expect(await empty.text()).toContain('Please enter a message');
  const long = await reply(`${'y'.repeat(2000)}<z>`);
  expect(long.status).toBe(422);
  expect(await long.text()).toContain(`${'y'.repeat(2000)}&lt;z&gt;`);
  expect((await visitor.call(viewChat, {})).conversation.messages).toHaveLength(1);
});

test('a card number that support types is removed too', async () => {
  const visitor = (await nameOne(app)).caller();
  await say(visitor, 'Read my card to me');
  const { reply } = await linkWith('Read my card to me');
  await reply('It is 4242424242424242.');
  const { messages } = (await visitor.call(viewChat, {})).conversation;
  expect(messages.at(-1)).toMatchObject({ text: 'It is •••• 4242.', masked: true });
});

test('a link that was changed opens nothing, and neither does one of another conversation', async () => {
  const [one, two] = [(await nameOne(app)).caller(), await newcomer(app)];
  await say(one, 'Mine alone');
  await say(two, 'Not yours');
  const [mine, theirs] = [await linkWith('Mine alone'), await linkWith('Not yours')];
  const [id = '', until = '', signature = ''] = mine.path.replace('/desk/', '').split('.');
  const other = theirs.path.replace('/desk/', '').split('.')[0] ?? '';
  const longer = (Number.parseInt(until, 36) + 86_400).toString(36);
  const wrong = signature.startsWith('0') ? `1${signature.slice(1)}` : `0${signature.slice(1)}`;
  for (const signed of [
    `${other}.${until}.${signature}`,
    `${id}.${longer}.${signature}`,
    `${id}.${until}.${wrong}`,
    `${id}.${until}.${signature.slice(0, 32)}`,
    id,
    'nonsense',
  ]) {
    const { status, text } = await pageAt(`/desk/${signed}`);
    expect(status).toBe(404);
    expect(text).toContain('This link does not work');
    expect(text).not.toMatch(/Mine alone|Not yours/);
    expect((await staffAt(app, `http://x/desk/${signed}`).reply('Let me in')).status).toBe(404);
  }
});

test('a link opens for seven days; then it says that it is over, and takes no reply', async () => {
  const visitor = (await nameOne(app)).caller();
  await say(visitor, 'Old question');
  const { path, reply } = await linkWith('Old question');
  app.clock.move(days(7) + 1000);
  const { status, text } = await pageAt(path);
  expect(status).toBe(410);
  expect(text).toContain('This link has expired');
  expect(text).not.toContain('Old question');
  expect((await reply('Too late')).status).toBe(410);
  expect((await visitor.call(viewChat, {})).conversation.messages).toHaveLength(1);
});

test('each brand’s visitors write to its own support, on its own page', async () => {
  const { mid } = (await (
    await app.fetch('/app/browsers', { method: 'POST', headers: mesa })
  ).json()) as { mid: string };
  const visitor = browserOf(app, mid, mesa).caller();
  await say(visitor, 'Is it sunny there?');
  const { path } = await linkWith('Is it sunny there?', 'hello@mesa.example');
  const { text } = await pageAt(path);
  expect(text).toContain('Mesa support desk');
  expect(text).toContain('/brands/mesa/theme.css');
});
