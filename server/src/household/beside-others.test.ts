import { viewUser } from '@portside/contract/account';
import * as calls from '@portside/contract/household';
import {
  acceptHandover,
  listHandovers,
  offerLine,
  viewHandover,
  withdrawOffer,
} from '@portside/contract/line-handover';
import { askErasure } from '@portside/contract/privacy';
import { listActivity } from '@portside/contract/sessions';
import { sql } from 'kysely';
import { endLine } from '../lines/suspension.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownerOf } from '../http/who.ts';
import { beginPause } from '../safety/pauses.ts';
import type { Caller } from '../testing/caller.ts';
import {
  confirmed,
  offerTo,
  ownFile,
  quay,
  unlock,
  withFreeLine,
} from '../testing/handing-over.ts';
import { erasedByStaff, give, given, invitationsOf, invited, take } from '../testing/household.ts';
import { passHours } from '../testing/line-life.ts';
import { allEmailsSent } from '../testing/mailbox.ts';
import { again } from '../testing/on-hold.ts';
import { proving } from '../testing/proving.ts';
import { keep, separate } from '../testing/separating.ts';
import { emailWhen, newcomer } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { endMembers } from './ended-members.ts';

/* What a line that somebody was given meets: other accounts, time, erasing, and the other ways of a line. */

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

const db = () => app.app.db.query;
const idOf = async (who: Caller) => (await who.call(viewUser, {})).id;
const stateOf = async (id: string) => {
  const { rows } = await sql<{ state: string; email: string }>`
    select state, email from line_members where line_id = ${id}
    order by invited_at desc, id desc limit 1`.execute(db());
  return rows[0];
};
const whyNot = async (who: Caller, id: string, email = 'other@example.com') => {
  await proving(who);
  return (await who.refusal(calls.giveLine, { id, email, role: 'user' })).problem.reason;
};
const subjectsOf = async (to: string) => {
  await allEmailsSent(app);
  return (await app.emails(to, 0)).map(({ subject }) => subject);
};
/** As it ends where nobody is told by whatever ends it. */
const endOf = (id: string) =>
  app.app.db.transaction((tx) => endLine(app.app, tx, id, { isGone: true }));

const erased = (person: Caller) => erasedByStaff(app, person);

test('[P04] what keeps a line from being given is said', async () => {
  const { noa, omar, id } = await invited(app);
  expect(
    (await noa.refusal(calls.giveLine, { id, email: omar.email, role: 'user' })).problem.reason,
  ).toBe('proof_required');
  expect(await whyNot(noa, id, noa.email.toUpperCase())).toBe('invited');
  await noa.call(calls.takeBackLine, { id, what: 'invitation' });
  expect(await whyNot(noa, id, noa.email.toUpperCase())).toBe('own_address');
  await sql`update customers set email_verified = false where id = ${await idOf(noa)}`.execute(
    db(),
  );
  expect(await whyNot(noa, id)).toBe('email_unconfirmed');
  await sql`update customers set email_verified = true where id = ${await idOf(noa)}`.execute(db());
  await endOf(id);
  expect(await whyNot(noa, id)).toBe('line_ended');
});

test('[P04] an account sends ten invitations a day, and not one more', async () => {
  const { noa, line } = await withFreeLine(app);
  for (let n = 0; n < 10; n += 1) {
    await give(noa, line.id, `friend${n}@example.com`);
    await noa.call(calls.takeBackLine, { id: line.id, what: 'invitation' });
  }
  expect(await whyNot(noa, line.id)).toBe('too_many');
});

test('[P04] a stranger finds neither line nor invitation, and no other brand does', async () => {
  const { noa, omar, id, invitation } = await invited(app);
  const ines = await confirmed(app);
  await proving(ines);
  for (const [call, input] of [
    [calls.giveLine, { id, email: ines.email, role: 'user' }],
    [calls.takeBackLine, { id, what: 'line' }],
    [calls.leaveLine, { id }],
    [calls.acceptInvitation, { id: invitation }],
    [calls.declineInvitation, { id: invitation }],
  ] as const) {
    await proving(ines);
    expect([call.name, (await ines.refusal(call, input)).problem.code]).toEqual([
      call.name,
      'not_found',
    ]);
  }
  await proving(ines);
  const role = await ines.refusal(calls.changeRole, { id, role: 'manager' });
  expect(role.problem.code).toBe('not_found');
  // The holder has nothing to leave, and takes no invitation of their own.
  expect((await noa.refusal(calls.leaveLine, { id })).problem.code).toBe('not_found');
  expect((await noa.refusal(calls.acceptInvitation, { id: invitation })).problem.code).toBe(
    'not_found',
  );
  await sql`update line_members set tenant_id = 7 where id = ${invitation}`.execute(db());
  const theirs = await omar.refusal(calls.acceptInvitation, { id: invitation });
  expect(theirs.problem.code).toBe('not_found');
  expect(await invitationsOf(omar)).toEqual([]);
});

