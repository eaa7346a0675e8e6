import type { Line } from '@portside/contract/lines';
import type { Work } from '@portside/contract/line-work';
import type { App } from '../app.ts';
import type { Customer } from '../http/who.ts';
import { handoversOf } from '../line-handover/handovers.ts';
import { givenLinesWith, linesWith } from '../lines/lines.ts';
import { networkAskOf } from '../lines/network-asks.ts';
import { openHold } from '../lines/holds.ts';
import { seenAs } from '../lines/seen-by.ts';
import { suspensionsOf, unpaidSince } from '../lines/suspension.ts';
import { wantsCardAlone } from '../port-in/port-in.ts';
import { shippingOfAll } from '../shipping/shipments.ts';
import { paysItself } from '../renewals/autopay.ts';
import { standingOn, standingsOf, type Standing } from './standing.ts';
import { isDue, keptUntil, nextAction } from './next-action.ts';

const linesThatMayPay = linesWith(paysItself);
const givenLinesThatMayPay = givenLinesWith(paysItself);

/** K01, K20; their own first, then those that they were given (P04). */
export async function listLines(app: App, who: Customer): Promise<{ lines: Line[] }> {
  const db = app.db.query;
  const [own, standings] = await Promise.all([linesThatMayPay(db, who), standingsOf(app, db, who)]);
  const given = [...standings.values()].filter(({ role }) => role && role !== 'holder');
  const ids = given.map(({ lineId }) => lineId);
  const ofOthers = await givenLinesThatMayPay(db, who.tenant, ids);
  return { lines: await listed(app, who, [...own, ...ofOthers], standings) };
}

/** As it stands in the list. */
export async function findListed(app: App, who: Customer, id: string): Promise<Line[]> {
  const db = app.db.query;
  const [all, standing] = await Promise.all([
    linesThatMayPay(db, who),
    standingOn(app, db, who, id),
  ]);
  return listed(
    app,
    who,
    all.filter(({ line }) => line.id === id),
    new Map(standing && [[id, standing]]),
  );
}

async function listed(
  app: App,
  who: Customer,
  found: Awaited<ReturnType<typeof linesThatMayPay>>,
  standings: ReadonlyMap<string, Standing>,
): Promise<Line[]> {
  const now = app.clock.now();
  const ids = found.map(({ line }) => line.id);
  const handovers = await handoversOf(app, app.db.query, who);
  const inMail = await shippingOfAll(app, app.db.query, who.brand, ids);
  return Promise.all(
    found.map(async ({ line: known, endsAt, holds, underWay }) => {
      const shipping = inMail.get(known.id);
      const handover = handovers.get(known.id);
      const standing = standings.get(known.id);
      const whole = {
        ...known,
        ...(shipping && { shipping }),
        ...(handover && { handover }),
        ...(standing && { household: standing.household }),
      };
      const line = seenAs(standing?.role, whole);
      const due = isDue(line, now);
      const ends = line.status === 'ended' ? null : endsAt;
      const cardAlone = await wantsCardAlone(app, standing?.holder ?? who, whole);
      const next = { now, ends, pays: due && holds, underWay, wantsCardAlone: cardAlone };
      return seenAs(standing?.role, await withNext(app, who, line, next));
    }),
  );
}

interface Next {
  readonly now: Date;
  readonly ends: Date | null;
  readonly pays: boolean;
  readonly underWay: readonly Work[];
  readonly wantsCardAlone: boolean;
}

/** Most lines are not paused, and nothing more is read for them. */
async function withNext(
  app: App,
  { brand }: Customer,
  line: Line,
  { now, ends, pays, underWay, wantsCardAlone: cardAlone }: Next,
): Promise<Line> {
  const isPaused = line.status === 'suspended';
  const suspensions = isPaused ? await suspensionsOf(app.db.query, line.id) : [];
  const network = isPaused ? await networkAskOf(app.db.query, line.id) : undefined;
  const isUnpaid = suspensions.includes('unpaid');
  const unpaid = isUnpaid ? await unpaidSince(app.db.query, line.id) : undefined;
  const [reason] = suspensions;
  const hold = suspensions.includes('on_hold') && (await openHold(app.db.query, line.id));
  const kept = keptUntil(brand, line, unpaid);
  const action = nextAction(line, {
    now,
    reason,
    paysItself: pays || ends !== null,
    underWay,
    wantsCardAlone: cardAlone,
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
