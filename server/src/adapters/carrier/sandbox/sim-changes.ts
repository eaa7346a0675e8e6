import { sql } from 'kysely';
import type { World } from '../../../app.ts';
import { days, later, seconds } from '../../../clock.ts';
import type { Query, Tx } from '../../../db/database.ts';
import { OutsideFailure } from '../../outside-failure.ts';
import { queueNotices } from '../../sandbox/outbox.ts';
import type { MailedSimRequest, SimChange, SimChangeRequest } from '../carrier-sims.ts';
import { endEsim, makeEsim } from './esims.ts';
import { eventOf, OVERTAKEN_MS } from './notices.ts';
import { newIccid, simFacts } from './sims.ts';

/** With or without a card by mail. */
type Asked = SimChangeRequest & Partial<Pick<MailedSimRequest, 'shipping'>>;

interface SimChangeRow {
  ref: string;
  key: string;
  fingerprint: string;
  msisdn: string;
  old_iccid: string;
  iccid: string;
  sim_type: string;
  status: SimChange['kind'];
  reason: Extract<SimChange, { kind: 'refused' }>['reason'] | null;
  active_at: Date;
  created_at: Date;
}

const tables = (db: Query) => db.withTables<{ sandbox_carrier_sim_changes: SimChangeRow }>();

const TAKES = seconds(2);
/** Until a mailed card is in a phone. */
const MAIL_TAKES = days(3);
const AT_ONCE = 200;
/** The change to such a card is refused, though the card is known. */
const REFUSED = '8887';
/** The first answer about such a card is lost. */
const LOST = '8886';

/** Once for each key. */
export async function changeOnce(world: World, request: Asked): Promise<SimChange> {
  const { row, isFresh } = await world.db.transaction((tx) => writeDown(world, tx, request));
  if (row.status !== 'cancelled' && row.fingerprint !== fingerprintOf(request)) {
    throw new Error(`The idempotency key ${request.key} was used for another SIM change`);
  }
  if (isFresh && request.iccid?.endsWith(LOST)) throw new OutsideFailure('carrier', 'unknown');
  return describe(await activateIfDue(world, row));
}

async function writeDown(
  world: World,
  tx: Tx,
  request: Asked,
): Promise<{ row: SimChangeRow; isFresh: boolean }> {
  const now = world.clock.now();
  const { key, msisdn, oldIccid, simType } = request;
  const reason = refusalOf(request);
  const row: SimChangeRow = {
    ref: world.random.id('smc'),
    key,
    fingerprint: fingerprintOf(request),
    msisdn,
    old_iccid: oldIccid,
    iccid: request.iccid || newIccid(world),
    sim_type: simType,
    status: reason ? 'refused' : 'pending',
    reason,
    active_at: later(now, request.shipping ? MAIL_TAKES : TAKES),
    created_at: now,
  };
  const isFresh = await insert(tx, row);
  if (!isFresh) return { row: await changeOf(tx, key), isFresh };
  const { iccid } = row;
  if (simType === 'esim' && !reason) await makeEsim(world, tx, { iccid, msisdn });
  await tell(world, tx, [row]);
  return { row, isFresh };
}

function refusalOf({ iccid = '' }: Asked): SimChangeRow['reason'] {
  if (simFacts(iccid).inUse) return 'sim_in_use';
  return iccid.endsWith(REFUSED) ? 'other' : null;
}

export async function findChange(world: World, key: string): Promise<SimChange | undefined> {
  const row = await findRow(world.db.query, key);
  return row && describe(await activateIfDue(world, row));
}

/** An unknown key is kept, so that it begins nothing later. */
export function cancelChange(world: World, key: string): Promise<SimChange> {
  return world.db.transaction(async (tx) => {
    const now = world.clock.now();
    const none = { fingerprint: '', msisdn: '', old_iccid: '', iccid: '', sim_type: '' };
    const ref = world.random.id('smc');
    const status = 'cancelled' as const;
    const dates = { active_at: now, created_at: now };
    await insert(tx, { ...none, ...dates, ref, key, status, reason: null });
    const cancelled = await tables(tx)
      .updateTable('sandbox_carrier_sim_changes')
      .set({ status })
      .where('key', '=', key)
      .where('status', '=', 'pending')
      .returningAll()
      .executeTakeFirst();
    if (cancelled) {
      await endEsim(world, tx, cancelled.iccid);
      await tell(world, tx, [cancelled]);
    }
    return describe(cancelled ?? (await changeOf(tx, key)));
  });
}

export const nextChange = sql<Date | null>`(
  select min(active_at) from sandbox_carrier_sim_changes where status = 'pending'
)`;

export async function activateDueChanges(world: World): Promise<void> {
  const due = await tables(world.db.query)
    .selectFrom('sandbox_carrier_sim_changes')
    .select('ref')
    .where('status', '=', 'pending')
    .where('active_at', '<=', world.clock.now())
    .orderBy('active_at')
    .limit(AT_ONCE)
    .execute();
  for (const { ref } of due) await activateNow(world, ref);
}

/** The line is on its new SIM, and the old one stops with it. */
export function activateNow(world: World, ref: string): Promise<SimChangeRow | undefined> {
  return world.db.transaction(async (tx) => {
    const row = await tables(tx)
      .updateTable('sandbox_carrier_sim_changes')
      .set({ status: 'active' })
      .where('ref', '=', ref)
      .where('status', '=', 'pending')
      .returningAll()
      .executeTakeFirst();
    if (!row) return undefined;
    await endEsim(world, tx, row.old_iccid);
    await tell(world, tx, [row]);
    return row;
  });
}

async function activateIfDue(world: World, row: SimChangeRow): Promise<SimChangeRow> {
  if (row.status !== 'pending' || row.active_at > world.clock.now()) return row;
  return (await activateNow(world, row.ref)) ?? changeOf(world.db.query, row.key);
}

async function insert(tx: Tx, row: SimChangeRow): Promise<boolean> {
  const inserted = await tables(tx)
    .insertInto('sandbox_carrier_sim_changes')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

function findRow(db: Query, key: string): Promise<SimChangeRow | undefined> {
  return tables(db)
    .selectFrom('sandbox_carrier_sim_changes')
    .selectAll()
    .where('key', '=', key)
    .executeTakeFirst();
}

async function changeOf(db: Query, key: string): Promise<SimChangeRow> {
  const row = await findRow(db, key);
  if (!row) throw new Error(`The SIM change of ${key} is gone`);
  return row;
}

export function pendingChanges(db: Query): Promise<SimChangeRow[]> {
  return tables(db)
    .selectFrom('sandbox_carrier_sim_changes')
    .selectAll()
    .where('status', '=', 'pending')
    .orderBy('created_at')
    .execute();
}

function describe({ ref, status, iccid, reason }: SimChangeRow): SimChange {
  if (status === 'cancelled') return { kind: status, ref };
  if (status === 'refused') return { kind: status, ref, reason: reason ?? 'other' };
  return { kind: status, ref, iccid };
}

/** The start is held back, so that the end's notice overtakes it. */
const tell = (world: World, tx: Tx, rows: readonly SimChangeRow[]) =>
  queueNotices(
    world,
    tx,
    rows.map(({ ref: id, msisdn, status }) =>
      eventOf(
        world,
        `simchange.${status}`,
        { id, object: 'simchange', msisdn, status },
        status === 'pending' ? OVERTAKEN_MS : 0,
      ),
    ),
  );

const fingerprintOf = ({ msisdn, oldIccid, simType, iccid = '', shipping }: Asked) =>
  [msisdn, oldIccid, simType, iccid, JSON.stringify(shipping ?? null)].join('|');
