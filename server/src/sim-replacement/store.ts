import type { SimType } from '@portside/contract/lines';
import type { SimReplacement } from '@portside/contract/sim-replacement-state';
import { sql } from 'kysely';
import type { Query, Tx } from '../db/database.ts';

type State = SimReplacement['state'];
/** Why it came to nothing. */
export type Why =
  | 'customer'
  | 'denied'
  | 'pause'
  | 'line'
  | 'lock'
  | 'carrier'
  | 'sim_in_use'
  | 'other';

export interface ReplacementRow {
  id: string;
  tenant_id: number;
  line_id: string;
  state: State;
  sim_type: SimType;
  /** Of the customer's own card; empty for an eSIM and for a mailed card. */
  iccid: string;
  /** JSON; until it is over. */
  shipping: string | null;
  why: Why | null;
  carrier_ref: string | null;
  stop_wanted_by: 'customer' | 'denied' | 'pause' | 'line' | null;
  /** What "This wasn't me" did. */
  denial: 'stop' | 'block' | 'log_out' | null;
  asked_at: Date;
  effective_at: Date;
  looked_at: Date | null;
  ended_at: Date | null;
}

const tables = (db: Query) => db.withTables<{ sim_replacements: ReplacementRow }>();
const rows = (db: Query) => tables(db).selectFrom('sim_replacements').selectAll();
const living: readonly State[] = ['announced', 'under_way'];

export async function insert(tx: Tx, row: ReplacementRow): Promise<void> {
  await tables(tx).insertInto('sim_replacements').values(row).execute();
}

export function find(db: Query, id: string): Promise<ReplacementRow | undefined> {
  return rows(db).where('id', '=', id).executeTakeFirst();
}

/** Lock its line first. */
export function lock(tx: Tx, id: string): Promise<ReplacementRow | undefined> {
  return rows(tx).where('id', '=', id).forUpdate().executeTakeFirst();
}

export function latestOf(db: Query, lineId: string): Promise<ReplacementRow | undefined> {
  return rows(db)
    .where('line_id', '=', lineId)
    .orderBy('asked_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Which of these lines. */
export async function movedSince(
  db: Query,
  lineIds: readonly string[],
  since: Date,
): Promise<string[]> {
  const moved = await tables(db)
    .selectFrom('sim_replacements')
    .select('line_id')
    .distinct()
    .where(sql<boolean>`line_id = any(${lineIds}::text[])`)
    .where('state', '=', 'done')
    .where('ended_at', '>=', since)
    .execute();
  return moved.map((row) => row.line_id);
}

/** Asked for since then, too: what somebody asked for before is theirs. */
export async function isOnNewSim(db: Query, lineId: string, since: Date): Promise<boolean> {
  const moved = await rows(db)
    .where('line_id', '=', lineId)
    .where('state', '=', 'done')
    .where('asked_at', '>=', since)
    .limit(1)
    .executeTakeFirst();
  return moved !== undefined;
}

export async function isCardWaitedFor(tx: Tx, tenant: number, iccid: string): Promise<boolean> {
  const row = await rows(tx)
    .where('tenant_id', '=', tenant)
    .where('iccid', '=', iccid)
    .where('iccid', '!=', '')
    .where('state', 'in', living)
    .executeTakeFirst();
  return row !== undefined;
}

export function findByRef(
  db: Query,
  tenants: readonly number[],
  ref: string,
): Promise<ReplacementRow | undefined> {
  return rows(db)
    .where('tenant_id', 'in', tenants)
    .where('carrier_ref', '=', ref)
    .executeTakeFirst();
}

export async function set(
  tx: Tx,
  id: string,
  values: Partial<Omit<ReplacementRow, 'id'>>,
): Promise<void> {
  await tables(tx).updateTable('sim_replacements').set(values).where('id', '=', id).execute();
}

/** Who asked for them then is erased. @returns which those are */
export async function forgetAsked(
  tx: Tx,
  lineId: string,
  { from, until }: { from: Date; until: Date | null },
): Promise<string[]> {
  const asked = await tables(tx)
    .updateTable('sim_replacements')
    .set({ shipping: null })
    .where('line_id', '=', lineId)
    .where('asked_at', '>=', from)
    .$if(until !== null, (more) => more.where('asked_at', '<', until))
    .returning('id')
    .execute();
  return asked.map(({ id }) => id);
}

const AT_ONCE = 500;

export async function due(db: Query, now: Date): Promise<string[]> {
  const found = await tables(db)
    .selectFrom('sim_replacements')
    .select('id')
    .where('state', '=', 'announced')
    .where('effective_at', '<=', now)
    .orderBy('effective_at')
    .limit(AT_ONCE)
    .execute();
  return found.map((row) => row.id);
}

/** Under way, and not looked at since. */
export async function notLookedAt(db: Query, since: Date): Promise<string[]> {
  const found = await tables(db)
    .selectFrom('sim_replacements')
    .select('id')
    .where('state', '=', 'under_way')
    .where('looked_at', '<', since)
    .orderBy('looked_at')
    .limit(AT_ONCE)
    .execute();
  return found.map((row) => row.id);
}

/** A brand's that should have begun, or been over, before these moments. */
export const lateOnes = (
  db: Query,
  tenant: number,
  before: { due: Date; asked: Date },
  limit: number,
): Promise<ReplacementRow[]> =>
  rows(db)
    .where('tenant_id', '=', tenant)
    .where((is) =>
      is.or([
        is.and([is('state', '=', 'announced'), is('effective_at', '<', before.due)]),
        is.and([is('state', '=', 'under_way'), is('effective_at', '<', before.asked)]),
      ]),
    )
    .orderBy('effective_at')
    .limit(limit)
    .execute();

export const nextDue = sql<Date | null>`(
  select min(effective_at) from sim_replacements where state = 'announced'
)`;
