import { sql } from 'kysely';
import type { Query, Tx } from '../db/database.ts';
import type { PortOutReason, PortOutState } from '../adapters/carrier/carrier-port-outs.ts';

export interface PinRow {
  id: string;
  tenant_id: number;
  line_id: string;
  msisdn: string;
  account_number: string;
  /** Nothing once it has ended. */
  sealed_pin: string | null;
  made_at: Date;
  /** Nothing where the carrier made it and does not tell. */
  expires_at: Date | null;
  ended_at: Date | null;
  /** The carrier knows how it stands. */
  told: boolean;
}

export interface PortOutRow {
  ref: string;
  tenant_id: number;
  line_id: string;
  msisdn: string;
  state: PortOutState;
  reason: PortOutReason | null;
  created_at: Date;
  at: Date;
  /** Nothing where a version before wrote it. */
  ends_at: Date | null;
  /** It went no further. Its state stays what the carrier says. */
  let_go_at: Date | null;
}

const tables = (db: Query) => db.withTables<{ transfer_pins: PinRow; port_outs: PortOutRow }>();

export function newestPin(db: Query, lineId: string): Promise<PinRow | undefined> {
  return tables(db)
    .selectFrom('transfer_pins')
    .selectAll()
    .where('line_id', '=', lineId)
    .orderBy((order) => order('ended_at', 'is', null), 'desc')
    .orderBy('made_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export function latestPin(db: Query, lineId: string): Promise<PinRow | undefined> {
  return tables(db)
    .selectFrom('transfer_pins')
    .selectAll()
    .where('line_id', '=', lineId)
    .orderBy('made_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function insertPin(tx: Tx, row: PinRow): Promise<void> {
  await tables(tx).insertInto('transfer_pins').values(row).execute();
}

export async function isKnownPin(tx: Tx, id: string): Promise<boolean> {
  const pins = tables(tx).selectFrom('transfer_pins').select('id').where('id', '=', id);
  return (await pins.executeTakeFirst()) !== undefined;
}

/** @returns whether there was one */
export async function endPin(tx: Tx, lineId: string, now: Date): Promise<boolean> {
  const ended = await tables(tx)
    .updateTable('transfer_pins')
    .set({ ended_at: now, sealed_pin: null, told: false })
    .where('line_id', '=', lineId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return ended.numUpdatedRows > 0n;
}

/** Since the PIN that holds was made. */
export async function wrongTries(tx: Tx, lineId: string): Promise<number> {
  const { n } = await tables(tx)
    .selectFrom('port_outs')
    .innerJoin('transfer_pins', 'transfer_pins.line_id', 'port_outs.line_id')
    .select((is) => is.fn.countAll<number>().as('n'))
    .where('port_outs.line_id', '=', lineId)
    .where('transfer_pins.ended_at', 'is', null)
    .where('port_outs.reason', '=', 'transfer_pin')
    .whereRef('port_outs.created_at', '>=', 'transfer_pins.made_at')
    .executeTakeFirstOrThrow();
  return n;
}

/** The newest one counts; those before it are of no interest to the carrier. */
export async function noteTold(tx: Tx, lineId: string): Promise<void> {
  await tables(tx)
    .updateTable('transfer_pins')
    .set({ told: true })
    .where('line_id', '=', lineId)
    .execute();
}

export async function tellAgain(tx: Tx, id: string): Promise<void> {
  await tables(tx).updateTable('transfer_pins').set({ told: false }).where('id', '=', id).execute();
}

export async function untoldPins(db: Query): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom('transfer_pins')
    .select('line_id')
    .distinct()
    .where('told', '=', false)
    .limit(500)
    .execute();
  return rows.map((row) => row.line_id);
}

export async function lockPortOut(tx: Tx, ref: string): Promise<PortOutRow | undefined> {
  return tables(tx)
    .selectFrom('port_outs')
    .selectAll()
    .where('ref', '=', ref)
    .forUpdate()
    .executeTakeFirst();
}

export function portOutOf(db: Query, ref: string): Promise<PortOutRow | undefined> {
  return tables(db).selectFrom('port_outs').selectAll().where('ref', '=', ref).executeTakeFirst();
}

export function portOutsOf(
  db: Query,
  refs: readonly string[],
): Promise<Pick<PortOutRow, 'ref' | 'state'>[]> {
  return tables(db)
    .selectFrom('port_outs')
    .select(['ref', 'state'])
    .where(sql<boolean>`ref = any(${refs}::text[])`)
    .execute();
}

export async function savePortOut(tx: Tx, row: PortOutRow): Promise<void> {
  const { line_id, state, reason, at, ends_at, let_go_at } = row;
  await tables(tx)
    .insertInto('port_outs')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('ref').doUpdateSet({ line_id, state, reason, at, ends_at, let_go_at }),
    )
    .execute();
}

const open: readonly PortOutState[] = ['requested', 'confirmed'];

export async function openOf(
  db: Query,
  lineIds: readonly string[],
): Promise<Pick<PortOutRow, 'line_id' | 'state'>[]> {
  if (lineIds.length === 0) return [];
  return tables(db)
    .selectFrom('port_outs')
    .select(['line_id', 'state'])
    .where('line_id', 'in', lineIds)
    .where('state', 'in', open)
    .where('let_go_at', 'is', null)
    .execute();
}

const isOpen = sql<boolean>`state in ('requested', 'confirmed')`;
const endsAt = sql<Date>`coalesce(ends_at, at + interval '14 days')`;

/** They hold their lines. The states stand in the text, as a partial index has them. */
export function openSince(db: Query, before: Date): Promise<PortOutRow[]> {
  return tables(db)
    .selectFrom('port_outs')
    .selectAll()
    .where(isOpen)
    .where('let_go_at', 'is', null)
    .where('at', '<', before)
    .orderBy('at')
    .limit(500)
    .execute();
}

export const nextEnd = sql<Date | null>`(
  select min(${endsAt}) from port_outs where ${isOpen} and let_go_at is null
)`;

export function hanging(db: Query, now: Date): Promise<PortOutRow[]> {
  return tables(db)
    .selectFrom('port_outs')
    .selectAll()
    .where(isOpen)
    .where('let_go_at', 'is', null)
    .where(endsAt, '<=', now)
    .orderBy('at')
    .limit(500)
    .execute();
}

/** @returns false when it holds its line no longer */
export async function letGo(tx: Tx, ref: string, now: Date): Promise<boolean> {
  const row = await tables(tx)
    .updateTable('port_outs')
    .set({ let_go_at: now })
    .where('ref', '=', ref)
    .where(isOpen)
    .where('let_go_at', 'is', null)
    .where(endsAt, '<=', now)
    .executeTakeFirst();
  return row.numUpdatedRows > 0n;
}

export function newestPortOut(db: Query, lineId: string): Promise<PortOutRow | undefined> {
  return tables(db)
    .selectFrom('port_outs')
    .selectAll()
    .where('line_id', '=', lineId)
    .orderBy('created_at', 'desc')
    .orderBy('ref', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** At the carrier; also one that its line is not held for any more. */
export function openPortOut(db: Query, lineId: string): Promise<PortOutRow | undefined> {
  return tables(db)
    .selectFrom('port_outs')
    .selectAll()
    .where('line_id', '=', lineId)
    .where('state', 'in', open)
    .limit(1)
    .executeTakeFirst();
}
