import { phone } from '@portside/contract/phone';
import type { App } from '../app.ts';
import { days, later } from '../clock.ts';
import { ownerOfRow } from '../http/who.ts';
import type { Moment } from '../jobs/jobs.ts';
import { sweep } from '../jobs/sweep.ts';
import { publishLine } from '../lines/line-news.ts';
import { lockForWork } from '../lines/line-work.ts';
import { viewAnyRenewable } from '../lines/renewable.ts';
import { noteActivity } from '../sessions/activity.ts';
import * as store from './store.ts';
import { tellGiver, tellTaker } from './telling.ts';

const BATCH = 500;
/** What came to nothing is kept for so long: its address may be a stranger's. */
const KEPT = days(90);

/** Offers whose time is over, or whose line can't go any more. Any process may run it, also twice. */
export async function endOffers(app: App): Promise<void> {
  const found = await store.offersToEnd(app.db.query, app.clock.now(), BATCH);
  await sweep(app, found, (id) => end(app, id), 'an offer of a line could not be ended yet');
}

export const nextOffer = (): Moment => store.nextOfOffers;

function end(app: App, id: string): Promise<void> {
  return app.db.transaction(async (tx) => {
    const known = await store.anyHandover(tx, id);
    if (!known) return;
    await lockForWork(tx, known.line_id);
    const row = await store.lockOffer(tx, id);
    const line = await viewAnyRenewable(tx, known.line_id);
    if (row?.state !== 'offered' || !line) return;
    const now = app.clock.now();
    const canGo = await store.canGo(tx, line.id);
    // Without an address there is nobody any more who could accept it.
    const isOpen = canGo && row.email !== '';
    if (isOpen && row.until > now) return;
    const state = isOpen ? 'expired' : 'dropped';
    await store.endOffer(tx, id, { state, ended_at: now });
    if (row.email) await tellGiver(app, tx, row, line, state);
    else if (canGo) await tellGiver(app, tx, row, line, 'nobody');
    if (state === 'dropped') await tellTaker(app, tx, row, line, 'withdrawn');
    const giver = { ...ownerOfRow(row), network: '', userAgent: '' };
    await noteActivity(app, tx, giver, 'line_offer_over', { line: phone(line.mdn) });
    const { tenant_id, customer_id } = row;
    await publishLine(app, tx, { id: line.id, tenant_id, customer_id }, line.status);
  });
}

export const dropOldOffers = (app: App): Promise<void> =>
  store.dropOld(app.db.query, later(app.clock.now(), -KEPT));
