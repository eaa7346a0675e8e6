import * as calls from '@portside/contract/household';
import { listNeeds } from '@portside/contract/needs';
import { listActivity } from '@portside/contract/sessions';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../testing/caller.ts';
import { confirmed, withFreeLine } from '../testing/handing-over.ts';
import { give, given, invitationsOf, invited, take } from '../testing/household.ts';
import { allEmailsSent } from '../testing/mailbox.ts';
import { proving } from '../testing/proving.ts';
import { emailWhen, newcomer } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

/* A line that its holder gives to a person with an account of their own. */

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const db = () => app.app.db.query;
const kinds = async (who: Caller) =>
  (await who.call(listActivity, {})).activity.map(({ kind }) => kind);
const statesOf = async (id: string) => {
  const { rows } = await sql<{ state: string; role: string }>`
    select state, role from line_members where line_id = ${id} order by invited_at, id`.execute(
    db(),
  );
  return rows;
};
async function lettersTo(to: string, subject: RegExp) {
  await allEmailsSent(app);
  return (await app.emails(to, 0)).filter((one) => subject.test(one.subject));
}
const needsOf = async (who: Caller) =>
  (await who.call(listNeeds, {})).needs.map(({ code }) => code);

test('[P04] a line is given and accepted: both are told, and it stays in the holder’s account', async () => {
  const { noa, line } = await withFreeLine(app);
  const omar = await confirmed(app);
  const answer = await give(noa, line.id, omar.email.toUpperCase());
  expect(answer.message).toContain(omar.email);
  expect(answer.household).toEqual({
    as: 'holder',
    invited: { email: omar.email, role: 'user', until: expect.any(String) },
  });
  const warned = await emailWhen(app, noa.email, /is invited to your line/);
  expect(warned.text).toContain('If that wasn’t you');
  const asked = await emailWhen(app, omar.email, /invites you to have a phone line/);
  expect(asked.subject).toBe('Noa invites you to have a phone line');
  expect(asked.text).toContain(`ends in ${line.mdn.slice(-4)}`);
  expect(asked.text).not.toContain(line.mdn);
  expect(asked.link).toMatch(/\/dashboard\/household$/);
  expect(await needsOf(omar)).toContain('invited');
  const [invitation] = await invitationsOf(omar);
  expect(invitation).toEqual({
    id: expect.any(String),
    from: 'Noa',
    lastFour: line.mdn.slice(-4),
    plan: line.plan.retailName,
    role: 'user',
    until: answer.household.invited?.until,
  });
  const taken = await omar.call(calls.acceptInvitation, { id: invitation?.id ?? '' });
  expect(taken.lineId).toBe(line.id);
  await emailWhen(app, noa.email, /has your line .* now/);
  const mine = await emailWhen(app, omar.email, /^You have the line/);
  expect(mine.link).toContain(`/dashboard/lines/${line.id}`);
  expect(mine.text).toContain('You are its user');
  expect(await invitationsOf(omar)).toEqual([]);
  expect(await needsOf(omar)).not.toContain('invited');
  expect(await statesOf(line.id)).toEqual([{ state: 'accepted', role: 'user' }]);
  const { rows } = await sql`select customer_id from lines where id = ${line.id}
    and customer_id = (select customer_id from line_members where line_id = ${line.id})`.execute(
    db(),
  );
  expect(rows).toHaveLength(1);
  expect(await kinds(noa)).toEqual(
    expect.arrayContaining(['line_invited', 'line_invitation_accepted']),
  );
  expect(await kinds(omar)).toContain('line_invitation_accepted');
});

test('[P04] whoever accepts leaves no network and no browser in the holder’s list', async () => {
  const { noa, line } = await withFreeLine(app);
  const omar = await confirmed(app);
  await give(noa, line.id, omar.email);
  await take(omar);
  const seen = (await noa.call(listActivity, {})).activity.find(
    ({ kind }) => kind === 'line_invitation_accepted',
  );
  expect(seen?.network).toBe('');
});

test('[P04] the member gives the line back: the holder gets an email, and again it is harmless', async () => {
  const { noa, omar, line, id } = await given(app);
  const left = await omar.call(calls.leaveLine, { id });
  expect(await omar.call(calls.leaveLine, { id })).toEqual(left);
  const told = await emailWhen(app, noa.email, /was given back to you$/);
  expect(told.text).toContain(omar.email);
  expect(await statesOf(line.id)).toEqual([{ state: 'left', role: 'user' }]);
  expect(await kinds(omar)).toContain('line_given_back');
  expect(await kinds(noa)).toContain('line_given_back');
  expect(await lettersTo(noa.email, /given back to you/)).toHaveLength(1);
  // It can be given again.
  await give(noa, id, omar.email, 'manager');
  expect(await take(omar)).toBe(id);
});

test('[P04] the holder takes the line back at once, without a proof: the member gets an email', async () => {
  const { noa, omar, id } = await given(app);
  const back = await noa.call(calls.takeBackLine, { id, what: 'line' });
  expect(await noa.call(calls.takeBackLine, { id, what: 'line' })).toEqual(back);
  await emailWhen(app, omar.email, /^Noa took the line .* back$/);
  expect(await statesOf(id)).toEqual([{ state: 'taken_back', role: 'user' }]);
  expect(await kinds(omar)).toContain('line_taken_back');
  // Both of them pressed: the line is the holder's alone, whoever came first.
  expect((await omar.call(calls.leaveLine, { id })).message).toBeTruthy();
  expect(await statesOf(id)).toEqual([{ state: 'taken_back', role: 'user' }]);
});

