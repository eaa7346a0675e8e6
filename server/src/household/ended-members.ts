import type { App } from '../app.ts';
import { days, later } from '../clock.ts';
import type { Tx } from '../db/database.ts';
import { type Owner, ownerOfRow } from '../http/who.ts';
import type { Moment } from '../jobs/jobs.ts';
import { sweep } from '../jobs/sweep.ts';
import { forgetAddresses } from '../lines/emergency-address.ts';
import { lockForWork } from '../lines/line-work.ts';
import * as members from '../lines/members.ts';
import { viewAnyRenewable, viewRenewable } from '../lines/renewable.ts';
import { forgetAsked } from '../sim-replacement/stopping.ts';
import { forgetCards } from '../shipping/shipments.ts';
import { calledLine } from './emails.ts';
import { endMembership } from './ending.ts';
import { noteOf, publishBoth, tellHolder, tellMember } from './telling.ts';

const BATCH = 500;
/** What came to nothing is kept for so long: its address may be a stranger's. */
const KEPT = days(90);

/** Invitations whose time is over, and whatever of a line that has ended. Any process may run it, also twice. */
export async function endMembers(app: App): Promise<void> {
  const found = await members.membersToEnd(app.db.query, app.clock.now(), BATCH);
  await sweep(app, found, (id) => end(app, id), 'who has a line could not be ended yet');
}

export const nextMember = (): Moment => members.nextOfMembers;

function end(app: App, id: string): Promise<void> {
  return app.db.transaction(async (tx) => {
    const known = await members.anyMember(tx, id);
    if (!known) return;
    await lockForWork(tx, known.line_id);
    const row = await members.lockMember(tx, id);
    const line = row && (await viewAnyRenewable(tx, row.line_id));
    if (!line || row.ended_at) return;
    const now = app.clock.now();
    const goesOn = await members.isGoingOn(tx, id);
    if (row.state === 'accepted') {
      if (goesOn) return;
      await endMembership(app, tx, row, { state: 'dropped' });
      await tellMember(app, tx, row, line, 'ended');
      return publishBoth(app, tx, row, line);
    }
    // Without an address there is nobody any more who could take it.
    const canBeTaken = goesOn && row.email !== '';
    if (canBeTaken && row.until > now) return;
    await members.endMember(tx, id, { state: canBeTaken ? 'expired' : 'dropped', ended_at: now });
    if (goesOn) await tellHolder(app, tx, row, line, row.email ? 'expired' : 'nobody');
    else {
      if (row.email) await tellHolder(app, tx, row, line, 'dropped');
      await tellMember(app, tx, row, line, 'withdrawn');
    }
    const detail = { line: calledLine(line) };
    await noteOf(app, tx, ownerOfRow(row), 'line_invitation_over', detail);
    await publishBoth(app, tx, row, line);
  });
}

/** Who is erased has no line of others any more; its holder is told. Their account is locked. */
export async function endMembershipsOf(app: App, tx: Tx, owner: Owner): Promise<void> {
  for (const { id, line_id } of await members.openOfMember(tx, owner)) {
    await lockForWork(tx, line_id);
    const row = await members.lockMember(tx, id);
    const line = row && (await viewRenewable(tx, ownerOfRow(row), line_id));
    if (!line || !(await endMembership(app, tx, row, { state: 'dropped' }))) continue;
    if (line.status !== 'ended') await tellHolder(app, tx, row, line, 'gone');
    const detail = { line: calledLine(line) };
    await noteOf(app, tx, ownerOfRow(row), 'line_given_back', detail);
    await publishBoth(app, tx, row, line);
  }
  await members.forgetMember(tx, owner);
  await forgetAddresses(tx, owner);
  for (const { line_id, accepted_at: from, ended_at: until } of await members.everHad(tx, owner)) {
    const asked = from ? await forgetAsked(tx, line_id, { from, until }) : [];
    await forgetCards(tx, asked, app.clock.now());
  }
}

export const dropOldInvitations = (app: App): Promise<void> =>
  members.dropOldMembers(app.db.query, later(app.clock.now(), -KEPT));
