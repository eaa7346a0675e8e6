import { confirmEmail, editUser, viewUser } from '@portside/contract/account';
import { sendChatMessage } from '@portside/contract/chat';
import { listAudit } from '@portside/contract/console/audit';
import { viewCustomer, viewTimeline } from '@portside/contract/console/customers';
import {
  enterVerification,
  startVerification,
  viewVerification,
} from '@portside/contract/console/verification';
import { listActivity } from '@portside/contract/sessions';
import { register } from '@portside/contract/sign-in';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { days, later, minutes } from '../clock.ts';
import type { Caller } from '../testing/caller.ts';
import { withLine } from '../testing/line-life.ts';
import { nextCode, nextEmail } from '../testing/mailbox.ts';
import { newcomer } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let agent: Caller;
let billing: Caller;
beforeAll(async () => {
  app = await openTestApp();
  await logIn();
});
afterAll(() => app.close());

/** Sessions of staff end after half an hour without use. */
async function logIn() {
  [agent, billing] = [await app.staff('agent'), await app.staff('billing')];
}

/** Somebody with a confirmed address. */
async function somebody() {
  const person = await newcomer(app);
  const { id } = await person.call(viewUser, {});
  await person.call(confirmEmail, { otp: await nextCode(app, person.email, /Confirm/) });
  return { person, id, email: person.email };
}

const codeFor = async (email: string) => (await nextEmail(app, email, /support/)).code ?? '';

const wrongFor = (code: string) =>
  code.replaceAll(/\d/g, (digit) => String((Number(digit) + 1) % 10));

test('[L05] the code goes to the confirmed address, is read back, and opens the page for 15 minutes', async () => {
  const { person, id, email } = await somebody();
  expect(await agent.refusal(viewCustomer, { id })).toMatchObject({
    status: 403,
    problem: { code: 'not_verified' },
  });
  const ways = await agent.call(viewVerification, { id });
  const shown = `${email.slice(0, 1)}•••${email.slice(email.indexOf('@'))}`;
  expect(ways).toMatchObject({ codes: [{ to: 'email', shown }], warnings: [], until: null });
  expect(JSON.stringify(ways)).not.toContain(email);
  expect(await agent.call(startVerification, { id, how: 'code' })).toEqual({ sentTo: shown });
  const code = await codeFor(email);
  const wrong = await agent.refusal(enterVerification, { id, code: wrongFor(code) });
  expect(wrong.problem.reason).toBe('code_wrong');
  const { until } = await agent.call(enterVerification, { id, code });
  const left = new Date(until).getTime() - app.clock.now().getTime();
  expect(left).toBeGreaterThan(minutes(14));
  expect(left).toBeLessThanOrEqual(minutes(15));
  expect((await agent.call(viewCustomer, { id })).email).toBe(email);
  // It opened the page for this member of staff, and once.
  expect((await billing.refusal(viewCustomer, { id })).problem.code).toBe('not_verified');
  expect((await agent.refusal(enterVerification, { id, code })).problem.reason).toBe(
    'code_expired',
  );
  const { activity } = await person.call(listActivity, {});
  expect(activity[0]).toMatchObject({ kind: 'agent_entered', agent: 'Aya Tanaka' });
  expect(activity[0]?.message).toContain('you read out a code');
  const { entries } = await agent.call(viewTimeline, { id });
  const texts = entries.map(({ text }) => text);
  expect(texts).toContain(
    'Aya Tanaka from support opened the account: the customer read out a code',
  );
  expect(texts).toContain('Code that the caller read out entered');
  app.clock.move(minutes(15));
  await logIn();
  for (const call of [viewCustomer, viewTimeline]) {
    expect((await agent.refusal(call, { id })).problem.code).toBe('not_verified');
  }
});

