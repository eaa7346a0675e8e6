import { confirmEmail, editUser, viewUser } from '@portside/contract/account';
import { sendChatMessage } from '@portside/contract/chat';
import {
  addNote,
  showReceipt,
  viewCustomer,
  viewTimeline,
} from '@portside/contract/console/customers';
import { startVerification } from '@portside/contract/console/verification';
import { listTransactions } from '@portside/contract/payments';
import { fillPath, type OutputOf } from '@portside/contract/endpoint';
import { askLoginCode, forgotPassword } from '@portside/contract/sign-in';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { later, minutes } from '../clock.ts';
import { markOf, noteSent, sentTo } from '../emails/sent-emails.ts';
import type { Caller } from '../testing/caller.ts';
import { bring } from '../testing/porting.ts';
import { nextEmail } from '../testing/mailbox.ts';
import { newcomer } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let agent: Caller;
beforeAll(async () => {
  app = await openTestApp();
  agent = await app.staff('agent');
});
afterAll(() => app.close());

async function verified(person: Caller) {
  const { id } = await person.call(viewUser, {});
  await agent.call(startVerification, { id, how: 'ticket', reference: 'HELP-1' });
  return id;
}

test('[L04] the page tells lines, payments, port-ins, cards by their last four, chat and notes', async () => {
  const person = await newcomer(app);
  await bring(person, '6465550188');
  await person.call(sendChatMessage, { clientId: 'first-message-1', text: 'Where is my number?' });
  const id = await verified(person);
  await agent.call(addNote, { id, text: 'Called about the number.' });
  const page = await agent.call(viewCustomer, { id });
  const user = await person.call(viewUser, {});
  expect(page).toMatchObject({
    id,
    name: `${user.firstName} ${user.lastName}`,
    email: user.email,
    credit: 0,
    payments: [{ outcome: 'paid', card: '4242' }],
    portIns: [{ number: '6465550188' }],
    notes: [{ by: 'Aya Tanaka', text: 'Called about the number.' }],
  });
  expect(page.lines).toHaveLength(1);
  expect(page.chatId).toMatch(/^cht_/);
  expect(JSON.stringify(page)).not.toContain('4242424242424242');
});

