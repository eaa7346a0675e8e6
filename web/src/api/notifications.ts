import { createStore, useStore } from './store.ts';

/** A notification (section 3): without a message it shows one of the default texts (E16). */
export interface Notification {
  readonly id: string;
  readonly error: boolean;
  readonly message?: string | undefined;
  readonly stayOpen?: boolean | undefined;
}

/** J02. */
export const NOTIFICATION_MS = 5000;

const none: readonly Notification[] = [];
const store = createStore(none);
const timers = new Map<string, ReturnType<typeof setTimeout>>();
let count = 0;

export function useNotifications(): readonly Notification[] {
  return useStore(store, none);
}

/** Shows a notification, closed after five seconds unless it stays open. Answers its id. */
export function notify(notification: Omit<Notification, 'id'>): string {
  count += 1;
  const id = `notification-${count}`;
  store.set([...store.get(), { ...notification, id }]);
  if (!notification.stayOpen) {
    timers.set(
      id,
      setTimeout(() => closeNotification(id), NOTIFICATION_MS),
    );
  }
  return id;
}

export function closeNotification(id: string): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  store.set(store.get().filter((shown) => shown.id !== id));
}

/** What is shown now; for code outside of components. */
export const shownNotifications = store.get;
