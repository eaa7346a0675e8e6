import { sql } from 'kysely';
import type { EsimState } from '@portside/contract/sim';
import type { World } from '../../../app.ts';
import { later, minutes, seconds } from '../../../clock.ts';
import type { Query, Tx } from '../../../db/database.ts';
import type { EsimProfile } from '../carrier.ts';
import { queueNotices } from '../../sandbox/outbox.ts';
import { eventOf } from './notices.ts';
import { simFacts } from './sims.ts';
import { carrierTables, type EsimRow } from './store.ts';

const walk: Partial<Record<EsimState, { next: EsimState; after: number }>> = {
  preparing: { next: 'ready', after: seconds(1) },
  // Time to look at the code before it is masked.
  ready: { next: 'downloaded', after: minutes(2) },
  downloaded: { next: 'installed', after: seconds(5) },
  installed: { next: 'enabled', after: seconds(5) },
};

const AT_ONCE = 200;

/** Makes the profile of a new eSIM; numbers that end in 77 have a confirmation code. */
export async function makeEsim(
  world: World,
  db: Query,
  esim: { iccid: string; msisdn: string; state?: EsimState },
): Promise<void> {
  const { iccid, msisdn, state = 'preparing' } = esim;
  const now = world.clock.now();
  const confirmed = msisdn.endsWith('77');
  await carrierTables(db)
    .insertInto('sandbox_carrier_esims')
    .values({
      iccid,
      msisdn,
      sealed_code: world.secrets.seal(newCode(world, confirmed), about(iccid, 'sealed_code')),
      sealed_confirmation: confirmed
        ? world.secrets.seal(world.random.digits(4), about(iccid, 'sealed_confirmation'))
        : null,
      state,
      step_at: stepAt(now, state),
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('iccid').doNothing())
    .execute();
}

/** A SIM that was not made here came with an old line. */
export async function viewEsim(world: World, iccid: string): Promise<EsimProfile | undefined> {
  const known = await esimOf(world.db.query, iccid);
  if (!known) {
    if (!simFacts(iccid).ours) return undefined;
    await makeEsim(world, world.db.query, { iccid, msisdn: '', state: 'enabled' });
    return viewEsim(world, iccid);
  }
  const due = known.step_at && known.step_at <= world.clock.now();
  const row = due ? await advanceEsim(world, known) : known;
  const open = (sealed: string, column: string) =>
    sealed && world.secrets.open(sealed, about(iccid, column));
  return {
    state: row.state,
    activationCode: row.state === 'preparing' ? '' : open(row.sealed_code, 'sealed_code'),
    ...(row.sealed_confirmation && {
      confirmationCode: open(row.sealed_confirmation, 'sealed_confirmation'),
    }),
  };
}

export function advanceEsim(world: World, row: EsimRow): Promise<EsimRow> {
  if (!walk[row.state]) return Promise.resolve(row);
  return world.db.transaction(async (tx: Tx) => {
    const [moved] = await step(world, tx, row.state, [row.iccid]);
    return moved ?? (await esimOf(tx, row.iccid)) ?? row;
  });
}

export const nextEsim = sql<Date | null>`(select min(step_at) from sandbox_carrier_esims)`;

export async function moveDueEsims(world: World): Promise<void> {
  const due = await carrierTables(world.db.query)
    .selectFrom('sandbox_carrier_esims')
    .select(['iccid', 'state'])
    .where('step_at', '<=', world.clock.now())
    .orderBy('step_at')
    .limit(AT_ONCE)
    .execute();
  const byState = Map.groupBy(due, (one) => one.state);
  for (const [state, those] of byState) {
    const iccids = those.map((one) => one.iccid);
    await world.db.transaction((tx) => step(world, tx, state, iccids));
  }
}

/** @returns those that were in this state until now */
async function step(
  world: World,
  tx: Tx,
  from: EsimState,
  iccids: readonly string[],
): Promise<EsimRow[]> {
  const next = walk[from]?.next;
  if (!next) return [];
  const moved = await carrierTables(tx)
    .updateTable('sandbox_carrier_esims')
    .set({ state: next, step_at: stepAt(world.clock.now(), next) })
    // In one order, so that two processes do not deadlock.
    .where('iccid', 'in', (select) =>
      select
        .selectFrom('sandbox_carrier_esims')
        .select('iccid')
        .where('iccid', 'in', iccids)
        .where('state', '=', from)
        .orderBy('iccid')
        .forUpdate(),
    )
    .where('state', '=', from)
    .returningAll()
    .execute();
  const news = moved.map(({ iccid: id, state }) =>
    eventOf(world, `esim.${state}`, { id, object: 'esim', status: state }),
  );
  await queueNotices(world, tx, news);
  return moved;
}

/** Deleted by the carrier: its code installs nothing any more. A card is none. */
export async function endEsim(world: World, tx: Tx, iccid: string): Promise<void> {
  const ended = await carrierTables(tx)
    .updateTable('sandbox_carrier_esims')
    .set({ state: 'deleted', step_at: null, sealed_code: '', sealed_confirmation: null })
    .where('iccid', '=', iccid)
    .where('state', '!=', 'deleted')
    .returning('iccid')
    .executeTakeFirst();
  if (!ended) return;
  const esim = { id: iccid, object: 'esim', status: 'deleted' } as const;
  await queueNotices(world, tx, [eventOf(world, 'esim.deleted', esim)]);
}

export function esimOfNumber(db: Query, msisdn: string): Promise<EsimRow | undefined> {
  return carrierTables(db)
    .selectFrom('sandbox_carrier_esims')
    .selectAll()
    .where('msisdn', '=', msisdn)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export function esimOf(db: Query, iccid: string): Promise<EsimRow | undefined> {
  return carrierTables(db)
    .selectFrom('sandbox_carrier_esims')
    .selectAll()
    .where('iccid', '=', iccid)
    .executeTakeFirst();
}

function stepAt(now: Date, state: EsimState): Date | null {
  const step = walk[state];
  return step ? later(now, step.after) : null;
}

function newCode(world: World, confirmed: boolean): string {
  const matchingId = world.random
    .token()
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .slice(0, 20)
    .toUpperCase();
  return `LPA:1$smdp.carrier.example$${matchingId}${confirmed ? '$$1' : ''}`;
}

const about = (iccid: string, column: string) => `sandbox_carrier_esims.${column}:${iccid}`;