test('[L04] [L15] how a caller was verified is written down: for the customer, and in the audit', async () => {
  const { person, id, email } = await somebody();
  for (const how of ['ticket', 'in_person'] as const) {
    const none = await agent.refusal(startVerification, { id, how });
    expect(none.problem.reason).toBe('reference_missing');
  }
  expect((await agent.refusal(viewCustomer, { id })).problem.code).toBe('not_verified');
  const { until } = await agent.call(startVerification, {
    id,
    how: 'ticket',
    reference: 'HELP-4711',
  });
  expect(until).toBeTruthy();
  expect((await agent.call(viewCustomer, { id })).id).toBe(id);
  const { activity } = await person.call(listActivity, {});
  expect(activity[0]?.message).toBe(
    'Aya Tanaka from support opened the account: a ticket of yours',
  );
  await nextEmail(app, email, /opened/);
  const admin = await app.staff('admin');
  const { entries } = await admin.call(listAudit, { customerId: id });
  expect(entries.map((one) => [one.call, one.outcome])).toEqual([
    ['viewCustomer', 'done'],
    ['startVerification', 'done'],
    ['viewCustomer', 'not_verified'],
    ['startVerification', 'reference_missing'],
    ['startVerification', 'reference_missing'],
  ]);
  expect(entries[1]?.detail).toEqual({ how: 'ticket', reference: 'HELP-4711' });
});

test('[L04] a chat proves a caller only while they write from their own session', async () => {
  const { person, id } = await somebody();
  expect((await agent.refusal(startVerification, { id, how: 'chat' })).problem.reason).toBe(
    'no_chat',
  );
  await person.call(sendChatMessage, { clientId: 'first-message-1', text: 'My phone is gone' });
  app.clock.move(minutes(31));
  await logIn();
  expect((await agent.refusal(startVerification, { id, how: 'chat' })).problem.reason).toBe(
    'no_chat',
  );
  await person.call(sendChatMessage, { clientId: 'first-message-2', text: 'Are you there?' });
  expect((await agent.call(viewVerification, { id })).chats).toBe(true);
  await agent.call(startVerification, { id, how: 'chat' });
  expect((await agent.call(viewCustomer, { id })).chatId).toBeTruthy();
});

test('[L05] an address that changed within 30 days is told of before, and gets no code', async () => {
  const { id } = await somebody();
  await sql`insert into activity (id, tenant_id, customer_id, at, kind, detail, network, user_agent)
    select 'act_changed', tenant_id, id, ${app.clock.now()}, 'email_changed', '{}', '', ''
    from customers where id = ${id}`.execute(app.app.db.query);
  const ways = await agent.call(viewVerification, { id });
  expect(ways.codes).toEqual([]);
  expect(ways.warnings[0]).toMatch(/email address changed within the last 30 days/);
  for (const to of [undefined, 'email'] as const) {
    const input = { id, how: 'code' as const, ...(to && { to }) };
    expect((await agent.refusal(startVerification, input)).problem.reason).toBe('no_code');
  }
  app.clock.move(days(31));
  await logIn();
  expect((await agent.call(viewVerification, { id })).warnings).toEqual([]);
  await agent.call(startVerification, { id, how: 'code' });
});

test('[L05] an address that nobody has confirmed gets no code', async () => {
  const email = 'unconfirmed@example.com';
  const { token } = await app.anyone.call(register, {
    firstName: 'Una',
    lastName: 'Sure',
    email,
    regPassword: 'Anchor7!',
    confirmRegPassword: 'Anchor7!',
  });
  const { id } = await app.with(token).call(viewUser, {});
  const { codes, warnings } = await agent.call(viewVerification, { id });
  expect([codes, warnings]).toEqual([
    [],
    ['The email address was never confirmed. No code goes there.'],
  ]);
  expect((await agent.refusal(startVerification, { id, how: 'code' })).problem.reason).toBe(
    'no_code',
  );
});

