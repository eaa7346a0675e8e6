import type { App } from '../app.ts';
import type { Order, OrderKind } from '../checkout/order-kinds.ts';
import { days, later } from '../clock.ts';
import type { Tx } from '../db/database.ts';
import { ownerOfRow } from '../http/who.ts';
import type { Moment } from '../jobs/jobs.ts';
import { sweep } from '../jobs/sweep.ts';
import * as holds from '../lines/holds.ts';
import { lockLiving } from '../lines/line-work.ts';
import { findLineOfOrder } from '../lines/lines.ts';
import { viewAnyRenewable } from '../lines/renewable.ts';
import { planCharge } from '../renewals/autopay-plan.ts';
import { dataLeftOf, moveRest } from './hold-line.ts';
import { tellNotHeld, tellOver, tellSoon } from './tell-hold.ts';

const BATCH = 500;
/** Before it is over, its customer is told. */
const TELLS_BEFORE = days(3);
/** One that the network has not begun by then is taken back, and costs nothing. */
const GIVEN_UP_AFTER = days(1);

/** Lines whose hold is over, or is soon, or never came. Any process may run it, also twice. */
export async function endHolds(app: App): Promise<void> {
  const now = app.clock.now();
  const db = app.db.query;
  const over = await holds.linesBackBy(db, now, BATCH);
  const never = await holds.linesNotHeld(db, later(now, -GIVEN_UP_AFTER), BATCH);
  const all = [...new Set([...over, ...never])];
  await sweep(app, all, (id) => finish(app, id), 'a hold could not be ended yet');
  const soon = await holds.linesBackSoon(db, later(now, TELLS_BEFORE), BATCH);
  await sweep(app, soon, (id) => announce(app, id), 'the end of a hold could not be told yet');
}

export const nextHold = (): Moment =>
  holds.nextOfHolds({ tellsBefore: TELLS_BEFORE, givenUpAfter: GIVEN_UP_AFTER });

async function finish(app: App, lineId: string): Promise<void> {
  const left = await dataLeftOf(app, lineId);
  return app.db.transaction(async (tx) => {
    if (!(await lockLiving(tx, lineId))) return holds.dropHold(app, tx, lineId);
    const hold = await holds.openHold(tx, lineId);
    const now = app.clock.now();
    const isNever = hold?.confirmed_at === null;
    const isDue =
      hold && (hold.until <= now || (isNever && later(hold.began_at, GIVEN_UP_AFTER) <= now));
    if (!isDue) return;
    if (isNever && (await holds.confirmIfPaused(app, tx, lineId))) return;
    const move = await holds.finishHold(app, tx, lineId, isNever ? 'not_done' : 'time');
    if (!move) return;
    await moveRest(app, tx, move, isNever ? left : undefined);
    const lifted = await holds.turnBackOn(app, tx, lineId, { tell: !isNever });
    if (isNever) await tellNotHeld(app, tx, lineId);
    else if (lifted === 'done') await tellOver(app, tx, lineId);
  });
}

function announce(app: App, lineId: string): Promise<void> {
  return app.db.transaction(async (tx) => {
    if (!(await lockLiving(tx, lineId))) return holds.dropHold(app, tx, lineId);
    const now = app.clock.now();
    const hold = await holds.openHold(tx, lineId);
    if (!hold || hold.told_at || later(hold.until, -TELLS_BEFORE) > now) return;
    await holds.noteTold(tx, hold.id, now);
    if (hold.until > now) await tellSoon(app, tx, lineId, hold.until);
  });
}

/** Without the days that pay for it there is no hold: the money of some of them goes back. */
export const withHold = (kind: OrderKind): OrderKind => ({
  ...kind,
  async returned(app, tx, order) {
    const lineId = await heldBy(app, tx, order);
    const move = lineId && (await holds.finishHold(app, tx, lineId, 'refunded'));
    if (move) await moveRest(app, tx, move);
    await kind.returned?.(app, tx, order);
    if (!move) return;
    const line = await viewAnyRenewable(tx, lineId);
    const isPaid = line?.paidUntil != null && line.paidUntil > app.clock.now();
    // One that is not paid is paused in a moment, and that is told.
    const lifted = await holds.turnBackOn(app, tx, lineId, { tell: isPaid });
    if (isPaid && lifted === 'done') await tellOver(app, tx, lineId);
    await planCharge(app, tx, lineId);
  },
});

/** The line whose paid time that is not over the order pays for. */
async function heldBy(app: App, tx: Tx, order: Order): Promise<string | undefined> {
  const lineId = order.line_id ?? (await findLineOfOrder(tx, ownerOfRow(order), order.id))?.id;
  if (!lineId || !(await lockLiving(tx, lineId))) return undefined;
  const line = await viewAnyRenewable(tx, lineId);
  const now = app.clock.now();
  const pays = line?.periods.some((one) => one.orderId === order.id && one.to > now);
  return pays ? lineId : undefined;
}
