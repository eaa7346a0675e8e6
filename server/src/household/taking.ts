import type * as calls from '@portside/contract/household';
import type { OutputOf, ParsedInputOf, ReasonOf } from '@portside/contract/endpoint';
import { holdOpen } from '../account/joining.ts';
import { viewPerson } from '../account/person.ts';
import type { App } from '../app.ts';
import type { Query, Tx } from '../db/database.ts';
import { notFound, Refused, refused } from '../http/no.ts';
import { type Customer, ownerOfRow } from '../http/who.ts';
import { keptRefused, lockForWork } from '../lines/line-work.ts';
import * as members from '../lines/members.ts';
import { type Renewable, viewRenewable } from '../lines/renewable.ts';
import { isToBeErased } from '../privacy/asking.ts';
import { pauseOf, pauseRefused } from '../safety/pauses.ts';
import { noteActivity } from '../sessions/activity.ts';
import { say } from '../words/say.ts';
import { calledLine } from './emails.ts';
import { endMembership, partWith } from './ending.ts';
import { noteOf, publishBoth, tellHolder, tellMember } from './telling.ts';

type List = typeof calls.listInvitations;
type Accept = typeof calls.acceptInvitation;
type Decline = typeof calls.declineInvitation;
type Leave = typeof calls.leaveLine;
type Invitation = OutputOf<List>['invitations'][number];

export async function listInvitations(app: App, who: Customer): Promise<OutputOf<List>> {
  const db = app.db.query;
  const { emailVerified } = await viewPerson(db, who);
  const invitations: Invitation[] = [];
  for (const row of await invitationsOf(app, db, who)) {
    const invitation = await invitationOf(db, row);
    if (invitation) invitations.push(invitation);
  }
  return { emailConfirmed: emailVerified, invitations };
}

/** To the confirmed address of the customer, by others, and still to be had. */
export async function invitationsOf(
  app: App,
  db: Query,
  who: Customer,
): Promise<members.LineMemberRow[]> {
  const { email, emailVerified } = await viewPerson(db, who);
  if (!emailVerified || !who.brand.lines.household) return [];
  return members.invitationsTo(db, who, { email, now: app.clock.now() });
}

async function invitationOf(
  db: Query,
  row: members.LineMemberRow,
): Promise<Invitation | undefined> {
  const holder = ownerOfRow(row);
  const line = await viewRenewable(db, holder, row.line_id);
  if (!line) return undefined;
  return {
    id: row.id,
    from: (await viewPerson(db, holder)).called,
    lastFour: line.mdn.slice(-4),
    plan: line.plan.retailName,
    role: row.role,
    until: row.until.toISOString(),
  };
}

/** @throws No `not_found`, for an invitation of another address, too */
export function acceptInvitation(
  app: App,
  who: Customer,
  { id }: ParsedInputOf<Accept>,
): Promise<OutputOf<Accept> | Refused<ReasonOf<Accept>>> {
  return app.db.transaction(async (tx) => {
    await holdOpen(tx, who);
    const found = await lockTheirs(tx, who, id);
    if (found instanceof Refused) return found;
    const { row, line } = found;
    const answer = () => ({
      message: say(who.language, 'You have the line {line} now.', { line: calledLine(line) }),
      lineId: line.id,
    });
    if (row.state === 'accepted') {
      // It ended since.
      return (await members.isGoingOn(tx, row.id)) ? answer() : refused('invitation_over');
    }
    if (!who.brand.lines.household || !(await members.isInvitation(app, tx, row))) {
      return refused('invitation_over');
    }
    const paused = await pauseRefused(app, tx, who);
    if (paused) return paused;
    if (await isToBeErased(tx, who)) return refused('closing');
    const holder = ownerOfRow(row);
    if ((await pauseOf(app, tx, holder)) ?? (await keptRefused(tx, line.id, 'en'))) {
      return refused('not_now');
    }
    const taken = { accepted_at: app.clock.now(), member_customer_id: who.customerId };
    await partWith(app, tx, holder, line.id);
    await members.acceptMember(tx, row.id, taken);
    const now = { ...row, ...taken, state: 'accepted' as const };
    await tellHolder(app, tx, now, line, 'accepted');
    await tellMember(app, tx, now, line, 'accepted');
    const detail = { line: calledLine(line) };
    await noteOf(app, tx, ownerOfRow(row), 'line_invitation_accepted', detail);
    await noteActivity(app, tx, who, 'line_invitation_accepted', detail);
    await publishBoth(app, tx, now, line);
    return answer();
  });
}

