import type { App } from '../app.ts';
import type { Query, Tx } from '../db/database.ts';
import { type Owner, ownerOfRow } from '../http/who.ts';
import { activateLine } from './activation.ts';
import { simArrived } from './incoming-number.ts';
import { publishLine } from './line-news.ts';
import { giveSim } from './sim-claims.ts';
import { livingLineNamed } from './find-store.ts';
import * as store from './store.ts';

/** A line, as a card in the mail is concerned. */
export interface CardLine {
  id: string;
  owner: Owner;
  /** Its number, or the one that comes; empty while there is none. */
  number: string;
  /** It is brought from another carrier, and moves when the line begins. */
  brings: boolean;
  isEnded: boolean;
  /** Nothing of it was asked of the carrier. */
  waits: boolean;
  planName: string;
  /** Null: from before orders. */
  orderId: string | null;
}

const cardLineOf = (row: store.LineRow): CardLine => ({
  id: row.id,
  owner: ownerOfRow(row),
  number: row.mdn || row.incoming_mdn,
  brings: row.port_in_id !== null,
  isEnded: row.status === 'ended',
  waits: row.waits_for_card,
  planName: row.plan_name,
  orderId: row.order_id,
});

/** One of several lines that have no number yet (P03): which one must be said. */
export async function isAmongNewLines(db: Query, { number, owner }: CardLine): Promise<boolean> {
  if (number) return false;
  const lines = await store.linesOf(db, owner);
  const isNew = ({ status, mdn, incoming_mdn: comes }: store.ShownLine) =>
    status !== 'ended' && !mdn && !comes;
  return lines.filter(isNew).length > 1;
}

export async function viewCardLine(
  db: Query,
  owner: Owner,
  id: string,
): Promise<CardLine | undefined> {
  const row = await store.lineOf(db, owner, id);
  return row && cardLineOf(row);
}

/** Anybody's: for jobs and operators. */
export async function viewAnyCardLine(db: Query, id: string): Promise<CardLine | undefined> {
  const row = await store.anyLine(db, id);
  return row && cardLineOf(row);
}

/** Anybody's, by id: for a list. */
export async function viewCardLines(
  db: Query,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CardLine>> {
  const rows = await store.anyLines(db, ids);
  return new Map(rows.map((row) => [row.id, cardLineOf(row)]));
}

/** By its id, its number, or the number that comes: for the sandbox. */
export async function findCardLine(
  db: Query,
  named: { lineId: string; msisdn: string },
): Promise<CardLine | undefined> {
  const row = named.msisdn
    ? await livingLineNamed(db, named.msisdn)
    : await store.anyLine(db, named.lineId);
  return row && cardLineOf(row);
}

/** Until the transaction ends. */
export async function lockCardLine(tx: Tx, id: string): Promise<CardLine | undefined> {
  const row = await store.lockAnyLine(tx, id);
  return row && cardLineOf(row);
}

/**
 * The line begins with its card: the network is asked for it, or for the number that it brings. Its
 * line is locked. @returns false when another line has the card
 */
export async function beginWithCard(
  app: App,
  tx: Tx,
  lineId: string,
  iccid: string,
): Promise<boolean> {
  const row = await store.lockAnyLine(tx, lineId);
  if (!row?.waits_for_card) return true;
  if (!(await giveSim(tx, row.tenant_id, lineId, iccid))) return false;
  await store.setLine(tx, lineId, { waits_for_card: false });
  const { port_in_id: portInId } = row;
  if (portInId) await app.jobs.enqueue(tx, simArrived, { portInId });
  else await app.jobs.enqueue(tx, activateLine, { lineId });
  return true;
}

export async function publishCard(app: App, tx: Tx, lineId: string): Promise<void> {
  const row = await store.anyLine(tx, lineId);
  if (row) await publishLine(app, tx, row, row.status);
}
