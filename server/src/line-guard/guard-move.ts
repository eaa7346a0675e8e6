import { type Begin, ruleOf, type Move, type moves } from '@portside/contract/line-work';
import type { App } from '../app.ts';
import type { Query, Tx } from '../db/database.ts';
import { refused, type Refused } from '../http/no.ts';
import { proofFor, type Customer } from '../http/who.ts';
import { locksOf } from '../line-locks/line-locks.ts';
import { lockReceivingLine } from '../lines/incoming-number.ts';
import { workRefused } from '../lines/line-work.ts';
import { type Begun, noteBegun } from './begun.ts';
import { pauseRefused } from '../safety/pauses.ts';

type LockReason<M extends Move> = (typeof moves)[M] extends { keptBy: infer L extends string }
  ? `${L}_locked`
  : never;

export type MoveRefused<M extends Move> = Refused<
  LockReason<M> | 'proof_required' | 'moves_paused' | 'busy'
>;

type Busy = (
  db: Query,
  lineId: string,
  begin: Begin,
  who: Customer,
) => Promise<Refused<'busy'> | undefined>;

const ofLine: Busy = (db, lineId, begin, { language }) => workRefused(db, lineId, begin, language);

/**
 * Whatever takes a number or a SIM from a line of the caller's, sends one to a new place, or opens
 * the way for that, passes here: a pause of the account, locks (K15), proof, and what is under way. Locks the line until
 * the transaction ends. @param busy where payments count too, `lineBusy`
 */
export async function guardMove<M extends Move>(
  app: App,
  tx: Tx,
  who: Customer,
  lineId: string,
  move: M,
  busy: Busy = ofLine,
): Promise<MoveRefused<M> | undefined> {
  const { keptBy, isSafer } = ruleOf(move);
  const line = await lockReceivingLine(tx, who, lineId);
  if (!line) return undefined;
  const paused = isSafer ? undefined : await pauseRefused(app, tx, who);
  if (paused) return paused;
  const locks = await locksOf(app, tx, { tenant: who.tenant, lineId });
  if (keptBy && locks[keptBy].on) return refused(`${keptBy}_locked` as LockReason<M>);
  const underWay = await busy(tx, lineId, move, who);
  if (underWay) return underWay;
  if (isSafer) return undefined;
  const no = await proofFor(who, tx);
  if (!no) await noteBegun(app, tx, who, { lineId, what: move as Begun });
  return no;
}
