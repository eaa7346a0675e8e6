import { phone } from '@portside/contract/phone';
import type { App } from '../app.ts';
import { notFound, refused, type Refused } from '../http/no.ts';
import type { Customer } from '../http/who.ts';
import { noteActivity } from '../sessions/activity.ts';
import * as store from './store.ts';
import { liftSuspension, suspendLine, suspensionsOf } from './suspension.ts';

/**
 * By staff, whatever its customer wants: only staff end it. @param who its customer, for whom staff
 * act. @throws No `not_found`, for another customer's line too
 */
export function pauseLine(
  app: App,
  who: Customer,
  id: string,
): Promise<'asked' | 'done' | Refused<'line_ended' | 'not_active'>> {
  return app.db.transaction(async (tx) => {
    const line = await store.lockLineOf(tx, who, id);
    if (!line) throw notFound();
    if (line.status === 'ended') return refused('line_ended');
    if (line.status === 'pending' || line.status === 'activating') return refused('not_active');
    const began = await suspendLine(app, tx, id, 'by_operator');
    if (began) await noteActivity(app, tx, who, 'line_paused', { line: phone(line.mdn) });
    return began || 'done';
  });
}

/** @throws No `not_found`, for another customer's line too */
export function resumeLine(
  app: App,
  who: Customer,
  id: string,
): Promise<{ left: boolean } | Refused<'not_paused'>> {
  return app.db.transaction(async (tx) => {
    const line = await store.lockLineOf(tx, who, id);
    if (!line) throw notFound();
    const ended = await liftSuspension(app, tx, id, 'by_operator');
    if (!ended) return refused('not_paused');
    await noteActivity(app, tx, who, 'line_unpaused', { line: phone(line.mdn) });
    return { left: (await suspensionsOf(tx, id)).length > 0 };
  });
}
