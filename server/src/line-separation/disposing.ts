import { KEPT_DAYS } from '@portside/contract/line-separation';
import type { App } from '../app.ts';
import { days, hours, later } from '../clock.ts';
import type { Moment } from '../jobs/jobs.ts';
import type { Tx } from '../db/database.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { sweep } from '../jobs/sweep.ts';
import { unansweredEmail } from './emails.ts';
import { freeAll } from './keeping.ts';
import { openTold } from './sealed.ts';
import * as store from './store.ts';

const BATCH = 200;
/** The job runs each hour: what it finds is gone before its time is over. */
const KEPT = days(KEPT_DAYS) - hours(1);

/** What was sent goes, decided or not; that there was a request, and how it ended, stays. */
export async function disposeSeparations(app: App): Promise<void> {
  const found = await store.toDispose(app.db.query, later(app.clock.now(), -KEPT), BATCH);
  await sweep(app, found, (id) => dispose(app, id), 'a request could not be disposed of yet');
}

export const nextToDispose = (): Moment => store.nextToDispose(KEPT);

function dispose(app: App, id: string): Promise<void> {
  return app.db.transaction(async (tx) => {
    const row = await store.lockSeparation(tx, id);
    if (!row) return;
    await freeAll(app, tx, row);
    if (row.state === 'open' && row.whole_at) await tellUnanswered(app, tx, row);
    await store.dropSent(tx, id);
    const now = app.clock.now();
    await store.changeSeparation(tx, id, {
      ...(row.state === 'open' && { state: 'lapsed', decided_at: now, asked_at: null }),
      token_mac: null,
      disposed_at: now,
    });
  });
}

async function tellUnanswered(app: App, tx: Tx, row: store.SeparationRow): Promise<void> {
  const told = openTold(app, row);
  if (!told) return;
  const brand = app.brands.byTenant(row.tenant_id);
  const { language, reference } = row;
  const hasMoved = (await store.linesOf(tx, row.id)).some((line) => line.line_id !== null);
  const written = unansweredEmail({ brand, language }, { reference, hasMoved });
  await queueEmail(app, tx, brand, told.email, written);
}