interface Theirs {
  readonly row: members.LineMemberRow;
  readonly line: Renewable;
}

/** The invitation, with its line locked; one that the customer took before, too. */
async function lockTheirs(
  tx: Tx,
  who: Customer,
  id: string,
): Promise<Theirs | Refused<'email_unconfirmed' | 'invitation_over'>> {
  const { email, emailVerified } = await viewPerson(tx, who);
  const found = await members.invitationTo(tx, who, { id, email });
  if (!found) throw notFound();
  if (!emailVerified) return refused('email_unconfirmed');
  await lockForWork(tx, found.line_id);
  const row = await members.lockMember(tx, id);
  const line = row && (await viewRenewable(tx, ownerOfRow(row), row.line_id));
  if (!line) return refused('invitation_over');
  const isOpen = row.state === 'invited';
  const isOwn = row.state === 'accepted' && row.member_customer_id === who.customerId;
  return isOpen || isOwn ? { row, line } : refused('invitation_over');
}

/** @throws No `not_found`, for an invitation of another address, too */
export function declineInvitation(
  app: App,
  who: Customer,
  { id }: ParsedInputOf<Decline>,
): Promise<OutputOf<Decline> | Refused<ReasonOf<Decline>>> {
  const done = () => ({ message: say(who.language, 'You declined this line.') });
  return app.db.transaction(async (tx) => {
    const found = await lockTheirs(tx, who, id);
    if (found instanceof Refused) return (await hasDeclined(tx, who, id)) ? done() : found;
    const { row, line } = found;
    if (row.state === 'accepted') return refused('accepted');
    if (!(await members.isInvitation(app, tx, row))) return refused('invitation_over');
    const over = { state: 'declined', ended_at: app.clock.now() } as const;
    await members.endMember(tx, row.id, { ...over, member_customer_id: who.customerId });
    await tellHolder(app, tx, row, line, 'declined');
    const detail = { line: calledLine(line) };
    await noteOf(app, tx, ownerOfRow(row), 'line_invitation_over', detail);
    await noteActivity(app, tx, who, 'line_invitation_declined');
    await publishBoth(app, tx, row, line);
    return done();
  });
}

async function hasDeclined(tx: Tx, who: Customer, id: string): Promise<boolean> {
  const { email } = await viewPerson(tx, who);
  const row = await members.invitationTo(tx, who, { id, email });
  return row?.state === 'declined' && row.member_customer_id === who.customerId;
}

/** @throws No `not_found`, also for what the customer holds themselves */
export function leaveLine(
  app: App,
  who: Customer,
  { id }: ParsedInputOf<Leave>,
): Promise<OutputOf<Leave>> {
  return app.db.transaction(async (tx) => {
    if (!(await members.membershipOf(tx, who, id))) throw notFound();
    await lockForWork(tx, id);
    const row = await members.membershipOf(tx, who, id);
    if (!row) throw notFound();
    const line = await viewRenewable(tx, ownerOfRow(row), row.line_id);
    if (line && (await endMembership(app, tx, row, { state: 'left' }))) {
      // Of one that has ended there is nothing to give back.
      if (line.status !== 'ended') await tellHolder(app, tx, row, line, 'left');
      const detail = { line: calledLine(line) };
      await noteOf(app, tx, ownerOfRow(row), 'line_given_back', detail);
      await noteActivity(app, tx, who, 'line_given_back', detail);
      await publishBoth(app, tx, row, line);
    }
    return { message: say(who.language, 'This line isn’t yours to use any more.') };
  });
}
