import type { PauseWhy, Stopped } from '@portside/contract/safety';
import { dateAndTime } from '@portside/contract/formats';
import type { App } from '../app.ts';
import { hours, later } from '../clock.ts';
import type { Query, Tx } from '../db/database.ts';
import { refused, type Refused } from '../http/no.ts';
import { selfOf, type Customer, type Owner } from '../http/who.ts';
import { defineJob } from '../jobs/jobs.ts';
import { say } from '../words/say.ts';
import * as store from './store.ts';

/** What only services outside can stop is stopped, too, and the owner told. */
export const accountPaused = defineJob<{ tenant: number; customerId: string }>('account-paused');

/** What a stopped move is told to have ended by. */
export const stoppedBy = (why: PauseWhy) => (why === 'denied' ? 'denied' : 'pause');

/** After a change of the account. In the transaction of the change. */
export async function beginPause(app: App, tx: Tx, owner: Owner, why: PauseWhy): Promise<void> {
  const { tenant, customerId } = owner;
  const now = app.clock.now();
  const until = later(now, hours(app.brands.byTenant(tenant).lines.safetyPauseHours));
  await store.beginPause(tx, { owner, now, until, why });
  await app.stopMoves(app, tx, owner, stoppedBy(why));
  await app.jobs.enqueue(tx, accountPaused, { tenant, customerId });
}

export const pauseOf = (app: Pick<App, 'clock'>, db: Query, owner: Owner) =>
  store.pauseOf(db, owner, app.clock.now());

/** Its owner or who shares a line with them said so, and all of its browsers were logged out (P04). */
export async function wasDeniedSince(db: Query, owner: Owner, since: Date): Promise<boolean> {
  const last = await store.lastOf(db, owner);
  return last?.why === 'denied' && last.began_at >= since;
}

export const lockPause = (app: Pick<App, 'clock'>, tx: Tx, owner: Owner) =>
  store.lockPause(tx, owner, app.clock.now());

const ownPaused =
  'Your account was changed a short time ago, so your numbers and SIMs stay where they are until {time}. Your dashboard shows more.';
/** Not why: that is the other one's (P04). */
const othersPaused = 'The number and the SIM of this line stay where they are until {time}.';

/**
 * Numbers and SIMs stay where they are while it runs. @param other who has the line besides whoever
 * asks (P04): by default the holder, where a member asks
 */
export async function pauseRefused(
  app: Pick<App, 'clock'>,
  db: Query,
  who: Customer,
  other: Owner | undefined = who.member && who,
): Promise<Refused<'moves_paused'> | undefined> {
  const own = await pauseOf(app, db, selfOf(who));
  const pause = own ?? (other && (await pauseOf(app, db, other)));
  if (!pause) return undefined;
  const { brand, language } = who;
  const until = pause.until.toISOString();
  const message = say(language, own ? ownPaused : othersPaused, {
    time: dateAndTime(until, brand.timeZone, language),
  });
  return refused('moves_paused', { until, message });
}

export async function noteStopped(tx: Tx, owner: Owner, more: readonly Stopped[]): Promise<void> {
  if (more.length > 0) await store.addStopped(tx, owner, more);
}

export const noteTold = (tx: Tx, owner: Owner, told: number) => store.setPause(tx, owner, { told });

export const endPause = (app: Pick<App, 'clock'>, tx: Tx, owner: Owner) =>
  store.setPause(tx, owner, { ended_at: app.clock.now() });

/** When accounts become one: what came along is stopped, whichever of them was paused. */
export async function movePause(app: App, tx: Tx, from: Owner, to: Owner): Promise<void> {
  await store.movePause(tx, from, to, app.clock.now());
  const pause = await pauseOf(app, tx, to);
  if (!pause) return;
  await app.stopMoves(app, tx, to, stoppedBy(pause.why));
  await app.jobs.enqueue(tx, accountPaused, { tenant: to.tenant, customerId: to.customerId });
}