test('[P04] a user becomes a manager with a fresh proof, and is told; again it is harmless', async () => {
  const { noa, omar, id } = await given(app);
  expect((await noa.refusal(calls.changeRole, { id, role: 'manager' })).problem.reason).toBe(
    'proof_required',
  );
  await proving(noa);
  const answer = await noa.call(calls.changeRole, { id, role: 'manager' });
  expect(answer.household.member).toEqual({ name: 'Noa', email: omar.email, role: 'manager' });
  await proving(noa);
  expect(await noa.call(calls.changeRole, { id, role: 'manager' })).toEqual(answer);
  await emailWhen(app, omar.email, /^You manage the line .* now$/);
  expect(await lettersTo(omar.email, /^You manage/)).toHaveLength(1);
  await proving(noa);
  await noa.call(calls.changeRole, { id, role: 'user' });
  await emailWhen(app, omar.email, /^You are the user of the line .* now$/);
});

test('[P04] nobody has the line: its role can’t be changed', async () => {
  const { noa, id } = await invited(app);
  await proving(noa);
  const { problem } = await noa.refusal(calls.changeRole, { id, role: 'manager' });
  expect(problem.reason).toBe('not_given');
});

test('[P04] two presses, two tabs: it is one invitation and one line, and each answer is the same', async () => {
  const { noa, omar, id, invitation } = await invited(app);
  const again = await give(noa, id, omar.email);
  expect(again.household.invited?.email).toBe(omar.email);
  expect(await statesOf(id)).toHaveLength(1);
  const other = await app.as(omar.email, 'Anchor7!');
  const both = await Promise.all(
    [omar, other, omar].map((one) => one.call(calls.acceptInvitation, { id: invitation })),
  );
  expect(new Set(both.map(({ lineId }) => lineId))).toEqual(new Set([id]));
  expect(await lettersTo(noa.email, /has your line/)).toHaveLength(1);
  await proving(noa);
  const late = await noa.refusal(calls.giveLine, { id, email: omar.email, role: 'user' });
  expect(late.problem.reason).toBe('given');
  const declined = await omar.refusal(calls.declineInvitation, { id: invitation });
  expect(declined.problem.reason).toBe('accepted');
});

test('[P04] with another role the invitation takes the place of the one before', async () => {
  const { noa, omar, id, invitation } = await invited(app);
  await give(noa, id, omar.email, 'manager');
  expect((await omar.refusal(calls.acceptInvitation, { id: invitation })).problem.reason).toBe(
    'invitation_over',
  );
  expect(await invitationsOf(omar)).toMatchObject([{ role: 'manager' }]);
  await take(omar);
  expect(await statesOf(id)).toEqual([
    { state: 'withdrawn', role: 'user' },
    { state: 'accepted', role: 'manager' },
  ]);
});

test('[P04] who takes an invitation back a moment after it was accepted does not take the line', async () => {
  const { noa, omar, id } = await given(app);
  const { problem } = await noa.refusal(calls.takeBackLine, { id, what: 'invitation' });
  expect(problem.reason).toBe('accepted');
  expect(await statesOf(id)).toEqual([{ state: 'accepted', role: 'user' }]);
  await omar.call(calls.leaveLine, { id });
  await give(noa, id, omar.email);
  const other = await noa.refusal(calls.takeBackLine, { id, what: 'line' });
  expect(other.problem.reason).toBe('invited');
  expect(await invitationsOf(omar)).toHaveLength(1);
});

test('[P04] an invitation that is taken back in another tab is over, and who was invited is told', async () => {
  const { noa, omar, id, invitation } = await invited(app);
  await noa.call(calls.takeBackLine, { id, what: 'invitation' });
  await emailWhen(app, omar.email, /^Your invitation to a phone line is over$/);
  for (const call of [calls.acceptInvitation, calls.declineInvitation]) {
    const { problem } = await omar.refusal(call, { id: invitation });
    expect(problem.reason).toBe('invitation_over');
  }
  expect(await kinds(noa)).toContain('line_invitation_withdrawn');
});

test('[P04] an invitation is declined: the holder is told, again it is harmless, and nothing is accepted after it', async () => {
  const { noa, omar, id, invitation } = await invited(app);
  const no = await omar.call(calls.declineInvitation, { id: invitation });
  expect(await omar.call(calls.declineInvitation, { id: invitation })).toEqual(no);
  await emailWhen(app, noa.email, /was declined$/);
  const late = await omar.refusal(calls.acceptInvitation, { id: invitation });
  expect(late.problem.reason).toBe('invitation_over');
  expect(await statesOf(id)).toEqual([{ state: 'declined', role: 'user' }]);
  expect(await kinds(omar)).toContain('line_invitation_declined');
});

test('[P04] the answer is the same for an address without an account, and whoever confirms it later can accept', async () => {
  const { noa, line } = await withFreeLine(app);
  const answer = await give(noa, line.id, 'nobody.there@example.com', 'manager');
  expect(answer.message).toContain('nobody.there@example.com');
  const asked = await emailWhen(app, 'nobody.there@example.com', /invites you/);
  expect(asked.text).toContain('create an account');
  expect(asked.text).toContain('You would manage it');
});

test('[P04] an address that is not confirmed is shown no invitation, and accepts none', async () => {
  const { noa, line } = await withFreeLine(app);
  const ines = await newcomer(app);
  await give(noa, line.id, ines.email);
  expect(await ines.call(calls.listInvitations, {})).toEqual({
    emailConfirmed: false,
    invitations: [],
  });
  expect(await needsOf(ines)).not.toContain('invited');
  const { rows } = await sql<{ id: string }>`
    select id from line_members where line_id = ${line.id}`.execute(db());
  const id = rows[0]?.id ?? '';
  for (const call of [calls.acceptInvitation, calls.declineInvitation]) {
    expect((await ines.refusal(call, { id })).problem.reason).toBe('email_unconfirmed');
  }
});
