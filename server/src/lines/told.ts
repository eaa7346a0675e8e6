import { viewPerson, type Person } from '../account/person.ts';
import { warnOwner } from '../account/warn-owner.ts';
import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import type { Query, Tx } from '../db/database.ts';
import type { Written } from '../emails/email.ts';
import { queueEmail } from '../emails/queue-email.ts';
import type { Sharing } from '../emails/shared-wording.ts';
import { ownerOfRow, type Owner } from '../http/who.ts';
import { say } from '../words/say.ts';
import { dropOfEnded, lastMemberOf, memberOf } from './members.ts';

/**
 * Who is told of a line that somebody was given (P04). `use`: they instead of the holder. `money`: the
 * holder alone. `pay`: the holder, and a manager, who may pay, too. `both`: either of them, as the
 * phone or the number is concerned. `end`: both, of a line that may have ended just now.
 */
export type LineNews = 'use' | 'money' | 'pay' | 'both' | 'end';

/** With what they are to the line, where somebody was given it. */
export interface LineReader extends Person {
  readonly sharing?: Sharing;
}

/** Owner or row of a line. */
type ToldLine = { readonly id: string } & (
  | { readonly owner: Owner }
  | { readonly tenant_id: number; readonly customer_id: string }
);

const ownerOfLine = (line: ToldLine): Owner => ('owner' in line ? line.owner : ownerOfRow(line));

/** The holder first. A line that nobody was given is its holder’s, whatever is told. */
export async function readersOf(
  db: Query,
  line: ToldLine,
  about: LineNews,
): Promise<readonly LineReader[]> {
  const owner = ownerOfLine(line);
  const find = about === 'end' ? lastMemberOf : memberOf;
  const given = await find(db, owner.tenant, line.id);
  const holder = await viewPerson(db, owner);
  // One who got it with its account has nothing to do with who had it before.
  if (given?.holder.customerId !== owner.customerId) return [holder];
  const member = await viewPerson(db, given.member);
  const { role } = given;
  const ofHolder: LineReader = {
    ...holder,
    sharing: { as: 'holder', other: member.firstName || member.email },
  };
  const ofMember: LineReader = {
    ...member,
    sharing: { as: role, other: holder.firstName || say(member.language, 'the account holder') },
  };
  if (about === 'use') return [ofMember];
  if (about === 'money' || (about === 'pay' && role === 'user')) return [ofHolder];
  return [ofHolder, ofMember];
}

/** Each in their own language and words. */
export async function tellOfLine(
  app: App,
  tx: Tx,
  line: ToldLine,
  about: LineNews,
  write: (brand: Brand, reader: LineReader) => Written,
): Promise<void> {
  const brand = app.brands.byTenant(ownerOfLine(line).tenant);
  for (const reader of await readersOf(tx, line, about)) {
    await queueEmail(app, tx, brand, reader.email, write(brand, reader));
  }
  // They are told: the sweep of households has nothing to tell them any more.
  if (about === 'end') await dropOfEnded(tx, line.id, app.clock.now());
}

/** The same to former addresses of each. @param warning see `warnOwner`; runs from the holder’s */
export async function warnOfLine(
  app: App,
  tx: Tx,
  line: ToldLine,
  about: Exclude<LineNews, 'use' | 'money'>,
  write: (brand: Brand, reader: LineReader) => Written,
  warning?: string,
): Promise<void> {
  const brand = app.brands.byTenant(ownerOfLine(line).tenant);
  const readers = await readersOf(tx, line, about);
  for (const [at, reader] of readers.entries()) {
    const waits = at === 0 ? warning : undefined;
    await warnOwner(app, tx, brand, reader, write(brand, reader), waits);
  }
  if (about === 'end') await dropOfEnded(tx, line.id, app.clock.now());
}
