import { anyWork, type Begin, keptBack, type Work } from '@portside/contract/line-work';
import type { App } from '../app.ts';
import type { Query, Tx } from '../db/database.ts';
import { type Refused, refused } from '../http/no.ts';
import { ownerOfRow, type Owner } from '../http/who.ts';
import { say } from '../words/say.ts';
import { isKept } from './kept.ts';
import * as store from './store.ts';
import * as workStore from './line-work-store.ts';

/** Payments aside, which are orders. */
export const worksOn = (db: Query, lineId: string): Promise<Work[]> =>
  workStore.worksOn(db, lineId);

/**
 * What keeps this from beginning, payments aside: `with` names it, `message` says it. The contract's
 * table decides.
 */
export async function workRefused(
  db: Query,
  lineId: string,
  begin: Begin,
  language: string,
): Promise<Refused<'busy'> | undefined> {
  const why = keptBack(begin, await worksOn(db, lineId));
  if (why) return refused('busy', { with: why.work, message: say(language, why.sentence) });
  return waits.has(begin) ? keptRefused(db, lineId, language) : undefined;
}

/** The line is kept as it is (P05). */
export async function keptRefused(
  db: Query,
  lineId: string,
  language: string,
): Promise<Refused<'busy'> | undefined> {
  if (!(await isKept(db, lineId))) return undefined;
  return refused('busy', { message: say(language, anyWork) });
}

/** What was asked for before the line was kept is done. */
export const mayPlanChange = async (db: Query, lineId: string): Promise<boolean> =>
  keptBack('plan_change', await worksOn(db, lineId)) === undefined;

/**
 * What a line that is kept waits for (P05): whatever takes its number, its SIM or its service away, or
 * pays another plan ahead, until which it could not go.
 */
const waits: ReadonlySet<Begin> = new Set<Begin>([
  'sim_replacement',
  'number_change',
  'port_in',
  'transfer_pin',
  'sim_unlock',
  'number_unlock',
  'handover',
  'ending',
  'hold',
  'plan_change',
]);

/** Locks the line until the transaction ends. @returns whose it is */
export async function lockForWork(tx: Tx, lineId: string): Promise<Owner | undefined> {
  const line = await store.lockAnyLine(tx, lineId);
  return line && ownerOfRow(line);
}

/** The same. @returns false when the line has ended */
export async function lockLiving(tx: Tx, lineId: string): Promise<boolean> {
  const line = await store.lockAnyLine(tx, lineId);
  return line !== undefined && line.status !== 'ended';
}

/** Ask `lineBusy` under the same lock first. */
export async function beginWork(
  app: App,
  tx: Tx,
  { tenant, lineId }: { tenant: number; lineId: string },
  what: workStore.LineWork,
): Promise<void> {
  const row = { line_id: lineId, tenant_id: tenant, what, since: app.clock.now() };
  await workStore.insertWork(tx, row);
}

/** For what others begin, whatever is under way: it holds the line now, or after that. */
export async function beginOthersWork(
  app: App,
  tx: Tx,
  { tenant, lineId }: { tenant: number; lineId: string },
  what: workStore.LineWork,
): Promise<void> {
  const row = { line_id: lineId, tenant_id: tenant, what, since: app.clock.now() };
  await workStore.insertWorkOrNext(tx, row);
}

export async function endWork(tx: Tx, lineId: string, what: workStore.LineWork): Promise<void> {
  await workStore.deleteWork(tx, lineId, what);
}
