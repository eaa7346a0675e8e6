import { changeEmail, editUser, viewUser } from '@portside/contract/account';
import { askSeparationCode } from '@portside/contract/line-separation';
import { askLoginCode, register } from '@portside/contract/sign-in';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signAsSvix } from '../adapters/carrier/svix-signature.ts';
import { readConfig } from '../settings/config.ts';
import { runVerb } from '../operator/socket.ts';
import { allEmailsSent } from '../testing/mailbox.ts';
import { openMailServer } from '../testing/mail-server.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { blamesAddress } from './returned-emails.ts';

const SECRET = 'a-secret-of-twenty-characters';
let app: TestApp;
let server: Awaited<ReturnType<typeof openMailServer>>;
/** What recipients are answered, once each or always. */
const answers = new Map<string, string>();
const asked: string[] = [];

beforeAll(async () => {
  server = await openMailServer({
    toRecipient(address) {
      asked.push(address);
      return answers.get(address) ?? '250 ok';
    },
  });
  const { adapters } = readConfig({
    MAIL_URL: server.url,
    MAIL_FROM: 'no-reply@harbor.example',
    MAIL_BOUNCE_SECRET: SECRET,
    PORTSIDE_ENV: 'trial',
    PORTSIDE_MASTER_KEYS: Buffer.alloc(32).toString('base64'),
  });
  app = await openTestApp({ config: { adapters } });
});
afterAll(async () => {
  await app.close();
  server.close();
});

const show = async (email: string) => (await runVerb(app.app, ['customer', 'show', email])).text;

async function notify(id: string, body: object, key = SECRET, brand = 'harbor') {
  const text = JSON.stringify(body);
  const headers = signAsSvix(id, text, Buffer.from(key), app.clock.now());
  const address = `/app/notices/mail/${brand}`;
  return (await app.fetch(address, { method: 'POST', headers, body: text })).status;
}

test('[P05] of an email that is not kept nothing stays when its address is refused', async () => {
  const email = 'quiet@example.com';
  answers.set(email, '550 5.1.1 no such user');
  await app.anyone.call(askSeparationCode, { email });
  await app.eventually(async () => asked.includes(email) || undefined);
  await allEmailsSent(app);
  for (const table of ['email_returns', 'sent_emails']) {
    const { rows } = await sql`select from ${sql.table(table)} where address = ${email}`.execute(
      app.app.db.query,
    );
    expect([table, rows]).toEqual([table, []]);
  }
  answers.clear();
});

test('[M05] a refused address is asked once, told to operators, and to its customer until it changes', async () => {
  const omar = await app.as('omar@example.com');
  // The email about this login is taken before the server refuses the address.
  await app.eventually(async () => server.arrived.find(({ to }) => to === 'omar@example.com'));
  asked.length = 0;
  expect(await omar.call(viewUser, {})).not.toHaveProperty('emailComesBack');
  answers.set('omar@example.com', '550 5.1.1 no such user');
  await app.anyone.call(askLoginCode, { email: 'omar@example.com' });
  await app.eventually(async () => (await omar.call(viewUser, {})).emailComesBack);
  expect(await show('omar@example.com')).toMatch(
    /Emails that came back:\n {2}\S+ \S+ {2}refused {2}550 5\.1\.1 no such user\n/,
  );
  expect(asked.filter((one) => one === 'omar@example.com')).toHaveLength(1);

  const move = async (newEmail: string) => {
    const known = server.arrived.length;
    await omar.call(editUser, { email: newEmail });
    const otp = await app.eventually(async () => {
      const news = server.arrived.slice(known).filter(({ to }) => to === newEmail);
      return /^\d{5}$/m.exec(news.map(({ mail }) => mail.text).join('\n'))?.[0];
    });
    await omar.call(changeEmail, { newEmail, otp });
  };
  await move('omar-new@example.com');
  expect(await omar.call(viewUser, {})).not.toHaveProperty('emailComesBack');
  // It works again, as the code shows that came there.
  answers.clear();
  await move('omar@example.com');
  expect(await omar.call(viewUser, {})).not.toHaveProperty('emailComesBack');
});

