import type { LineStatus, SimType } from '@portside/contract/lines';
import type { App } from '../app.ts';
import type { Query, Tx } from '../db/database.ts';
import { type Owner, ownerOfRow } from '../http/who.ts';
import { givenTo } from './members.ts';
import { publishLine } from './line-news.ts';
import { claimSim } from './sim-claims.ts';
import * as store from './store.ts';

/** A line, as its SIM is concerned. */
export interface SimLine {
  id: string;
  owner: Owner;
  status: LineStatus;
  mdn: string;
  simType: SimType;
  iccid: string;
}

export async function viewSimLine(
  db: Query,
  owner: Owner,
  id: string,
): Promise<SimLine | undefined> {
  const row = await store.lineOf(db, owner, id);
  return row && simLineOf(row);
}

/** Anybody's: for jobs. */
export async function viewAnySimLine(db: Query, id: string): Promise<SimLine | undefined> {
  const row = await store.anyLine(db, id);
  return row && simLineOf(row);
}

/** Until the transaction ends. */
export async function lockSimLine(tx: Tx, id: string): Promise<SimLine | undefined> {
  const row = await store.lockAnyLine(tx, id);
  return row && simLineOf(row);
}

/** Of its living lines those that nobody else holds now, until the transaction ends. */
export const lockFreeSimLines = async (tx: Tx, owner: Owner): Promise<SimLine[]> =>
  (await store.lockFreeLines(tx, owner)).map(simLineOf);

/** The same of lines that they were given by others (P04). */
export async function lockFreeGivenLines(tx: Tx, owner: Owner): Promise<SimLine[]> {
  const given = await givenTo(tx, owner);
  if (given.length === 0) return [];
  const ids = given.map(({ lineId }) => lineId);
  return (await store.lockFreeLinesById(tx, ids)).map(simLineOf);
}

const simLineOf = (row: store.LineRow): SimLine => ({
  id: row.id,
  owner: ownerOfRow(row),
  status: row.status,
  mdn: row.mdn,
  simType: row.sim_type,
  iccid: row.iccid,
});

/** The carrier has it on this SIM. False when another line is known to have it. */
export async function moveToSim(
  tx: Tx,
  { id, owner }: SimLine,
  { simType, iccid }: Pick<SimLine, 'simType' | 'iccid'>,
): Promise<boolean> {
  if (!(await claimSim(tx, owner.tenant, iccid, id))) return false;
  await store.setLine(tx, id, { sim_type: simType, iccid });
  return true;
}

export const publishSim = (app: App, tx: Tx, { id, owner, status }: SimLine) =>
  publishLine(app, tx, { id, tenant_id: owner.tenant, customer_id: owner.customerId }, status);