test('[L05] a contact number that changed is told of; a young line, or one on another SIM, gets no code', async () => {
  const maya = await app.as('maya@example.com');
  const { id } = await maya.call(viewUser, {});
  await maya.call(editUser, { phoneNumber: '+12125550109' });
  await sql`update lines set activated_at = ${app.clock.now()} where customer_id = ${id}`.execute(
    app.app.db.query,
  );
  const { warnings, codes } = await agent.call(viewVerification, { id });
  expect(codes.map(({ to }) => to)).toEqual(['email']);
  expect(warnings.join(' ')).toMatch(/contact number changed.*younger than 30 days/);
});

test('[L05] wrong codes are counted; five lock it, and the customer’s activity tells', async () => {
  const { person, id, email } = await somebody();
  await agent.call(startVerification, { id, how: 'code' });
  const code = await codeFor(email);
  const tries = [];
  for (let count = 0; count < 6; count += 1) {
    tries.push(
      (await agent.refusal(enterVerification, { id, code: wrongFor(code) })).problem.reason,
    );
  }
  expect(tries).toEqual([
    ...Array.from({ length: 4 }, () => 'code_wrong'),
    'code_locked',
    'code_locked',
  ]);
  expect((await agent.refusal(enterVerification, { id, code })).problem.reason).toBe('code_locked');
  const { activity } = await person.call(listActivity, {});
  expect(activity[0]).toMatchObject({ kind: 'tries_failed', agent: 'Aya Tanaka' });
  expect((await agent.refusal(viewCustomer, { id })).problem.code).toBe('not_verified');
});

test('[L05] nobody’s mailbox is filled with codes, whichever colleague asks', async () => {
  const { id } = await somebody();
  const statuses = [];
  for (let count = 0; count < 7; count += 1) {
    const who = count % 2 === 0 ? agent : billing;
    app.clock.move(minutes(1));
    statuses.push(
      await who.call(startVerification, { id, how: 'code' }).then(
        () => 200,
        (error: { status: number }) => error.status,
      ),
    );
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
});

test('[L05] the code of one caller opens no other’s page, nor a colleague’s', async () => {
  const [one, other] = [await somebody(), await somebody()];
  await agent.call(startVerification, { id: one.id, how: 'code' });
  const code = await codeFor(one.email);
  expect((await agent.refusal(enterVerification, { id: other.id, code })).problem.reason).toBe(
    'code_expired',
  );
  expect((await billing.refusal(enterVerification, { id: one.id, code })).problem.reason).toBe(
    'code_expired',
  );
  await agent.call(enterVerification, { id: one.id, code });
  expect((await agent.refusal(viewCustomer, { id: other.id })).problem.code).toBe('not_verified');
});

test('[L05] the code lies hashed', async () => {
  const { id, email } = await somebody();
  await agent.call(startVerification, { id, how: 'code' });
  const code = await codeFor(email);
  const { rows } = await sql<{ hash: string; subject: string }>`
    select hash, subject from codes where purpose = 'caller' and subject like ${`${id}%`}`.execute(
    app.app.db.query,
  );
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(code);
});

test('[L05] a code goes to a line that is theirs for long, in a text message', async () => {
  // Time has moved on here: the lines of the demo may be paused, as nobody paid for them.
  const { noa, line } = await withLine(app);
  const { id } = await noa.call(viewUser, {});
  await sql`update lines set activated_at = ${later(app.clock.now(), -days(40))}
    where id = ${line.id}`.execute(app.app.db.query);
  const { sentTo } = await agent.call(startVerification, { id, how: 'code', to: 'phone' });
  expect(sentTo).toBe(`•••• ${line.mdn.slice(-4)}`);
  const code = await app.eventually(async () => {
    const answer = await app.fetch(`/sandbox/texts/messages?to=${line.mdn}`);
    const [text] = (await answer.json()) as { body: string }[];
    return /Your code for our support team is (\d{6})\. Read it out/.exec(text?.body ?? '')?.[1];
  });
  await agent.call(enterVerification, { id, code });
  expect((await agent.call(viewCustomer, { id })).lines[0]?.number).toBe(line.mdn);
});
