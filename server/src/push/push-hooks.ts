import type { App, PushHooks, PushNotice } from '../app.ts';
import { defineJob } from '../jobs/jobs.ts';
import { ownerOf } from '../http/who.ts';
import { kindsOf } from './allow-push.ts';
import * as store from './store.ts';

export interface QueuedPush {
  readonly id: string;
  readonly tenant: number;
  /** To this browser, as long as it wants it. */
  readonly subscriptionId: string;
  readonly about: PushNotice['about'];
  readonly at: string;
  readonly topic: string;
  /** The words, and where they lead. */
  readonly sealed: string;
  /** How often its service asked for later. */
  readonly tries: number;
}

export const sendPush = defineJob<QueuedPush>('send-push', { atOnce: 8 });

/** Letters of base64url that a service takes. */
const TOPIC_LENGTH = 32;

/** What the emails' and the sessions' own transactions ask for (docs/decisions/0974). */
export const pushHooks: PushHooks = {
  async queue(app, tx, tenant, { customerId, about, same, ...words }) {
    if (!app.brands.byTenant(tenant).webPush) return;
    const owner = ownerOf(tenant, customerId);
    const rows = await store.subscriptionsOf(tx, owner);
    for (const row of rows.filter((one) => kindsOf(one).includes(about))) {
      const id = app.random.id('psn');
      await app.jobs.enqueue(tx, sendPush, {
        id,
        tenant,
        subscriptionId: row.id,
        about,
        at: app.clock.now().toISOString(),
        topic: topicOf(app, `${customerId} ${same}`),
        sealed: app.secrets.seal(JSON.stringify(words), sealedFor(id)),
        tries: 0,
      });
    }
  },
  end: (tx, owner, which = {}) => store.dropSubscriptions(tx, owner, which),
  async endOfOthers(tx, { tenant, browserId }, customerId) {
    if (browserId) await store.dropOfOthers(tx, { tenant, browserId }, customerId);
  },
};

/** It tells the push service nothing. */
const topicOf = (app: App, same: string) =>
  app.secrets.mac(same, 'push-topic').slice(0, TOPIC_LENGTH);

const sealedFor = (id: string) => `push-notice:${id}`;

export const wordsIn = (app: App, { id, sealed }: QueuedPush) =>
  JSON.parse(app.secrets.open(sealed, sealedFor(id))) as Pick<
    PushNotice,
    'body' | 'path' | 'language'
  >;
