import { normalEmail } from '@portside/contract/fields';
import { INVITATION_DAYS } from '@portside/contract/household';
import type * as calls from '@portside/contract/household';
import type { LineHousehold } from '@portside/contract/household-acts';
import type { OutputOf, ParsedInputOf, ReasonOf } from '@portside/contract/endpoint';
import { viewPerson } from '../account/person.ts';
import type { App } from '../app.ts';
import { days, later } from '../clock.ts';
import type { Query, Tx } from '../db/database.ts';
import { notFound, type Refused, refused } from '../http/no.ts';
import { type Customer, ownerOfRow } from '../http/who.ts';
import { noteBegun } from '../line-guard/begun.ts';
import { isOffered } from '../line-handover/offering.ts';
import { keptRefused, lockForWork } from '../lines/line-work.ts';
import * as members from '../lines/members.ts';
import { type Renewable, viewRenewable } from '../lines/renewable.ts';
import { pauseRefused } from '../safety/pauses.ts';
import { noteActivity } from '../sessions/activity.ts';
import { say } from '../words/say.ts';
import { calledLine } from './emails.ts';
import { endMembership } from './ending.ts';
import { householdOf } from './households.ts';
import { memberOfRow, noteOf, publishBoth, tellHolder, tellMember } from './telling.ts';

/** Each sends an email to somebody who did not ask for it. */
const MOST_A_DAY = 10;
const COUNTED = days(1);

type Give = typeof calls.giveLine;
type Change = typeof calls.changeRole;
type TakeBack = typeof calls.takeBackLine;

/**
 * Whoever confirmed that address can take the line for seven days; it stays in the customer's account
 * (P04). Again with the same address and role it is the same invitation; with another role it takes the
 * place of the one before. @throws No `not_found`, also for another customer's line
 */
export function giveLine(
  app: App,
  who: Customer,
  { id, email: typed, role }: ParsedInputOf<Give>,
): Promise<OutputOf<Give> | Refused<ReasonOf<Give>>> {
  const email = normalEmail(typed);
  return app.db.transaction(async (tx) => {
    const line = await lockOwn(tx, who, id);
    if (line.status === 'ended') return refused('line_ended');
    const open = await members.openMember(tx, id);
    if (open?.state === 'accepted') return refused('given');
    const stands = open && (await members.isInvitation(app, tx, open)) ? open : undefined;
    if (stands && stands.email !== email) return refused('invited');
    if (stands && stands.role === role) return invited(tx, who, stands);
    const no = await whyNot(app, tx, who, id, email);
    if (no) return no;
    const now = app.clock.now();
    // With another role, or one that ran out a moment ago, or whose address is no longer anybody's.
    if (open) {
      const ranOut = open.until <= now ? 'expired' : 'dropped';
      const state = stands ? 'withdrawn' : ranOut;
      await members.endMember(tx, open.id, { state, ended_at: now });
    }
    const until = later(now, days(INVITATION_DAYS));
    const row = {
      id: app.random.id('mem'),
      tenant_id: who.tenant,
      line_id: id,
      customer_id: who.customerId,
      email,
      role,
      state: 'invited' as const,
      invited_at: now,
      until,
      due_at: until,
    };
    await members.insertMember(tx, row);
    await noteBegun(app, tx, who, { lineId: id, what: 'invitation' });
    const invitation = { ...row, accepted_at: null, ended_at: null, member_customer_id: null };
    await tellHolder(app, tx, invitation, line, 'invited');
    await tellMember(app, tx, invitation, line, 'invited');
    await noteActivity(app, tx, who, 'line_invited', { line: calledLine(line) });
    await publishBoth(app, tx, invitation, line);
    return invited(tx, who, invitation);
  });
}

async function whyNot(
  app: App,
  tx: Tx,
  who: Customer,
  id: string,
  email: string,
): Promise<Refused<ReasonOf<Give>> | undefined> {
  if (!who.brand.lines.household) return refused('not_offered');
  const holder = await viewPerson(tx, who);
  if (!holder.emailVerified) return refused('email_unconfirmed');
  if (holder.email === email) return refused('own_address');
  if (await isOffered(app, tx, id)) return refused('offered');
  const paused = await pauseRefused(app, tx, who);
  if (paused) return paused;
  const kept = await keptRefused(tx, id, who.language);
  if (kept) return kept;
  const since = later(app.clock.now(), -COUNTED);
  return (await members.countInvited(tx, who, since)) >= MOST_A_DAY
    ? refused('too_many')
    : undefined;
}

