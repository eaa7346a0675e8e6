import { createStore, useStore } from './store.ts';

/** Without a message it shows a default text (E16). */
export interface Notification {
  readonly id: string;
  readonly error: boolean;
  readonly message?: string | undefined;
  readonly stayOpen?: boolean | undefined;
  /** Neither a failure nor a success. */
  readonly warns?: boolean | undefined;
  /** The one thing to do. */
  readonly link?: { readonly to: string; readonly text: string } | undefined;
  /** Count of repetitions. */
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

/** Closes after five seconds unless `stayOpen`. Repeating one counts it and restarts its time. */
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

function wait({ id, stayOpen }: Notification): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  if (stayOpen || held) return;
  timers.set(
    id,
    setTimeout(() => closeNotification(id), NOTIFICATION_MS),
  );
}

/** While pointer or focus is on one, none closes. */
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

/** After a login, earlier failures do not matter. */
export function closeFailures(): void {
  for (const { id, error } of store.get()) if (error) closeNotification(id);
}

export const shownNotifications = store.get;
