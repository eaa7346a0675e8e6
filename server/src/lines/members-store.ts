import { sql, type Insertable, type Selectable, type Generated } from 'kysely';
import type { MemberRole } from '@portside/contract/household-acts';
import { clearAway } from '../db/clearing.ts';
import type { Query, Tx } from '../db/database.ts';
import type { Owner } from '../http/who.ts';

export type MemberOver = 'declined' | 'withdrawn' | 'expired' | 'dropped' | 'left' | 'taken_back';

export interface LineMemberTable {
  id: string;
  tenant_id: number;
  line_id: string;
  /** The holder: whose account the line is in. */
  customer_id: string;
  /** As it was typed, in the spelling of accounts. Empty once whoever had it is erased. */
  email: string;
  role: MemberRole;
  state: 'invited' | 'accepted' | MemberOver;
  invited_at: Date;
  until: Date;
  /** When it is over by itself: what has been accepted, once the line has ended. */
  due_at: Generated<Date | null>;
  accepted_at: Generated<Date | null>;
  ended_at: Generated<Date | null>;
  /** Who took or declined it. */
  member_customer_id: Generated<string | null>;
}

export type LineMemberRow = Selectable<LineMemberTable>;
export type NewLineMember = Insertable<LineMemberTable>;

const tables = (db: Query) => db.withTables<{ line_members: LineMemberTable }>();
const rows = (db: Query) => tables(db).selectFrom('line_members').selectAll();

/** A line that has ended is nobody's to use, and one that went to another account has ended here. */
const goesOn = sql<boolean>`exists (
  select from lines where lines.id = line_members.line_id
    and lines.customer_id = line_members.customer_id and lines.status <> 'ended'
)`;

/** The sweep that ends it may be a moment late. */
const isInvited = (now: Date) =>
  sql<boolean>`(state = 'invited' and email <> '' and until > ${now} and ${goesOn})`;

export const memberOf = (
  db: Query,
  tenant: number,
  lineId: string,
): Promise<LineMemberRow | undefined> =>
  rows(db)
    .where('tenant_id', '=', tenant)
    .where('line_id', '=', lineId)
    .where('state', '=', 'accepted')
    .where(goesOn)
    .executeTakeFirst();

/** When somebody else had each of these lines last: their phone may have its SIM still. */
export async function hadUntil(
  db: Query,
  lineIds: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  if (lineIds.length === 0) return new Map();
  const found = await tables(db)
    .selectFrom('line_members')
    .select(['line_id', (is) => is.fn.max('ended_at').as('until')])
    .where(sql<boolean>`line_id = any(${lineIds}::text[])`)
    .where('accepted_at', 'is not', null)
    .whereRef('member_customer_id', '<>', 'customer_id')
    .groupBy('line_id')
    .execute();
  return new Map(found.flatMap(({ line_id: id, until }) => (until ? [[id, until]] : [])));
}

/** Also of one that has ended while they had it; a line that was handed over has another holder. */
export const lastMemberOf = (
  db: Query,
  tenant: number,
  lineId: string,
): Promise<LineMemberRow | undefined> =>
  rows(db)
    .where('tenant_id', '=', tenant)
    .where('line_id', '=', lineId)
    .where('state', '=', 'accepted')
    .executeTakeFirst();

/** Who had it at that moment. */
export const whoHadAt = (db: Query, lineId: string, at: Date): Promise<LineMemberRow | undefined> =>
  rows(db)
    .where('line_id', '=', lineId)
    .where('accepted_at', '<=', at)
    .where((or) => or.or([or('ended_at', 'is', null), or('ended_at', '>', at)]))
    .executeTakeFirst();

/** All that a customer ever had of others. */
export const everHad = (db: Query, { tenant, customerId }: Owner): Promise<LineMemberRow[]> =>
  rows(db)
    .where('tenant_id', '=', tenant)
    .where('member_customer_id', '=', customerId)
    .where('accepted_at', 'is not', null)
    .execute();

/** Lines that a customer has of others, the first to come first. */
export const givenTo = (db: Query, { tenant, customerId }: Owner): Promise<LineMemberRow[]> =>
  rows(db)
    .where('tenant_id', '=', tenant)
    .where('member_customer_id', '=', customerId)
    .where('state', '=', 'accepted')
    .where(goesOn)
    .orderBy('accepted_at')
    .execute();

