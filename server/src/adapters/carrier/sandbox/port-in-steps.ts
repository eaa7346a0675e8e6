import { sql } from 'kysely';
import type { World } from '../../../app.ts';
import { later } from '../../../clock.ts';
import type { Tx } from '../../../db/database.ts';
import { emit, OVERTAKEN_MS } from './notices.ts';
import { nextStepOf } from './port-in-rules.ts';
import * as store from './store.ts';

type Row = store.PortInRow;

export const STEP_MS = 1200;

export function advancePortIn(world: World, ref: string): Promise<Row> {
  return step(world, ref, () => true);
}

function step(world: World, ref: string, may: (row: Row) => boolean): Promise<Row> {
  return world.db.transaction(async (tx) => {
    const row = await store.lockPortIn(tx, ref);
    if (!may(row)) return row;
    const next = nextOf(row, later(world.clock.now(), STEP_MS));
    if (!next) return row;
    await store.savePortIn(tx, next);
    await notify(world, tx, next);
    return next;
  });
}

function nextOf(row: Row, then: Date): Row | undefined {
  switch (row.status) {
    case 'pending': {
      const step = nextStepOf(row);
      const raw = 'raw' in step ? step.raw : { code: '', text: '' };
      return {
        ...row,
        status: step.status,
        reason: step.status === 'rejected' ? step.reason : null,
        raw_code: raw.code,
        raw_text: raw.text,
        // Waits until somebody advances it.
        step_at: step.status === 'confirmed' ? then : null,
      };
    }
    case 'delayed':
      return { ...row, status: 'confirmed', raw_code: '', raw_text: '', step_at: then };
    case 'rejected':
      // A carrier's trouble passes; a customer's mistake does not.
      return row.reason === 'carrier_system'
        ? { ...row, status: 'confirmed', reason: null, raw_code: '', raw_text: '', step_at: then }
        : undefined;
    case 'confirmed':
      return { ...row, status: 'completed', step_at: null };
    default:
      return undefined;
  }
}

export async function stepIfDue(world: World, row: Row): Promise<Row> {
  const isDue = ({ step_at: at }: Row) => at !== null && at <= world.clock.now();
  return isDue(row) ? step(world, row.ref, isDue) : row;
}

export const nextPortIn = sql<Date | null>`(select min(step_at) from sandbox_carrier_port_ins)`;

export async function moveDuePortIns(world: World): Promise<void> {
  for (const row of await store.duePortIns(world.db.query, world.clock.now())) {
    await stepIfDue(world, row);
  }
}

/** The start is held back, so that the end's notice overtakes it. */
export async function notify(world: World, tx: Tx, row: Row): Promise<void> {
  const type = row.status === 'pending' ? 'requested' : row.status;
  const overtaken = row.status === 'pending' || row.status === 'confirmed';
  await emit(
    world,
    tx,
    `portin.${type}`,
    { id: row.ref, object: 'portin', msisdn: row.msisdn, status: row.status },
    overtaken ? OVERTAKEN_MS : 0,
  );
}