test('[L04] a receipt is the customer’s own; another’s is not there', async () => {
  const person = await newcomer(app);
  await bring(person, '6465550189');
  const { transactions } = await person.call(listTransactions, {});
  const payment = transactions[0]?.id ?? '';
  const id = await verified(person);
  const other = await verified(await newcomer(app));
  const get = (customer: string) =>
    app.fetch(fillPath(showReceipt.wire, { id: customer, payment }).path, {
      headers: { authorization: `Bearer ${agent.token}` },
    });
  const receipt = await get(id);
  expect([receipt.status, receipt.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  expect((await get(other)).status).toBe(404);
});

test('[L04] one timeline tells all that happened, newest first, nothing twice and nothing left out', async () => {
  const person = await newcomer(app);
  await bring(person, '6465550190');
  for (let count = 0; count < 25; count += 1) {
    await person.call(editUser, { phoneNumber: `+16175550${100 + count}` });
    await person.call(sendChatMessage, { clientId: `first-message-${count}`, text: `No ${count}` });
  }
  const id = await verified(person);
  await agent.call(addNote, { id, text: 'A note.' });
  const all: OutputOf<typeof viewTimeline>['entries'] = [];
  let cursor: string | undefined;
  do {
    const page = await agent.call(viewTimeline, { id, ...(cursor && { cursor }) });
    expect(page.entries.length).toBeLessThanOrEqual(20);
    all.push(...page.entries);
    cursor = page.next;
    // What comes in meanwhile belongs above what was shown, also of a kind that was not shown yet.
    if (all.length === page.entries.length) await bring(person, '6465550191');
    await person.call(sendChatMessage, { clientId: `late-message-${all.length}`, text: 'Late' });
  } while (cursor);
  expect(new Set(all.map((one) => one.id)).size).toBe(all.length);
  expect(all.map(({ at }) => at)).toEqual(
    all
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  );
  const count = (what: string) => all.filter((one) => one.what === what).length;
  expect(count('chat')).toBe(25);
  expect(count('note')).toBe(1);
  expect(count('payment')).toBe(1);
  expect(count('port_in')).toBeGreaterThan(0);
  expect(all.filter(({ what, by }) => what === 'port_in' && by !== undefined)).toEqual([]);
  expect(all.filter(({ text }) => text === 'The phone number was changed')).toHaveLength(25);
  const staff = all.filter(({ what }) => what === 'staff').map(({ text }) => text);
  expect(staff).toEqual(['Note written', 'Verification of the caller']);
  const odd = await agent.refusal(viewTimeline, { id, cursor: 'note=%00' });
  expect(odd.problem.errors).toMatchObject([{ field: 'cursor' }]);
});

test('[L04] emails stand in the timeline with their text, without codes and links, and are nobody else’s', async () => {
  const person = await newcomer(app);
  const confirm = await nextEmail(app, person.email, /Confirm/);
  await person.call(confirmEmail, { otp: confirm.code ?? '' });
  await app.anyone.call(forgotPassword, { email: person.email });
  const reset = await nextEmail(app, person.email, /password/i);
  await app.anyone.call(askLoginCode, { email: person.email });
  const login = await nextEmail(app, person.email, /code/i);
  const id = await verified(person);
  const emails = await app.eventually(async () => {
    const { entries } = await agent.call(viewTimeline, { id });
    const found = entries.filter(({ what }) => what === 'email');
    return found.some(({ text }) => text === reset.subject) && found.length > 1 ? found : undefined;
  });
  const told = JSON.stringify(emails);
  expect(told).toContain('[link]');
  expect(told).toContain('••••••');
  expect(reset.link).toBeTruthy();
  expect(login.code).toBeTruthy();
  for (const secret of [reset.link, login.code, confirm.code, 'token=']) {
    expect(told).not.toContain(secret);
  }
  const { rows } = await sql<{ sealed: string }>`
    select sealed from sent_emails where address = ${person.email}`.execute(app.app.db.query);
  expect(rows.length).toBeGreaterThan(1);
  expect(JSON.stringify(rows)).not.toContain('Hi ');
  // Somebody who opened an account with the same address reads none of it.
  await sql`update customers set email_verified = false where id = ${id}`.execute(app.app.db.query);
  const { entries } = await agent.call(viewTimeline, { id });
  expect(entries.filter(({ what }) => what === 'email')).toEqual([]);
});

test('[L04] emails stand by the time they were sent, whichever was written first', async () => {
  const person = await newcomer(app);
  const confirm = await nextEmail(app, person.email, /Confirm/);
  await person.call(confirmEmail, { otp: confirm.code ?? '' });
  const id = await verified(person);
  const { db, clock } = app.app;
  const send = (name: string, after: number) =>
    noteSent({ ...app.app, clock: { now: () => later(clock.now(), after) } }, 6, {
      id: name,
      to: person.email,
      subject: name,
      text: name,
      html: '',
      from: '',
      replyTo: '',
    });
  // Written first, and sent last.
  await send('let_00000000000000000000000001', minutes(2));
  await send('let_zzzzzzzzzzzzzzzzzzzzzzzzzz', minutes(1));
  const { entries } = await agent.call(viewTimeline, { id });
  const subjects = entries.map(({ text }) => text).filter((text) => text.startsWith('let_'));
  expect(subjects).toEqual(['let_00000000000000000000000001', 'let_zzzzzzzzzzzzzzzzzzzzzzzzzz']);
  const to = { tenant: 6, address: person.email, since: new Date(0) };
  const [first] = await sentTo(app.app, db.query, to, { before: undefined, limit: 1 });
  const rest = await sentTo(app.app, db.query, to, { before: first && markOf(first), limit: 50 });
  expect(rest.map((one) => one.id)).not.toContain(first?.id);
});

test('[L02] [L04] a viewer looks, and writes no note; nobody’s page opens to a closed account’s id', async () => {
  const person = await newcomer(app);
  const { id } = await person.call(viewUser, {});
  const viewer = await app.staff('viewer');
  const { id: mayaId } = await (await app.as('maya@example.com')).call(viewUser, {});
  await viewer.call(startVerification, { id, how: 'in_person', reference: 'Passport' });
  expect((await viewer.call(viewCustomer, { id })).notes).toEqual([]);
  expect((await viewer.refusal(addNote, { id, text: 'x' })).problem.code).toBe('forbidden');
  await sql`update customers set joined_to = ${mayaId} where id = ${id}`.execute(app.app.db.query);
  expect((await viewer.refusal(viewCustomer, { id })).status).toBe(404);
  const input = { id, how: 'ticket' as const, reference: 'HELP-1' };
  expect((await viewer.refusal(startVerification, input)).status).toBe(404);
});
