import type { Line } from '@portside/contract/lines';
import type { Work } from '@portside/contract/line-work';
import type { App } from '../app.ts';
import type { Customer } from '../http/who.ts';
import { handoversOf } from '../line-handover/handovers.ts';
import { linesWith } from '../lines/lines.ts';
import { networkAskOf } from '../lines/network-asks.ts';
import { openHold } from '../lines/holds.ts';
import { suspensionsOf, unpaidSince } from '../lines/suspension.ts';
import { wantsCardAlone } from '../port-in/port-in.ts';
import { shippingOfAll } from '../shipping/shipments.ts';
import { paysItself } from '../renewals/autopay.ts';
import { isDue, keptUntil, nextAction } from './next-action.ts';

const linesThatMayPay = linesWith(paysItself);

/** K01, K20. */
export async function listLines(app: App, who: Customer): Promise<{ lines: Line[] }> {
  return { lines: await listed(app, who, await linesThatMayPay(app.db.query, who)) };
}

/** As it stands in the list. */
export async function findListed(app: App, who: Customer, id: string): Promise<Line[]> {
  const all = await linesThatMayPay(app.db.query, who);
  return listed(
    app,
    who,
    all.filter(({ line }) => line.id === id),
  );
}

async function listed(
  app: App,
  who: Customer,
  found: Awaited<ReturnType<typeof linesThatMayPay>>,
): Promise<Line[]> {
  const now = app.clock.now();
  const ids = found.map(({ line }) => line.id);
  const handovers = await handoversOf(app, app.db.query, who);
  const inMail = await shippingOfAll(app, app.db.query, who.brand, ids);
  return Promise.all(
    found.map(({ line: known, endsAt, holds, underWay }) => {
      const shipping = inMail.get(known.id);
      const handover = handovers.get(known.id);
      const line = { ...known, ...(shipping && { shipping }), ...(handover && { handover }) };
      const due = isDue(line, now);
      const ends = line.status === 'ended' ? null : endsAt;
      return withNext(app, who, line, { now, ends, pays: due && holds, underWay });
    }),
  );
}

interface Next {
  readonly now: Date;
  readonly ends: Date | null;
  readonly pays: boolean;
  readonly underWay: readonly Work[];
}

/** Most lines are not paused, and nothing more is read for them. */
async function withNext(
  app: App,
  who: Customer,
  line: Line,
  { now, ends, pays, underWay }: Next,
): Promise<Line> {
  const isPaused = line.status === 'suspended';
  const suspensions = isPaused ? await suspensionsOf(app.db.query, line.id) : [];
  const network = isPaused ? await networkAskOf(app.db.query, line.id) : undefined;
  const isUnpaid = suspensions.includes('unpaid');
  const unpaid = isUnpaid ? await unpaidSince(app.db.query, line.id) : undefined;
  const [reason] = suspensions;
  const hold = suspensions.includes('on_hold') && (await openHold(app.db.query, line.id));
  const kept = keptUntil(who.brand, line, unpaid);
  const action = nextAction(line, {
    now,
    reason,
    paysItself: pays || ends !== null,
    underWay,
    wantsCardAlone: await wantsCardAlone(app, who, line),
  });
  return {
    ...line,
    ...(reason && { statusReason: reason }),
    ...(network && { network }),
    ...(hold && { heldUntil: hold.until.toISOString() }),
    ...(underWay.length > 0 && { underWay: [...underWay] }),
    ...(kept && { numberKeptUntil: kept.toISOString() }),
    ...(ends && { endsOn: ends.toISOString() }),
    ...(action && { nextAction: action }),
  };
}
