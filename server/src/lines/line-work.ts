import type { App } from '../app.ts';
import type { Query, Tx } from '../db/database.ts';
import { type Refused, refused } from '../http/no.ts';
import { ownerOfRow, type Owner } from '../http/who.ts';
import { say } from '../words/say.ts';
import * as store from './store.ts';
import * as workStore from './line-work-store.ts';

const sentences: Readonly<Record<workStore.LineWork, string>> = {
  plan_change: 'A plan change of this line is under way. Please try again in a few minutes.',
  sim_replacement: 'The SIM of this line is being replaced. Please try again when that is done.',
  port_out: 'This number is moving to another carrier. Nothing else can be changed until then.',
  number_change: 'The number of this line is being changed. Please try again in a few minutes.',
};

/**
 * What the carrier is about to do to the line; payments aside, which are orders. `with` names it,
 * `message` says it.
 */
export async function workRefused(
  db: Query,
  lineId: string,
  language: string,
): Promise<Refused<'busy'> | undefined> {
  const what = await workStore.workOn(db, lineId);
  return what && refused('busy', { with: what, message: say(language, sentences[what]) });
}

/** Another carrier has asked for its number: nothing is charged for it meanwhile (K16). */
export const isLeaving = (db: Query, lineId: string): Promise<boolean> =>
  workStore.isWorkedOn(db, lineId, 'port_out');

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
