import type { App } from '../app.ts';
import { hours, later, minutes } from '../clock.ts';
import type { Query } from '../db/database.ts';
import { isMailed } from './replacement-view.ts';
import { askCarrier } from './moving-sim.ts';
import * as store from './store.ts';

const BEGINS_WITHIN = minutes(10);
const DONE_WITHIN = hours(1);
const SHOWN = 300;

export interface LateSimChange {
  readonly id: string;
  readonly lineId: string;
  /** `announced`: its time has come, and it has not begun. */
  readonly state: 'announced' | 'under_way';
  readonly since: Date;
}

/** SIM changes of a brand that should be further. A card in the mail takes its days. */
export async function lateSimChanges(
  app: App,
  db: Query,
  tenant: number,
): Promise<LateSimChange[]> {
  const now = app.clock.now();
  const before = { due: later(now, -BEGINS_WITHIN), asked: later(now, -DONE_WITHIN) };
  const rows = await store.lateOnes(db, tenant, before, SHOWN);
  return rows
    .filter((row) => row.state === 'announced' || !isMailed(row))
    .map((row) => ({
      id: row.id,
      lineId: row.line_id,
      state: row.state === 'announced' ? 'announced' : 'under_way',
      since: row.effective_at,
    }));
}

/** @returns false when it is not under way at the carrier @throws OutsideFailure */
export async function askAboutSim(app: App, tenant: number, id: string): Promise<boolean> {
  const row = await store.find(app.db.query, id);
  return row?.tenant_id === tenant && (await askCarrier(app, id)) !== undefined;
}
