import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { lockAgain } from '../line-locks/lock-again.ts';
import * as members from '../lines/members.ts';
import { lockSimLine } from '../lines/sim-moves.ts';
import { stopAnybodys } from '../sim-replacement/stopping.ts';
import { endTextsTo } from '../texts/allow-texts.ts';
import { resetAlerts } from '../usage/alerts.ts';
import type { Owner } from '../http/who.ts';
import { memberOfRow } from './telling.ts';

/**
 * An invitation, or that somebody has a line: then their SIM change is stopped while they are told of
 * it still, its locks are on, and no text about their account goes there. Its line is locked.
 * @returns false when it was over already
 */
export async function endMembership(
  app: App,
  tx: Tx,
  { id, line_id: lineId }: members.LineMemberRow,
  over: Pick<Parameters<typeof members.endMember>[2], 'state' | 'member_customer_id'>,
): Promise<boolean> {
  const row = await members.lockMember(tx, id);
  if (!row || row.ended_at) return false;
  const member = row.state === 'accepted' ? memberOfRow(row) : undefined;
  if (member) {
    await partWith(app, tx, member, lineId);
    const line = await lockSimLine(tx, lineId);
    if (line && line.status !== 'ended') await lockAgain(app, tx, line);
  }
  return members.endMember(tx, id, { ...over, ended_at: app.clock.now() });
}

/**
 * Somebody has the line no more, and may still be told: their change of its SIM would take it away from
 * who has it now. The line is locked.
 */
export async function partWith(app: App, tx: Tx, owner: Owner, lineId: string): Promise<void> {
  const line = await lockSimLine(tx, lineId);
  if (!line) return;
  await resetAlerts(tx, lineId);
  if (line.status !== 'ended') await stopAnybodys(app, tx, line, 'line');
  if (line.mdn) await endTextsTo(app, tx, owner, line.mdn);
}
