import type { MemberRole } from '@portside/contract/household-acts';
import type { App } from '../app.ts';
import type { Query, Tx } from '../db/database.ts';
import { ownerOf, type Owner } from '../http/who.ts';
import * as store from './members-store.ts';

export {
  acceptMember,
  anyMember,
  changeMember,
  countInvited,
  dropOfEnded,
  dropOldMembers,
  endMember,
  forgetMember,
  hadUntil,
  insertMember,
  invitationsTo,
  invitationTo,
  isGoingOn,
  type LineMemberRow,
  lockMember,
  membershipOf,
  membersToEnd,
  moveMembers,
  nextOfMembers,
  openMember,
  openOfHolder,
  openOfMember,
  whoHadAt,
  everHad,
} from './members-store.ts';

/** Somebody who has a line of another account (P04). */
export interface LineMember {
  readonly lineId: string;
  readonly role: MemberRole;
  /** Whose account the line is in. */
  readonly holder: Owner;
  /** Who has it. */
  readonly member: Owner;
}

/** Undefined when nobody was given it, or when it has ended. */
export async function memberOf(
  db: Query,
  tenant: number,
  lineId: string,
): Promise<LineMember | undefined> {
  const row = await store.memberOf(db, tenant, lineId);
  return row && memberOfRow(row);
}

/** The same, and who had it when it ended. */
export async function lastMemberOf(
  db: Query,
  tenant: number,
  lineId: string,
): Promise<LineMember | undefined> {
  const row = await store.lastMemberOf(db, tenant, lineId);
  return row && memberOfRow(row);
}

/** Lines that a customer has of others. */
export const givenTo = async (db: Query, owner: Owner): Promise<LineMember[]> =>
  (await store.givenTo(db, owner)).flatMap((row) => memberOfRow(row) ?? []);

/** Somebody has it, or may take it still. To act on it ask under the line's lock. */
export async function isGiven(app: App, db: Query, lineId: string): Promise<boolean> {
  const row = await store.openMember(db, lineId);
  return row !== undefined && (row.state === 'accepted' || (await isInvitation(app, db, row)));
}

/** The sweep that ends it may be a moment late. */
export const isInvitation = async (
  app: App,
  db: Query,
  row: store.LineMemberRow,
): Promise<boolean> =>
  row.state === 'invited' &&
  row.email !== '' &&
  row.until > app.clock.now() &&
  (await store.isGoingOn(db, row.id));

/** Nobody is told (P05). Its line is locked. */
export async function dropMember(app: App, tx: Tx, lineId: string): Promise<void> {
  const row = await store.openMember(tx, lineId);
  if (row) await store.endMember(tx, row.id, { state: 'dropped', ended_at: app.clock.now() });
}

function memberOfRow(row: store.LineMemberRow): LineMember | undefined {
  const { tenant_id: tenant, member_customer_id: member } = row;
  if (member === null) return undefined;
  return {
    lineId: row.line_id,
    role: row.role,
    holder: ownerOf(tenant, row.customer_id),
    member: ownerOf(tenant, member),
  };
}

/** A line that is given, or offered to be. */
export interface GivenLine {
  readonly lineId: string;
  readonly role: MemberRole;
  readonly holder: Owner;
  /** Undefined while they are only invited. */
  readonly member?: Owner;
  /** As the holder typed it. */
  readonly email: string;
  /** Of an invitation. */
  readonly until: Date;
}

/** Of lines that a customer gives, and of those that they have of others. */
export async function givenLinesOf(app: Pick<App, 'clock'>, db: Query, owner: Owner) {
  const rows = await store.openOf(db, owner);
  return rows.flatMap((row) => givenLineOf(app, row) ?? []);
}

/** Undefined: nobody has it, and nobody is invited. */
export async function givenLine(
  app: Pick<App, 'clock'>,
  db: Query,
  tenant: number,
  lineId: string,
): Promise<GivenLine | undefined> {
  const row = await store.openOfLine(db, tenant, lineId);
  return row && givenLineOf(app, row);
}

/** An invitation that has run out is none, before its job has looked at it. */
function givenLineOf(app: Pick<App, 'clock'>, row: store.LineMemberRow): GivenLine | undefined {
  const { tenant_id: tenant, member_customer_id: member, state, until } = row;
  if (state === 'invited' && until <= app.clock.now()) return undefined;
  return {
    lineId: row.line_id,
    role: row.role,
    holder: ownerOf(tenant, row.customer_id),
    ...(state === 'accepted' && member !== null && { member: ownerOf(tenant, member) }),
    email: row.email,
    until,
  };
}

/** Of lines that a customer gave to others, and of those that they have of others. */
export const givenNumbers = store.numbersOf;
