import { ruleOf, type Move, type moves, type Work } from '@portside/contract/line-work';
import type { App } from '../app.ts';
import type { Query, Tx } from '../db/database.ts';
import { refused, type Refused } from '../http/no.ts';
import { isProven, type Customer } from '../http/who.ts';
import { locksOf } from '../line-locks/line-locks.ts';
import { lockReceivingLine } from '../lines/incoming-number.ts';
import { workRefused } from '../lines/line-work.ts';
import { pauseRefused } from '../safety/pauses.ts';
import { say } from '../words/say.ts';

type LockReason<M extends Move> = (typeof moves)[M] extends { keptBy: infer L extends string }
  ? `${L}_locked`
  : never;

export type MoveRefused<M extends Move> = Refused<
  LockReason<M> | 'proof_required' | 'moves_paused' | 'busy'
>;

type Busy = (db: Query, lineId: string, language: string) => Promise<Refused<'busy'> | undefined>;

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
  busy: Busy = workRefused,
): Promise<MoveRefused<M> | undefined> {
  const { keptBy, isSafer, beside } = ruleOf(move);
  const line = await lockReceivingLine(tx, who, lineId);
  if (!line) return undefined;
  const paused = isSafer ? undefined : await pauseRefused(app, tx, who, who);
  if (paused) return paused;
  const locks = await locksOf(app, tx, { tenant: who.tenant, lineId });
  if (keptBy && locks[keptBy].on) return refused(`${keptBy}_locked` as LockReason<M>);
  const may = (what: unknown) => beside.some((one) => one === what);
  if (line.portInId !== null && !may('port_in' satisfies Work)) {
    const sentence = 'A number is on its way to this line. Please wait until it’s here.';
    return refused('busy', { with: 'port_in', message: say(who.language, sentence) });
  }
  const underWay = await busy(tx, lineId, who.language);
  if (underWay && !may(underWay.detail.with)) return underWay;
  return isSafer || isProven(who, app.clock.now()) ? undefined : refused('proof_required');
}