/** Of a customer's own lines those that somebody has or is invited to. */
export const openOfHolder = (db: Query, { tenant, customerId }: Owner): Promise<LineMemberRow[]> =>
  rows(db)
    .where('tenant_id', '=', tenant)
    .where('customer_id', '=', customerId)
    .where('ended_at', 'is', null)
    .where(goesOn)
    .execute();

export async function insertMember(tx: Tx, row: NewLineMember): Promise<void> {
  await tables(tx).insertInto('line_members').values(row).execute();
}

/** Lock its line first. */
export const lockMember = (tx: Tx, id: string): Promise<LineMemberRow | undefined> =>
  rows(tx).where('id', '=', id).forUpdate().executeTakeFirst();

export const anyMember = (db: Query, id: string): Promise<LineMemberRow | undefined> =>
  rows(db).where('id', '=', id).executeTakeFirst();

/** Invited or accepted, whatever became of the line. */
export const openMember = (db: Query, lineId: string): Promise<LineMemberRow | undefined> =>
  rows(db).where('line_id', '=', lineId).where('ended_at', 'is', null).executeTakeFirst();

/** An invitation of this address by somebody else, or one that the customer took or declined. */
export const invitationTo = (
  db: Query,
  { tenant, customerId }: Owner,
  { id, email }: { id: string; email: string },
): Promise<LineMemberRow | undefined> =>
  rows(db)
    .where('id', '=', id)
    .where('tenant_id', '=', tenant)
    .where('customer_id', '<>', customerId)
    .where((or) => or.or([or('email', '=', email), or('member_customer_id', '=', customerId)]))
    .executeTakeFirst();

/** By others, and still to be had. */
export const invitationsTo = (
  db: Query,
  { tenant, customerId }: Owner,
  { email, now }: { email: string; now: Date },
): Promise<LineMemberRow[]> =>
  rows(db)
    .where('tenant_id', '=', tenant)
    .where('email', '=', email)
    .where('customer_id', '<>', customerId)
    .where(isInvited(now))
    .orderBy('until')
    .orderBy('id')
    .limit(50)
    .execute();

/** The customer's newest of this line, over or not. */
export const membershipOf = (
  db: Query,
  { tenant, customerId }: Owner,
  lineId: string,
): Promise<LineMemberRow | undefined> =>
  rows(db)
    .where('line_id', '=', lineId)
    .where('tenant_id', '=', tenant)
    .where('member_customer_id', '=', customerId)
    .where('accepted_at', 'is not', null)
    .orderBy('accepted_at', 'desc')
    .limit(1)
    .executeTakeFirst();

/** All that a customer has of others, also of lines that have ended. */
export const openOfMember = (db: Query, { tenant, customerId }: Owner): Promise<LineMemberRow[]> =>
  rows(db)
    .where('tenant_id', '=', tenant)
    .where('member_customer_id', '=', customerId)
    .where('state', '=', 'accepted')
    .orderBy('line_id')
    .execute();

export async function countInvited(db: Query, owner: Owner, since: Date): Promise<number> {
  const found = await rows(db)
    .where('tenant_id', '=', owner.tenant)
    .where('customer_id', '=', owner.customerId)
    .where('invited_at', '>', since)
    .execute();
  return found.length;
}

export async function acceptMember(
  tx: Tx,
  id: string,
  values: { accepted_at: Date; member_customer_id: string },
): Promise<void> {
  await tables(tx)
    .updateTable('line_members')
    .set({ ...values, state: 'accepted', due_at: null })
    .where('id', '=', id)
    .where('state', '=', 'invited')
    .execute();
  await beginUse(tx, id, values.accepted_at);
}

/** Of the time before, its use is not shown to whoever uses it from now on. */
async function beginUse(tx: Tx, id: string, since: Date): Promise<void> {
  await sql`update lines set user_since = ${since} where id = (
    select line_id from line_members where id = ${id} and accepted_at is not null
  )`.execute(tx);
}

export async function changeMember(tx: Tx, id: string, role: MemberRole): Promise<void> {
  await tables(tx)
    .updateTable('line_members')
    .set({ role })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
}

/** @returns false when it was over already */
export async function endMember(
  tx: Tx,
  id: string,
  values: { state: MemberOver; ended_at: Date; member_customer_id?: string },
): Promise<boolean> {
  const ended = await tables(tx)
    .updateTable('line_members')
    .set(values)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (ended.numUpdatedRows === 0n) return false;
  await beginUse(tx, id, values.ended_at);
  return true;
}

