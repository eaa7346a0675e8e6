import { createStore, useStore } from './store.ts';

/** A notification (section 3): without a message it shows one of the default texts (E16). */
export interface Notification {
  readonly id: string;
  readonly error: boolean;
  readonly message?: string | undefined;
  readonly stayOpen?: boolean | undefined;
  /** How often it was told while it was shown; once where there is no number. */
  readonly times?: number | undefined;
}

/** J02. */
const NOTIFICATION_MS = 5000;

const none: readonly Notification[] = [];
const store = createStore(none);
const timers = new Map<string, ReturnType<typeof setTimeout>>();
let count = 0;
let held = false;

export function useNotifications(): readonly Notification[] {
  return useStore(store, none);
}

/**
 * Shows a notification, closed after five seconds unless it stays open. What is shown already is not
 * shown twice: it counts, and has its five seconds anew. Answers its id.
 */
export function notify(notification: Omit<Notification, 'id' | 'times'>): string {
  const { error, message, stayOpen } = notification;
  const all = store.get();
  const same = all.find((one) => one.error === error && one.message === message);
  if (same) {
    const told = {
      ...same,
      times: (same.times ?? 1) + 1,
      stayOpen: Boolean(same.stayOpen || stayOpen),
    };
    store.set(all.map((one) => (one === same ? told : one)));
    wait(told);
    return same.id;
  }
  count += 1;
  const shown = { ...notification, id: `notification-${count}` };
  store.set([...all, shown]);
  wait(shown);
  return shown.id;
}

/** The five seconds from now on; none while somebody has the notifications under hand. */
function wait({ id, stayOpen }: Notification): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  if (stayOpen || held) return;
  timers.set(
    id,
    setTimeout(() => closeNotification(id), NOTIFICATION_MS),
  );
}

/** While the pointer or the focus is on one of them, none goes by itself. */
export function holdNotifications(hold: boolean): void {
  if (hold === held) return;
  held = hold;
  for (const shown of store.get()) wait(shown);
}

export function closeNotification(id: string): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  store.set(store.get().filter((shown) => shown.id !== id));
}

/** Somebody has just logged in: what failed before is no news any more. */
export function closeFailures(): void {
  for (const { id, error } of store.get()) if (error) closeNotification(id);
}

/** What is shown now; for code outside of components. */
export const shownNotifications = store.get;
