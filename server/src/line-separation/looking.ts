import type { LineHindrance, LookedAtLine } from '@portside/contract/console/line-separations';
import { normalEmail } from '@portside/contract/fields';
import { confirmedOwner, findOwner } from '../account/person.ts';
import type { App } from '../app.ts';
import type { Query } from '../db/database.ts';
import type { Owner } from '../http/who.ts';
import { keptSince } from '../line-guard/kept-lines.ts';
import { findLines, ownerOfLine } from '../lines/find-lines.ts';
import { linesOf } from '../lines/lines.ts';
import { hindranceOf } from '../line-handover/separating.ts';
import { type OpenedLine, openTold } from './sealed.ts';
import type { LineRow, SeparationRow } from './store.ts';

/** What follows, and what to do. */
export const hints: Readonly<Record<LineHindrance, string>> = {
  unknown_number:
    'No line of ours has this number. Ask for the right one, or refuse it as not possible.',
  ended: 'The line has ended. Its number can’t be moved.',
  never_active: 'The line has not worked yet. It can go once it is set up.',
  own_account:
    'The safe address is the one of the account that the line is in. Ask for another one.',
  leaving:
    'Another carrier has asked for this number. While that is under way, the line can’t go. Say so at once.',
  busy: 'Something is under way on this line. Try again in a few minutes.',
  plan_paid_ahead: 'Another plan is paid ahead for this line. It can go once that plan has begun.',
};

export interface FoundLine {
  readonly lineId: string;
  readonly owner: Owner;
}

/** The line that has the number now, in this brand. */
export async function lineOfNumber(
  db: Query,
  tenant: number,
  number: string,
): Promise<FoundLine | undefined> {
  const [found] = await findLines(db, tenant, { mdn: number }, 1);
  const owner = found && (await ownerOfLine(db, tenant, found.id));
  return owner && { lineId: found.id, owner };
}

/**
 * Not of a line that somebody else has since: handed over or moved by a request before it is another line
 * there, and a number may have been another line's. Accounts that join are one customer's.
 */
export const isProvenOf = (line: LineRow, found: FoundLine | undefined): boolean =>
  line.proven_at !== null && line.proven_line_id === (found?.lineId ?? null);

/** To act on it ask under the line's lock. */
export const whyNot = async (
  app: App,
  db: Query,
  found: FoundLine | undefined,
  { taker, email }: { taker: Owner | undefined; email: string | undefined },
): Promise<LineHindrance | undefined> => {
  if (!found) return 'unknown_number';
  if (taker?.customerId === found.owner.customerId) return 'own_account';
  // Confirmed or not, whose it is reads what comes there.
  const holder = email && (await findOwner(db, found.owner));
  if (holder && holder.email === normalEmail(email)) return 'own_account';
  return hindranceOf(app, db, found.lineId);
};

export async function lookAtLines(
  app: App,
  db: Query,
  row: SeparationRow,
  lines: readonly OpenedLine[],
  otherNumber: string | undefined,
): Promise<{ looked: LookedAtLine[]; otherIsThere: boolean }> {
  const { tenant_id: tenant } = row;
  const email = openTold(app, row)?.email;
  const taker = email ? (await confirmedOwner(db, tenant, email))?.owner : undefined;
  const other = otherNumber ? await lineOfNumber(db, tenant, otherNumber) : undefined;
  const looked: LookedAtLine[] = [];
  let otherIsThere = false;
  for (const line of lines) {
    const { number, who, proven_at: proven, how, line_id: movedTo } = line;
    const shown = { number, who, proven: proven !== null, ...(how && { provenBy: how }) };
    // Its account is that of who asked, and nobody is left to look for.
    if (row.state !== 'open' || movedTo) {
      looked.push({ ...shown, ...(movedTo && { lineId: movedTo, moved: true as const }) });
      continue;
    }
    const found = await lineOfNumber(db, tenant, number);
    const hindrance = await whyNot(app, db, found, { taker, email });
    const since = found && (await keptSince(db, found.lineId));
    otherIsThere ||= other !== undefined && other.owner.customerId === found?.owner.customerId;
    looked.push({
      ...shown,
      proven: isProvenOf(line, found),
      ...(found && proven && !isProvenOf(line, found) && { provenOfOther: true }),
      ...(found && { lineId: found.lineId, account: await accountOf(app, db, found.owner) }),
      ...(since && { keptSince: since.toISOString() }),
      ...(hindrance && { hindrance, hint: hints[hindrance] }),
    });
  }
  return { looked, otherIsThere };
}

async function accountOf(app: App, db: Query, owner: Owner): Promise<LookedAtLine['account']> {
  const person = await findOwner(db, owner);
  const all = await linesOf(app, owner, db);
  return {
    customerId: owner.customerId,
    name: person ? `${person.firstName} ${person.lastName}`.trim() : '',
    lines: all.filter(({ status }) => status !== 'ended').length,
  };
}