/** Of a line that has ended, who had it. */
export async function dropOfEnded(tx: Tx, lineId: string, now: Date): Promise<void> {
  await tables(tx)
    .updateTable('line_members')
    .set({ state: 'dropped', ended_at: now })
    .where('line_id', '=', lineId)
    .where('state', '=', 'accepted')
    .where(sql<boolean>`not ${goesOn}`)
    .execute();
}

/** Who had lines of others is erased. */
export async function forgetMember(tx: Tx, { tenant, customerId }: Owner): Promise<void> {
  await tables(tx)
    .updateTable('line_members')
    .set({ email: '' })
    .where('tenant_id', '=', tenant)
    .where('member_customer_id', '=', customerId)
    .execute();
}

/** Invitations whose time is over or that nobody can take, and whatever of a line that has ended. */
export async function membersToEnd(db: Query, now: Date, limit: number): Promise<string[]> {
  const { rows: found } = await sql<{ id: string }>`
    (select id from line_members where ended_at is null and due_at <= ${now}
      order by due_at limit ${limit})
    union
    (select id from line_members where state = 'invited' and email = '' limit ${limit})`.execute(
    db,
  );
  return found.map(({ id }) => id);
}

export const nextOfMembers = sql<Date | null>`least(
  (select min(due_at) from line_members where ended_at is null),
  (select min(invited_at) from line_members where state = 'invited' and email = '')
)`;

/** Its line has ended: whoever has it or may take it is told by the sweep. */
export async function setDue(tx: Tx, lineId: string): Promise<void> {
  await tables(tx)
    .updateTable('line_members')
    .set((row) => ({ due_at: row.ref('invited_at') }))
    .where('line_id', '=', lineId)
    .where('ended_at', 'is', null)
    .execute();
}

export async function isGoingOn(db: Query, id: string): Promise<boolean> {
  const found = await rows(db).where('id', '=', id).where(goesOn).executeTakeFirst();
  return found !== undefined;
}

/** What came to nothing names somebody who may have no account: not for longer than this. */
export async function dropOldMembers(db: Query, before: Date): Promise<void> {
  await clearAway(db, 'line_members', sql`ended_at < ${before} and accepted_at is null`);
}

/** Who was both is one now: the line is their own. */
export async function moveMembers(
  tx: Tx,
  { tenant, from, to }: { tenant: number; from: string; to: string },
  now: Date,
): Promise<void> {
  for (const column of ['customer_id', 'member_customer_id'] as const) {
    await tables(tx)
      .updateTable('line_members')
      .set({ [column]: to })
      .where('tenant_id', '=', tenant)
      .where(column, '=', from)
      .execute();
  }
  await tables(tx)
    .updateTable('line_members')
    .set({ state: 'dropped', ended_at: now })
    .where('tenant_id', '=', tenant)
    .where('customer_id', '=', to)
    .where('member_customer_id', '=', to)
    .where('ended_at', 'is', null)
    .execute();
}

/** Open ones: of lines that the customer gives, and of those that they have of others. */
export const openOf = (db: Query, { tenant, customerId }: Owner): Promise<LineMemberRow[]> =>
  rows(db)
    .where('tenant_id', '=', tenant)
    .where('ended_at', 'is', null)
    .where((or) =>
      or.or([or('customer_id', '=', customerId), or('member_customer_id', '=', customerId)]),
    )
    .where(goesOn)
    .orderBy('invited_at')
    .orderBy('id')
    .execute();

export const openOfLine = (
  db: Query,
  tenant: number,
  lineId: string,
): Promise<LineMemberRow | undefined> =>
  rows(db)
    .where('tenant_id', '=', tenant)
    .where('line_id', '=', lineId)
    .where('ended_at', 'is', null)
    .where(goesOn)
    .executeTakeFirst();

/** Of lines that a customer gave, and of those that they were given. */
export async function numbersOf(
  db: Query,
  { tenant, customerId }: Owner,
): Promise<{ lineId: string; number: string; isTheirs: boolean }[]> {
  const { rows } = await sql<{ lineId: string; number: string; isTheirs: boolean }>`
    select lines.id as "lineId", mdn as number, member_customer_id = ${customerId} as "isTheirs"
    from line_members
    join lines on lines.id = line_id and lines.customer_id = line_members.customer_id
      and status <> 'ended' and mdn <> ''
    where line_members.tenant_id = ${tenant} and state = 'accepted'
      and (line_members.customer_id = ${customerId} or member_customer_id = ${customerId})`.execute(
    db,
  );
  return rows;
}
