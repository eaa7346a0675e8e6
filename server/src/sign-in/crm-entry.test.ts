import { changeEmail, editUser, viewUser } from '@portside/contract/account';
import { confirmPayment, placeOrder } from '@portside/contract/checkout';
import { updateNickname } from '@portside/contract/lines';
import { deleteCard, listCards, openCardPage, setPrimaryCard } from '@portside/contract/payments';
import {
  endOtherSessions,
  endSession,
  listActivity,
  listSessions,
} from '@portside/contract/sessions';
import {
  askPasskeyOptions,
  changePassword,
  createCrmTicket,
  crmLogin,
  removePasskey,
  stepUp,
} from '@portside/contract/sign-in';
import { viewEsim } from '@portside/contract/sim';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { minutes, seconds } from '../clock.ts';
import { runVerb } from '../operator/socket.ts';
import type { Caller } from '../testing/caller.ts';
import { nextEmail } from '../testing/mailbox.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const crmSecret = 'harbor-demo-crm-secret';
const ask = {
  crmSecret,
  email: 'maya@example.com',
  agent: 'Dana Reyes',
  reason: 'Asked about her bill',
};
const ticketIn = (url: string) => new URL(url).searchParams.get('ticket') ?? '';

async function agentLooks(): Promise<Caller> {
  const { url } = await app.anyone.call(createCrmTicket, ask);
  const { token } = await app.anyone.call(crmLogin, { ticket: ticketIn(url) });
  return app.with(token);
}

test('a ticket opens the account once, within 60 seconds', async () => {
  const { url, expiresAt } = await app.anyone.call(createCrmTicket, ask);
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1\/crm-login\?ticket=[\w-]{43}$/);
  const left = Date.parse(expiresAt) - app.clock.now().getTime();
  expect(left).toBeGreaterThan(seconds(50));
  expect(left).toBeLessThanOrEqual(seconds(60));
  await app.anyone.call(crmLogin, { ticket: ticketIn(url) });
  const twice = await app.anyone.refusal(crmLogin, { ticket: ticketIn(url) });
  expect(twice.problem.reason).toBe('ticket_expired');
  const late = await app.anyone.call(createCrmTicket, ask);
  app.clock.move(seconds(61));
  const refused = await app.anyone.refusal(crmLogin, { ticket: ticketIn(late.url) });
  expect(refused.problem.reason).toBe('ticket_expired');
});

test('only the CRM’s own secret makes tickets, and only for customers', async () => {
  for (const wrong of [undefined, 'harbor-demo-crm-secreT', 'harbor-demo-key', '']) {
    const { status } = await app.anyone.refusal(createCrmTicket, { ...ask, crmSecret: wrong });
    expect(status).toBe(401);
  }
  const unknown = await app.anyone.refusal(createCrmTicket, { ...ask, email: 'no@example.com' });
  expect(unknown.problem).toMatchObject({ reason: 'unknown_customer' });
  const empty = await app.anyone.refusal(createCrmTicket, { ...ask, reason: '  ' });
  expect(empty.problem.errors).toEqual([{ field: 'reason', message: 'Please give the reason' }]);
});

test('the agent’s session says who is looking, and ends after 15 minutes', async () => {
  const dana = await agentLooks();
  const view = await dana.call(viewUser, {});
  expect(view).toMatchObject({ email: ask.email, agent: { name: 'Dana Reyes' }, userHash: '' });
  const maya = await app.as(ask.email);
  expect(await maya.call(viewUser, {})).not.toHaveProperty('agent');
  const { sessions } = await maya.call(listSessions, {});
  expect(sessions.some((one) => one.agent === 'Dana Reyes')).toBe(true);
  app.clock.move(minutes(15));
  expect((await dana.refusal(viewUser, {})).status).toBe(401);
});

test('an agent cannot change name, password, e-mail, cards, nicknames or passkeys, see secrets, pay, or sign her out', async () => {
  const dana = await agentLooks();
  const { cards } = await dana.call(listCards, {});
  const { lines } = await dana.call(viewUser, {});
  expect(cards).toHaveLength(2);
  expect(lines).toHaveLength(1);
  const passwords = { newPassword: 'Lantern8#', confirmNewPassword: 'Lantern8#' };
  const tries = [
    dana.refusal(changePassword, { currentPassword: 'Harbor1!', ...passwords }),
    dana.refusal(editUser, { email: 'dana@example.com' }),
    dana.refusal(editUser, { firstName: 'Dana', lastName: 'Reyes' }),
    dana.refusal(editUser, { phoneNumber: '+16175550133' }),
    dana.refusal(changeEmail, { newEmail: 'dana@example.com', otp: '12345' }),
    dana.refusal(stepUp, { password: 'Harbor1!' }),
    dana.refusal(stepUp, {}),
    dana.refusal(askPasskeyOptions, {}),
    dana.refusal(endOtherSessions, {}),
    dana.refusal(endSession, { id: 'ses_1' }),
    dana.refusal(removePasskey, { id: 'x' }),
    dana.refusal(openCardPage, {}),
    dana.refusal(deleteCard, { cardId: cards[0]?.id }),
    dana.refusal(setPrimaryCard, { cardId: cards[1]?.id }),
    dana.refusal(viewEsim, { id: lines[0]?.id }),
    dana.refusal(placeOrder, {}),
    dana.refusal(confirmPayment, { payment: 'pi_1' }),
    dana.refusal(updateNickname, { id: lines[0]?.id, nickname: 'Hers' }),
  ];
  for (const { status, problem } of await Promise.all(tries)) {
    expect(status).toBe(403);
    expect(problem.code).toBe('forbidden');
  }
});

test('the customer is told by email who of customer care opened the account, each time', async () => {
  await agentLooks();
  const { text, link } = await nextEmail(app, ask.email, /Dana Reyes of Harbor opened/);
  expect(text).toContain('Dana Reyes from our support team just opened your Harbor account');
  expect(link).toMatch(/\/dashboard\/setting$/);
  // Whoever reads the address may be another person than the one who was talked with.
  expect(text).not.toContain(ask.reason);
  await agentLooks();
  await nextEmail(app, ask.email, /Dana Reyes of Harbor opened/);
});

test('every call of an agent is in the customer’s activity, refused ones too', async () => {
  const dana = await agentLooks();
  await dana.call(viewUser, {});
  await dana.refusal(stepUp, {});
  await dana.refusal(editUser, { firstName: 'Dana', lastName: 'Reyes' });
  const maya = await app.as(ask.email);
  const { activity } = await maya.call(listActivity, {});
  const entries = activity.filter(
    (one) => one.agent === 'Dana Reyes' || one.kind === 'agent_entered',
  );
  expect(entries.slice(0, 4).map((one) => one.message)).toEqual([
    'Dana Reyes from support tried to edit your details',
    'Dana Reyes from support tried to confirm your identity',
    'Dana Reyes from support viewed your details',
    'Dana Reyes from support opened the account: Asked about her bill',
  ]);
});

test('the command line makes the same ticket', async () => {
  const { text, fine } = await runVerb(app.app, ['crm-ticket', ask.email, 'Dana', 'a', 'question']);
  expect(fine).toBe(true);
  const [url = ''] = text.split('\n');
  const { token } = await app.anyone.call(crmLogin, { ticket: ticketIn(url) });
  expect(await app.with(token).call(viewUser, {})).toMatchObject({ agent: { name: 'Dana' } });
  expect((await runVerb(app.app, ['crm-ticket', 'no@example.com', 'Dana', 'why'])).fine).toBe(
    false,
  );
});
