import type { Line } from '@portside/contract/lines';
import type { App } from '../app.ts';
import type { Customer } from '../http/who.ts';
import { linesToEnd } from '../lines/endings.ts';
import { linesOf } from '../lines/lines.ts';
import { suspensionsOf, unpaidSince } from '../lines/suspension.ts';
import { linesThatPay } from '../renewals/autopay.ts';
import { isDue, keptUntil, nextAction } from './next-action.ts';

/** K01, K20. */
export async function listLines(app: App, who: Customer): Promise<{ lines: Line[] }> {
  const db = app.db.query;
  const lines = await linesOf(app, who);
  const now = app.clock.now();
  const due = lines.filter((line) => isDue(line, now)).map(({ id }) => id);
  const [paying, ending] = await Promise.all([linesThatPay(db, due), linesToEnd(db, due)]);
  const next = { now, paying: new Set(paying), ending: new Set(ending) };
  return { lines: await Promise.all(lines.map((line) => withNext(app, who, line, next))) };
}

interface Next {
  readonly now: Date;
  readonly paying: ReadonlySet<string>;
  readonly ending: ReadonlySet<string>;
}

/** Most lines are not paused, and nothing more is read for them. */
async function withNext(
  app: App,
  who: Customer,
  line: Line,
  { now, paying, ending }: Next,
): Promise<Line> {
  const isPaused = line.status === 'suspended';
  const suspensions = isPaused ? await suspensionsOf(app.db.query, line.id) : [];
  const isUnpaid = suspensions.includes('unpaid');
  const pausedAt = isUnpaid ? await unpaidSince(app.db.query, line.id) : undefined;
  const [paysItself, ends] = [paying.has(line.id), ending.has(line.id)];
  const [reason] = suspensions;
  const kept = keptUntil(who.brand, line, pausedAt);
  const action = nextAction(line, { now, reason, paysItself: paysItself || ends });
  return {
    ...line,
    ...(reason && { statusReason: reason }),
    ...(kept && { numberKeptUntil: kept.toISOString() }),
    ...(ends && line.paidUntil && { endsOn: line.paidUntil }),
    ...(action && { nextAction: action }),
  };
}