const invited = async (
  db: Query,
  { language }: Customer,
  row: members.LineMemberRow,
): Promise<OutputOf<Give>> => ({
  message: say(language, 'We emailed {email}. Until they accept it, the line is yours alone.', {
    email: row.email,
  }),
  household: await shown(db, row),
});

const shown = async (db: Query, row: members.LineMemberRow): Promise<LineHousehold> => ({
  as: 'holder',
  ...(await householdOf(db, row)),
});

/** @throws No `not_found`, also for another customer's line */
export function changeRole(
  app: App,
  who: Customer,
  { id, role }: ParsedInputOf<Change>,
): Promise<OutputOf<Change> | Refused<ReasonOf<Change>>> {
  return app.db.transaction(async (tx) => {
    const line = await lockOwn(tx, who, id);
    const row = await members.openMember(tx, id);
    if (row?.state !== 'accepted' || line.status === 'ended') return refused('not_given');
    // A line that is given stays so; no more of it is.
    const isMore = role === 'manager' && row.role !== 'manager';
    if (isMore && !who.brand.lines.household) return refused('not_offered');
    const now = { ...row, role };
    if (row.role !== role) {
      const no = role === 'manager' ? await whyNoManager(app, tx, who, id) : undefined;
      if (no) return no;
      await members.changeMember(tx, row.id, role);
      await tellMember(app, tx, now, line, role);
      const detail = { line: calledLine(line) };
      await noteActivity(app, tx, who, 'line_role_changed', detail);
      const member = memberOfRow(row);
      if (member) await noteOf(app, tx, member, 'line_role_changed', detail);
      await publishBoth(app, tx, row, line);
    }
    const household = await shown(tx, now);
    const values = { name: household.member?.name || row.email };
    const message =
      role === 'manager'
        ? say(who.language, '{name} manages the line now.', values)
        : say(who.language, '{name} is the user of the line now.', values);
    return { message, household };
  });
}

/** It gives more than before, as an invitation does. */
async function whyNoManager(app: App, tx: Tx, who: Customer, id: string) {
  if (!who.brand.lines.household) return refused('not_offered');
  const paused = await pauseRefused(app, tx, who);
  return paused ?? keptRefused(tx, id, who.language);
}

/** @throws No `not_found`, also for another customer's line */
export function takeBackLine(
  app: App,
  who: Customer,
  { id, what }: ParsedInputOf<TakeBack>,
): Promise<OutputOf<TakeBack> | Refused<ReasonOf<TakeBack>>> {
  return app.db.transaction(async (tx) => {
    const line = await lockOwn(tx, who, id);
    const row = await members.openMember(tx, id);
    if (row?.state === 'accepted' && what === 'invitation') return refused('accepted');
    if (row?.state === 'invited' && what === 'line') return refused('invited');
    if (row) await takeBack(app, tx, line, { row, by: who });
    return { message: say(who.language, 'This line is yours alone.') };
  });
}

async function takeBack(
  app: App,
  tx: Tx,
  line: Renewable,
  { row, by }: { row: members.LineMemberRow; by: Parameters<typeof noteActivity>[2] },
): Promise<boolean> {
  const state = row.state === 'accepted' ? 'taken_back' : 'withdrawn';
  if (!(await endMembership(app, tx, row, { state }))) return false;
  await tellMember(app, tx, row, line, state);
  const detail = { line: calledLine(line) };
  const kind = state === 'taken_back' ? 'line_taken_back' : 'line_invitation_withdrawn';
  await noteActivity(app, tx, by, kind, detail);
  const member = memberOfRow(row);
  if (member && state === 'taken_back') await noteOf(app, tx, member, kind, detail);
  await publishBoth(app, tx, row, line);
  return true;
}

/**
 * An invitation that whoever may have been in the account sent; who has the line already, keeps it. Its
 * line is locked. @returns whether there was one
 */
export async function stopInvitation(app: App, tx: Tx, lineId: string): Promise<boolean> {
  const row = await members.openMember(tx, lineId);
  if (row?.state !== 'invited') return false;
  const owner = ownerOfRow(row);
  const line = await viewRenewable(tx, owner, lineId);
  const by = { ...owner, network: '', userAgent: '' };
  return line !== undefined && takeBack(app, tx, line, { row, by });
}

async function lockOwn(tx: Tx, who: Customer, id: string): Promise<Renewable> {
  if (!(await viewRenewable(tx, who, id))) throw notFound();
  await lockForWork(tx, id);
  const line = await viewRenewable(tx, who, id);
  if (!line) throw notFound();
  return line;
}
