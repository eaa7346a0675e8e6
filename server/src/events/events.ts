import type { LiveEvent } from '@portside/contract/events';
import type { App } from '../app.ts';
import { later, seconds } from '../clock.ts';
import type { Tx } from '../db/database.ts';
import type { Owner } from '../http/who.ts';
import { eventsAfter, eventsOfSince, eventsSince, insertEvent, type EventRow } from './store.ts';

/** A customer, or a browser that nobody is logged in at. */
export type Listener = Owner | { readonly tenant: number; readonly browserId: string };

export type NumberedEvent = LiveEvent & { eventId: number };

/** To the listener's open streams in all processes, once the transaction commits. */
export async function publish(app: App, tx: Tx, who: Listener, event: LiveEvent): Promise<void> {
  await insertEvent(tx, {
    ...columnsOf(who),
    kind: event.kind,
    about: event.id,
    status: event.status,
    at: app.clock.now(),
  });
}

/** Events after this one; they are stored for an hour. */
export async function eventsOf(app: App, who: Listener, after: number): Promise<NumberedEvent[]> {
  const rows = await eventsAfter(app.db.query, columnsOf(who), after);
  return rows.map(numbered);
}

const LOOK_EVERY_MS = 400;
/**
 * Longer than a transaction: ids are given before the commit, so a lower one may appear late. Longer
 * also than a page takes from its first question to its stream.
 */
const LOOK_BACK = seconds(15);

/** The newest of each thing: a page that has just asked may have been answered before them. */
export async function newsOf(app: App, who: Listener): Promise<NumberedEvent[]> {
  const since = later(app.clock.now(), -LOOK_BACK);
  const rows = await eventsOfSince(app.db.query, columnsOf(who), since);
  const newest = new Map(rows.map((row) => [`${row.kind} ${row.about}`, row]));
  return [...newest.values()].map(numbered);
}

/** One query for all streams of this process, while there are any. */
export function watchEvents(app: App) {
  const listeners = new Set<{ who: Listener; deliver: (event: NumberedEvent) => void }>();
  let seen = new Set<number>();
  let timer: NodeJS.Timeout | undefined;
  let looking = Promise.resolve();
  let next: Promise<void> | undefined;

  async function look() {
    next = undefined;
    const rows = await eventsSince(app.db.query, later(app.clock.now(), -LOOK_BACK));
    const fresh = rows.filter((row) => !seen.has(row.id));
    seen = new Set(rows.map((row) => row.id));
    for (const row of fresh) {
      for (const { who, deliver } of listeners) {
        if (isFor(who, row)) deliver(numbered(row));
      }
    }
  }
  /** One at a time; whoever comes while one waits for its turn waits for the same. */
  function lookNow(): Promise<void> {
    next ??= looking.then(look);
    looking = next.catch((error: unknown) => {
      app.log.warn({ error }, 'events could not be read');
    });
    return next;
  }
  function again() {
    timer = setTimeout(() => {
      void lookNow();
      void looking.finally(() => (listeners.size > 0 ? again() : (timer = undefined)));
    }, LOOK_EVERY_MS);
  }
  return {
    async listen(who: Listener, deliver: (event: NumberedEvent) => void): Promise<() => void> {
      const listener = { who, deliver };
      // What happened before is told to the others only.
      await lookNow();
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

/** A logged-in customer's events belong to the customer, not the browser. */
const columnsOf = (who: Listener) => ({
  tenant_id: who.tenant,
  ...('customerId' in who
    ? { customer_id: who.customerId, browser_id: null }
    : { customer_id: null, browser_id: who.browserId }),
});

function isFor(who: Listener, row: EventRow): boolean {
  const { tenant_id, customer_id, browser_id } = columnsOf(who);
  return (
    tenant_id === row.tenant_id && customer_id === row.customer_id && browser_id === row.browser_id
  );
}
