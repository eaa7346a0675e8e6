import type { Line } from '@portside/contract/lines';
import type { App } from '../app.ts';
import type { Customer } from '../http/who.ts';
import { isToEnd } from '../lines/endings.ts';
import { linesOf } from '../lines/lines.ts';
import { suspensionsOf } from '../lines/suspension.ts';
import { isAutopayOn } from '../renewals/autopay.ts';
import { isDue, keptUntil, nextAction } from './next-action.ts';

/** K01, K20. */
export async function listLines(app: App, who: Customer): Promise<{ lines: Line[] }> {
  const lines = await linesOf(app, who);
  return { lines: await Promise.all(lines.map((line) => withNext(app, who, line))) };
}

/** Most lines are neither paused nor due, and nothing more is read for them. */
async function withNext(app: App, who: Customer, line: Line): Promise<Line> {
  const db = app.db.query;
  const now = app.clock.now();
  const isPaused = line.status === 'suspended';
  const isNearEnd = isDue(line, now);
  const [suspensions, paysItself, ends] = await Promise.all([
    isPaused ? suspensionsOf(db, line.id) : [],
    isNearEnd && isAutopayOn(db, line.id),
    isNearEnd && isToEnd(db, line.id),
  ]);
  const [reason] = suspensions;
  const kept = keptUntil(who.brand, line, suspensions);
  const action = nextAction(line, { now, reason, paysItself: paysItself || ends });
  return {
    ...line,
    ...(reason && { statusReason: reason }),
    ...(kept && { numberKeptUntil: kept.toISOString() }),
    ...(ends && line.paidUntil && { endsOn: line.paidUntil }),
    ...(action && { nextAction: action }),
  };
}
