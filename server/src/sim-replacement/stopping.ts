import { phone } from '@portside/contract/phone';
import type { OutputOf, ParsedInputOf } from '@portside/contract/endpoint';
import type { stopReplacement as stopCall } from '@portside/contract/sim-replacement';
import type { App } from '../app.ts';
import type { Query, Tx } from '../db/database.ts';
import { notFound, refused, type Refused } from '../http/no.ts';
import type { Customer } from '../http/who.ts';
import { noteChangeAsked } from '../lines/network-asks.ts';
import { lockSimLine, publishSim, viewSimLine, type SimLine } from '../lines/sim-moves.ts';
import { noteActivity } from '../sessions/activity.ts';
import { say } from '../words/say.ts';
import { end, moveSim } from './moving-sim.ts';
import * as store from './store.ts';

/**
 * Without a proof: it only keeps what is. One that the carrier has is stopped there, if it can be.
 * @throws No `not_found`, also for another customer's line
 */
export async function stopReplacement(
  app: App,
  who: Customer,
  { id }: ParsedInputOf<typeof stopCall>,
): Promise<OutputOf<typeof stopCall> | Refused<'too_late'>> {
  const found = await viewSimLine(app.db.query, who, id);
  if (!found) throw notFound();
  const answer = (sentence: string) => ({ message: say(who.language, sentence) });
  return app.db.transaction(async (tx) => {
    const line = (await lockSimLine(tx, id)) ?? found;
    const row = await store.latestOf(tx, id);
    if (row?.state === 'done') return refused('too_late');
    if (row?.state !== 'announced' && row?.state !== 'under_way') {
      return answer('There’s no SIM change to stop.');
    }
    if (row.stop_wanted_by === null) {
      await noteActivity(app, tx, who, 'sim_change_stopped', { number: phone(line.mdn) });
      await stop(app, tx, line, row, 'customer');
    }
    return answer(
      row.state === 'announced'
        ? 'The SIM change is stopped. Your line stays on the SIM that it has.'
        : 'We’re asking the network to stop the SIM change.',
    );
  });
}

/** Whoever began it. Its line is locked. @returns whether there was one */
export async function stopAnybodys(
  app: App,
  tx: Tx,
  line: SimLine,
  by: 'denied' | 'pause' | 'customer' | 'line',
): Promise<boolean> {
  const row = await store.latestOf(tx, line.id);
  const isLiving = row?.state === 'announced' || row?.state === 'under_way';
  if (!isLiving || row.stop_wanted_by !== null) return false;
  await stop(app, tx, line, row, by);
  return true;
}

/** Its line is locked. */
export async function stop(
  app: App,
  tx: Tx,
  line: SimLine,
  row: store.ReplacementRow,
  by: 'customer' | 'denied' | 'pause' | 'line',
): Promise<void> {
  if (row.state === 'announced') {
    await end(app, tx, line, row, { why: by });
    return;
  }
  await store.set(tx, row.id, { stop_wanted_by: by });
  await app.jobs.enqueue(tx, moveSim, { id: row.id });
  await noteChangeAsked(app, tx, { tenant: row.tenant_id, lineId: line.id }, 'stop_sim');
  await publishSim(app, tx, line);
}

/** Nobody has asked the carrier for it yet. */
export const isAnnounced = async (db: Query, lineId: string): Promise<boolean> =>
  (await store.latestOf(db, lineId))?.state === 'announced';

/** With its line, which has ended and is locked; one at the carrier is cancelled there by the sweep. */
export async function dropAnnounced(app: App, tx: Tx, lineId: string): Promise<void> {
  const line = await lockSimLine(tx, lineId);
  const row = await store.latestOf(tx, lineId);
  if (line?.status === 'ended' && row?.state === 'announced') {
    await end(app, tx, line, row, { why: 'line' });
  }
}

/** Who had the line of another, and asked for them in that time, is erased (P04). @returns which */
export const { forgetAsked } = store;
