import type { MemberRole } from '@portside/contract/household-acts';
import { confirmedOwner, findOwner, type Person } from '../account/person.ts';
import { warnOwner } from '../account/warn-owner.ts';
import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { type Owner, ownerOf, ownerOfRow } from '../http/who.ts';
import { publishLine } from '../lines/line-news.ts';
import type { LineMemberRow } from '../lines/members.ts';
import type { Renewable } from '../lines/renewable.ts';
import { noteActivity } from '../sessions/activity.ts';
import {
  type GivenLine,
  holderEmail,
  type HolderNews,
  memberEmail,
  type MemberNews,
} from './emails.ts';

/** Somebody else may get the line’s SIM, or has it: to former addresses, too. */
const warned: ReadonlySet<HolderNews> = new Set(['invited', 'accepted']);

export async function tellHolder(
  app: App,
  tx: Tx,
  row: LineMemberRow,
  line: GivenLine,
  news: HolderNews,
): Promise<void> {
  const person = await findOwner(tx, ownerOfRow(row));
  if (!person?.email) return;
  const brand = app.brands.byTenant(row.tenant_id);
  const email = holderEmail(brand, person, line, { news, email: row.email, until: row.until });
  if (warned.has(news)) await warnOwner(app, tx, brand, person, email);
  else await queueEmail(app, tx, brand, person.email, email);
}

/** Who has the line, at the address of their account; before that, whoever has the address. */
export async function tellMember(
  app: App,
  tx: Tx,
  row: LineMemberRow & { role: MemberRole },
  line: GivenLine,
  news: MemberNews,
): Promise<void> {
  const has = memberOfRow(row);
  const member: Person | undefined = has
    ? await findOwner(tx, has)
    : await confirmedOwner(tx, row.tenant_id, row.email);
  const to = has ? member?.email : row.email;
  // Who had it is erased.
  if (!to) return;
  const holder = await findOwner(tx, ownerOfRow(row));
  const brand = app.brands.byTenant(row.tenant_id);
  const about = { news, role: row.role, from: holder?.called ?? '', until: row.until };
  await queueEmail(app, tx, brand, to, memberEmail(brand, member, line, about));
}

export const memberOfRow = ({
  tenant_id: tenant,
  member_customer_id: id,
}: Pick<LineMemberRow, 'tenant_id' | 'member_customer_id'>): Owner | undefined =>
  id === null ? undefined : ownerOf(tenant, id);

/** What nobody’s browser did, in somebody’s own list. */
export const noteOf = (
  app: App,
  tx: Tx,
  owner: Owner,
  ...what: [kind: Parameters<typeof noteActivity>[3], detail: Record<string, string>]
): Promise<void> => noteActivity(app, tx, { ...owner, network: '', userAgent: '' }, ...what);

/** Open pages of the one who holds it, and of who has or had it. */
export async function publishBoth(
  app: App,
  tx: Tx,
  row: Pick<LineMemberRow, 'line_id' | 'tenant_id' | 'customer_id' | 'member_customer_id'>,
  { status }: Pick<Renewable, 'status'>,
): Promise<void> {
  const { line_id: id, tenant_id } = row;
  for (const customer_id of [row.customer_id, row.member_customer_id]) {
    if (customer_id) await publishLine(app, tx, { id, tenant_id, customer_id }, status);
  }
}
