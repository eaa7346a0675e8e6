import type { PushKind } from '@portside/contract/push';
import { OutsideFailure } from '../adapters/outside-failure.ts';
import type { PushAnswer } from '../adapters/push/push.ts';
import type { App } from '../app.ts';
import { days, hours, later } from '../clock.ts';
import { ownerOfRow } from '../http/who.ts';
import { isLoggedOut } from '../sessions/sessions.ts';
import { kindsOf, subscriptionIn } from './allow-push.ts';
import { keysOf } from './keys.ts';
import { type QueuedPush, sendPush, wordsIn } from './push-hooks.ts';
import * as store from './store.ts';

/** Later it would be no news. */
const freshFor: Readonly<Record<PushKind, number>> = {
  security: days(3),
  line: days(2),
  port_in: days(2),
  order: days(2),
  payment: days(1),
  usage: hours(12),
};
const MOST_A_DAY = 20;
/** Security may say more. */
const MOST_SECURITY_A_DAY = 40;
const DAY = hours(24);

const FIRST_PAUSE_SECONDS = 30;
const LONGEST_PAUSE_SECONDS = 3600;

/** The job. A browser shows the same notice once, however often it comes (its tag). */
export async function sendNotice(app: App, notice: QueuedPush): Promise<void> {
  const now = app.clock.now();
  const end = later(new Date(notice.at), freshFor[notice.about]);
  const row = await store.anySubscription(app.db.query, notice.subscriptionId);
  if (!row || end <= now || !kindsOf(row).includes(notice.about)) return;
  // A process of the release before ends sessions, and knows nothing of notices.
  if (await isLoggedOut(app, ownerOfRow(row), browserOf(row))) {
    await store.dropSubscription(app.db.query, ownerOfRow(row), row.id);
    return;
  }
  if (notice.tries === 0 && (await isEnough(app, row, notice, now))) return;
  const answer = await tried(app, notice, row, Math.ceil((end.getTime() - now.getTime()) / 1000));
  switch (answer.kind) {
    case 'taken':
      return store.noteUsed(app.db.query, row.id, app.clock.now());
    case 'gone':
      await store.dropSubscription(app.db.query, ownerOfRow(row), row.id);
      return;
    case 'refused':
      app.log.warn({ pushId: notice.id, status: answer.status }, 'a notice was refused');
      return;
    case 'later':
      return again(app, notice, answer.afterSeconds, end);
  }
}

const browserOf = ({ session_id, browser_id }: store.SubscriptionRow) => ({
  sessionId: session_id,
  browserId: browser_id ?? undefined,
});

async function isEnough(
  app: App,
  row: store.SubscriptionRow,
  { id, about }: QueuedPush,
  now: Date,
): Promise<boolean> {
  const most = about === 'security' ? MOST_SECURITY_A_DAY : MOST_A_DAY;
  const count = await store.countNotice(app.db.query, row.id, now, later(now, -DAY));
  if (count <= most) return false;
  app.log.warn({ pushId: id }, 'a browser has had enough notices for a day');
  return true;
}

/** A service that is away is one that asks for later. */
async function tried(
  app: App,
  notice: QueuedPush,
  row: store.SubscriptionRow,
  ttlSeconds: number,
): Promise<PushAnswer> {
  const { product, support } = app.brands.byTenant(row.tenant_id);
  const { body, path, language } = wordsIn(app, notice);
  const { topic, about } = notice;
  const keys = await keysOf(app, row.tenant_id);
  try {
    return await app.adapters.of(row.tenant_id).push.send({
      to: subscriptionIn(app, row),
      keys,
      contact: `mailto:${support.email}`,
      payload: JSON.stringify({
        title: product,
        body,
        path,
        tag: topic,
        lang: language,
        ...(about === 'security' && { renotify: true }),
      }),
      ttlSeconds,
      topic,
      urgency: about === 'security' ? 'high' : 'normal',
    });
  } catch (error) {
    if (!(error instanceof OutsideFailure)) throw error;
    return { kind: 'later', afterSeconds: undefined };
  }
}

/** As long as it is news. */
async function again(
  app: App,
  notice: QueuedPush,
  afterSeconds: number | undefined,
  end: Date,
): Promise<void> {
  const pause = Math.min(FIRST_PAUSE_SECONDS * 2 ** notice.tries, LONGEST_PAUSE_SECONDS);
  const after = Math.max(1, afterSeconds ?? pause);
  if (later(app.clock.now(), after * 1000) >= end) {
    app.log.warn({ pushId: notice.id }, 'a notice was given up: its push service took none');
    return;
  }
  await app.db.transaction((tx) =>
    app.jobs.enqueue(tx, sendPush, { ...notice, tries: notice.tries + 1 }, { after }),
  );
}