test('[M05] an email that a server puts off is sent again, and arrives once', async () => {
  answers.set('lee@example.com', '451 4.3.0 try again later');
  await app.anyone.call(askLoginCode, { email: 'lee@example.com' });
  const tries = () => asked.filter((one) => one === 'lee@example.com').length;
  await app.eventually(async () => tries() >= 1 || undefined);
  answers.clear();
  await app.eventually(async () =>
    server.arrived.some(({ to }) => to === 'lee@example.com') ? true : undefined,
  );
  expect(server.arrived.filter(({ to }) => to === 'lee@example.com')).toHaveLength(1);
  expect(await show('lee@example.com')).not.toContain('came back');
});

test('[M05] a bounce is noted once, for its brand, when its signature holds', async () => {
  const maya = await app.as('maya@example.com');
  const bounce = { kind: 'bounced', to: 'Maya@example.com', reason: '550 5.1.1 gone' };
  expect(await notify('msg_1', bounce, 'another-secret-of-some-length')).toBe(400);
  expect(await notify('msg_1', { ...bounce, kind: 'sent' })).toBe(400);
  expect(await notify('msg_1', bounce, SECRET, 'mesa')).toBe(200);
  expect(await maya.call(viewUser, {})).not.toHaveProperty('emailComesBack');
  expect(await notify('msg_1', bounce)).toBe(200);
  expect(await notify('msg_1', bounce)).toBe(200);
  expect(await maya.call(viewUser, {})).toMatchObject({ emailComesBack: true });
  expect((await show('maya@example.com')).match(/bounced/g)).toHaveLength(1);
});

test('[M05] what a stranger’s server says is kept as plain words', async () => {
  answers.set('bo@example.com', '550 5.1.1 no\u0000 \u001b[31msuch user');
  await app.anyone.call(register, {
    firstName: 'Bo',
    lastName: 'Ek',
    email: 'bo@example.com',
    regPassword: 'Anchor7!x',
    confirmRegPassword: 'Anchor7!x',
  });
  const shown = await app.eventually(async () => {
    const text = await show('bo@example.com');
    return text.includes('refused') ? text : undefined;
  });
  expect(shown).toContain('550 5.1.1 no [31msuch user');
  const to = 'o\u0000mar@example.com';
  expect(await notify('msg_5', { kind: 'bounced', to })).toBe(400);
  const reason = '550 \u0000 \ud800 gone';
  expect(await notify('msg_6', { kind: 'bounced', to: 'bo@example.com', reason })).toBe(200);
  expect(await show('bo@example.com')).toContain('550 gone');
});

test('[M05] what is not the address’s fault is told to operators alone', async () => {
  const ines = await app.as('ines@example.com');
  const to = 'ines@example.com';
  expect(await notify('msg_2', { kind: 'delayed', to, reason: '450 4.2.0 greylisted' })).toBe(200);
  expect(await notify('msg_3', { kind: 'complained', to })).toBe(200);
  expect(await notify('msg_4', { kind: 'bounced', to, reason: '554 5.7.1 policy' })).toBe(200);
  expect(await ines.call(viewUser, {})).not.toHaveProperty('emailComesBack');
  expect(await show(to)).toMatch(/bounced {2}554 5\.7\.1 policy\n.*complained.*\n.*delayed/);
});

test.each([
  ['550 5.1.1 no such user', true],
  ['552 5.2.2 mailbox full', true],
  ['550 5.4.1 Recipient address rejected: Access denied', true],
  ['550 no such user here', true],
  ['', true],
  ['554 5.7.1 looks like spam', false],
  ['550 5.7.1 Unable to relay', false],
  ['554 transaction failed', false],
  ['550 5.0.0 rejected', true],
])('[M05] "%s" blames the address: %s', (reason, blamed) => {
  expect(blamesAddress(reason)).toBe(blamed);
});