test('[P04] an invitation is of the address: who has changed it meanwhile finds it no more', async () => {
  const { omar, invitation } = await invited(app);
  const id = await idOf(omar);
  await sql`update customers set email = 'omar.new@example.com' where id = ${id}`.execute(db());
  expect(await invitationsOf(omar)).toEqual([]);
  const late = await omar.refusal(calls.acceptInvitation, { id: invitation });
  expect(late.problem.code).toBe('not_found');
});

test('[P04] an invitation runs out after seven days, and the holder is told', async () => {
  const { noa, omar, id, invitation } = await invited(app);
  await passHours(app, 6 * 24 + 23);
  const waiting = await again(app, omar);
  expect(await invitationsOf(waiting)).toHaveLength(1);
  await passHours(app, 2);
  await emailWhen(app, noa.email, /^Your invitation to the line .* ran out$/);
  const late = await waiting.refusal(calls.acceptInvitation, { id: invitation });
  expect(late.problem.reason).toBe('invitation_over');
  expect((await stateOf(id))?.state).toBe('expired');
  const noaAgain = await again(app, noa);
  await give(noaAgain, id, omar.email);
  expect(await invitationsOf(waiting)).toHaveLength(1);
});

test('[P04] the line ends: whoever had it is told, and whoever was invited, too', async () => {
  const had = await given(app);
  await endOf(had.id);
  await endMembers(app.app);
  await endMembers(app.app);
  await emailWhen(app, had.omar.email, /^The line .* has ended$/);
  expect((await stateOf(had.id))?.state).toBe('dropped');
  const all = await subjectsOf(had.omar.email);
  expect(all.filter((one) => /has ended$/.test(one))).toHaveLength(1);
  const was = await invited(app);
  await endOf(was.id);
  const late = await was.omar.refusal(calls.acceptInvitation, { id: was.invitation });
  expect(late.problem.reason).toBe('invitation_over');
  await endMembers(app.app);
  await emailWhen(app, was.omar.email, /^Your invitation to a phone line is over$/);
  await emailWhen(app, was.noa.email, /^The invitation to your line .* is over$/);
});

test('[P04] [L19] whoever has the line is erased: it is the holder’s alone, and no address is left', async () => {
  const { noa, omar, id } = await given(app);
  await erased(omar);
  const told = await emailWhen(app, noa.email, /is yours alone again$/);
  expect(told.text).not.toContain(omar.email);
  expect(await stateOf(id)).toEqual({ state: 'dropped', email: '' });
  await endMembers(app.app);
  await give(noa, id, 'someone.else@example.com');
});

test('[P04] [L19] whoever is invited is erased: the holder is told, and no address is left', async () => {
  const { noa, omar, id } = await invited(app);
  await erased(omar);
  await endMembers(app.app);
  const told = await emailWhen(app, noa.email, /^The invitation to your line .* is over$/);
  expect(told.text).toContain('can’t accept it any more');
  expect(await stateOf(id)).toEqual({ state: 'dropped', email: '' });
});

test('[P04] [L19] the holder is erased after the line ended: whoever had it is told all the same', async () => {
  const { noa, omar, id } = await given(app);
  await endOf(id);
  await erased(noa);
  await endMembers(app.app);
  const told = await emailWhen(app, omar.email, /^The line .* has ended$/);
  expect(told.text).not.toContain('Noa’s');
  expect(await stateOf(id)).toEqual({ state: 'dropped', email: '' });
});

test('[P04] [L19] whoever is about to be erased takes no line', async () => {
  const { omar, invitation } = await invited(app);
  await proving(omar);
  await omar.call(askErasure, {});
  const { problem } = await omar.refusal(calls.acceptInvitation, { id: invitation });
  expect(problem.reason).toBe('closing');
});

