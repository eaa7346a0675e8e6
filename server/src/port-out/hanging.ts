import type { App } from '../app.ts';
import { sweep } from '../jobs/sweep.ts';
import type { Moment } from '../jobs/jobs.ts';
import { publishLine } from '../lines/line-news.ts';
import { endWork, lockForWork } from '../lines/line-work.ts';
import { viewAnyRenewable } from '../lines/renewable.ts';
import { warnOfLine } from '../lines/told.ts';
import { letGoEmail } from './emails.ts';
import { lookAtPortOut } from './port-outs.ts';
import * as store from './store.ts';

export const nextEnd = (): Moment => store.nextEnd;

/** Requests that went no further hold their lines no longer. */
export async function letGoOfHanging(app: App): Promise<void> {
  const found = await store.hanging(app.db.query, app.clock.now());
  const all = found.map((one) => ({ ...one, id: one.ref }));
  await sweep(app, all, (one) => letGo(app, one), 'a port-out that hangs was not let go yet');
}

/**
 * The carrier has the last word: it is asked first, and a step that it tells later counts as ever.
 * @throws OutsideFailure
 */
async function letGo(app: App, { ref, tenant_id: tenant, line_id: id }: store.PortOutRow) {
  await lookAtPortOut(app, { ref, tenant });
  await app.db.transaction(async (tx) => {
    const owner = await lockForWork(tx, id);
    const line = owner && (await viewAnyRenewable(tx, id));
    const row = await store.lockPortOut(tx, ref);
    if (!line || !row || !(await store.letGo(tx, ref, app.clock.now()))) return;
    if ((await store.openOf(tx, [id])).length > 0) return;
    await endWork(tx, id, 'port_out');
    await publishLine(
      app,
      tx,
      { id, tenant_id: tenant, customer_id: owner.customerId },
      line.status,
    );
    await warnOfLine(app, tx, line, 'both', (brand, reader) =>
      letGoEmail(app, brand, reader, line, row),
    );
  });
}
