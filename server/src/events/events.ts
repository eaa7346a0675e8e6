import type { LiveEvent } from '@portside/contract/events';
import type { App } from '../app.ts';
import { later, seconds } from '../clock.ts';
import type { Tx } from '../db/database.ts';
import { eventsAfter, eventsSince, insertEvent, type EventRow } from './store.ts';

/** Whose events these are. */
export interface Listener {
  readonly tenant: number;
  readonly customerId: string;
}

/** An event with the id that a stream goes on from. */
export type NumberedEvent = LiveEvent & { eventId: number };

/** Tells the customer's open streams, in all processes, once the transaction commits. */
export async function publish(
  app: App,
  tx: Tx,
  { tenant, customerId }: Listener,
  event: LiveEvent,
): Promise<void> {
  await insertEvent(tx, {
    tenant_id: tenant,
    customer_id: customerId,
    kind: event.kind,
    about: event.id,
    status: event.status,
    at: app.clock.now(),
  });
}

/** What a listener missed since this event; at most the last hour is known. */
export async function eventsOf(app: App, who: Listener, after: number): Promise<NumberedEvent[]> {
  const rows = await eventsAfter(app.db.query, who.tenant, who.customerId, after);
  return rows.map(numbered);
}

const LOOK_EVERY_MS = 400;
/** Longer than a transaction takes: ids are given before the commit, so a lower one may come late. */
const LOOK_BACK = seconds(15);

/**
 * Looks for new events while somebody listens: one query for all streams of this process, the same
 * whoever published, this process or another one.
 */
export function watchEvents(app: App) {
  const listeners = new Set<{ who: Listener; tell: (event: NumberedEvent) => void }>();
  let seen = new Set<number>();
  let timer: NodeJS.Timeout | undefined;
  let looking = Promise.resolve();

  async function look(tellThem: boolean) {
    const rows = await eventsSince(app.db.query, later(app.clock.now(), -LOOK_BACK));
    const fresh = rows.filter((row) => !seen.has(row.id));
    seen = new Set(rows.map((row) => row.id));
    if (!tellThem) return;
    for (const row of fresh) {
      for (const { who, tell } of listeners) {
        if (who.tenant === row.tenant_id && who.customerId === row.customer_id) tell(numbered(row));
      }
    }
  }
  function again() {
    timer = setTimeout(() => {
      looking = look(true)
        .catch((error: unknown) => app.log.warn({ error }, 'events could not be read'))
        .finally(() => (listeners.size > 0 ? again() : (timer = undefined)));
    }, LOOK_EVERY_MS);
  }
  return {
    /** Hears all that is published from now on, until it is called off. */
    async listen(who: Listener, tell: (event: NumberedEvent) => void): Promise<() => void> {
      const listener = { who, tell };
      if (!timer) await look(false);
      listeners.add(listener);
      if (!timer) again();
      return () => listeners.delete(listener);
    },
    async close() {
      listeners.clear();
      clearTimeout(timer);
      await looking;
    },
  };
}

const numbered = (row: EventRow): NumberedEvent => ({
  eventId: row.id,
  kind: row.kind,
  id: row.about,
  status: row.status,
});