test('[P04] [P06] what is offered to another account is not given, and what is given is not offered', async () => {
  const { noa, line } = await withFreeLine(app);
  const { id } = line;
  const omar = await confirmed(app);
  await offerTo(noa, id, omar.email);
  expect(await whyNot(noa, id)).toBe('offered');
  await noa.call(withdrawOffer, { id });
  await give(noa, id, omar.email);
  expect((await noa.refusal(viewHandover, { id })).problem.reason).toBe('given');
  await proving(noa);
  expect((await noa.refusal(offerLine, { id, email: omar.email })).problem.reason).toBe('given');
  await take(omar);
  await proving(noa);
  expect((await noa.refusal(offerLine, { id, email: omar.email })).problem.reason).toBe('given');
  await noa.call(calls.takeBackLine, { id, what: 'line' });
  await unlock(app, id);
  await proving(noa);
  await offerTo(noa, id, omar.email);
  const [offer] = (await omar.call(listHandovers, {})).offers;
  const taken = await omar.call(acceptHandover, { id: offer?.id ?? '', ...quay });
  // Nothing of who had it before goes along.
  const { rows } = await sql`select from line_members where line_id = ${taken.lineId}`.execute(
    db(),
  );
  expect(rows).toEqual([]);
});

test('[P04] [P05] a line that is kept is not given, with the sentence of any other work', async () => {
  const { noa, line } = await withFreeLine(app);
  await keep(app, line.id);
  await proving(noa);
  const { problem } = await noa.refusal(calls.giveLine, {
    id: line.id,
    email: 'omar@example.com',
    role: 'user',
  });
  expect([problem.reason, problem.message]).toEqual([
    'busy',
    'Something else is under way on this line. Please try again in a moment.',
  ]);
});

test('[P04] [P05] a line that is separated is over for both, and neither is told anything', async () => {
  const { noa, omar, id } = await given(app);
  const safe = await confirmed(app);
  const [theirs, mine] = [await subjectsOf(noa.email), await subjectsOf(omar.email)];
  const seen = [await noa.call(listActivity, {}), await omar.call(listActivity, {})];
  expect(await separate(app, id, safe, quay)).toBeDefined();
  await endMembers(app.app);
  expect((await stateOf(id))?.state).toBe('dropped');
  expect(await subjectsOf(noa.email)).toEqual(theirs);
  expect(await subjectsOf(omar.email)).toEqual(mine);
  expect([await noa.call(listActivity, {}), await omar.call(listActivity, {})]).toEqual(seen);
});

test('[P04] [K15] a pause of the holder’s account takes an invitation back, and leaves who has a line', async () => {
  const open = await invited(app);
  const had = await given(app);
  for (const { noa } of [open, had]) {
    const id = await idOf(noa);
    await app.app.db.transaction((tx) => beginPause(app.app, tx, ownerOf(6, id), 'password'));
  }
  await emailWhen(app, open.omar.email, /^Your invitation to a phone line is over$/);
  expect((await stateOf(open.id))?.state).toBe('withdrawn');
  expect((await stateOf(had.id))?.state).toBe('accepted');
});

test('[P04] [L19] neither file of data says more of the other than what was typed', async () => {
  const { noa, omar, id } = await given(app);
  const [theirs, mine] = [await ownFile(app, noa), await ownFile(app, omar)];
  expect(theirs).toContain(omar.email);
  expect(theirs).not.toContain(await idOf(omar));
  expect(mine).toContain(id);
  for (const secret of [noa.email, await idOf(noa)]) expect(mine).not.toContain(secret);
});

test('[P04] where a brand does not offer it, nothing is given, and nothing can be accepted', async () => {
  const { noa, omar, id, invitation } = await invited(app);
  await noa.call(calls.takeBackLine, { id, what: 'invitation' });
  const harbor = app.app.brands.byTenant(6);
  const lines = harbor.lines as { household: boolean };
  lines.household = false;
  try {
    expect(await whyNot(noa, id)).toBe('not_offered');
    expect(await invitationsOf(omar)).toEqual([]);
    expect((await omar.refusal(calls.acceptInvitation, { id: invitation })).problem.reason).toBe(
      'invitation_over',
    );
  } finally {
    lines.household = true;
  }
});

test('[P04] a line without a number is called by its plan', async () => {
  const { noa, line } = await withFreeLine(app);
  const ines = await newcomer(app);
  await sql`update lines set mdn = '' where id = ${line.id}`.execute(db());
  await give(noa, line.id, ines.email);
  const asked = await emailWhen(app, ines.email, /invites you to have a phone line/);
  expect(asked.text).toContain('it has no number yet');
  await emailWhen(app, noa.email, new RegExp(`to your line ${line.plan.retailName}$`));
});
