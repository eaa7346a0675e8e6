import { closeNotification, shownNotifications } from './notifications.ts';
import { TAB } from './storage.ts';

const others: (() => void)[] = [];

/** For what a module keeps in memory about a person. */
export function atForgetting(forget: () => void): void {
  others.push(forget);
}

/** At logout, for the next person at this browser. */
export function forgetTab(): void {
  for (const { id } of shownNotifications()) closeNotification(id);
  for (const forget of others) forget();
  try {
    const keys = Array.from({ length: sessionStorage.length }, (_, at) => sessionStorage.key(at));
    for (const key of keys) if (key?.startsWith(TAB)) sessionStorage.removeItem(key);
  } catch {
    // Forbidden.
  }
}
