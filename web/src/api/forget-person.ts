import { closeNotification, shownNotifications } from './notifications.ts';
import { session } from './session.ts';
import { TAB } from './storage.ts';

const others: (() => void)[] = [];

/** For what a module keeps in memory about a person. */
export function atForgetting(forget: () => void): void {
  others.push(forget);
}

/**
 * Ends the session for good: the next person at this browser finds nothing that this tab kept. A
 * session that only ran out (session.ts) keeps what was typed.
 */
export function forgetPerson(): void {
  session.end();
  for (const { id } of shownNotifications()) closeNotification(id);
  for (const forget of others) forget();
  try {
    const keys = Array.from({ length: sessionStorage.length }, (_, at) => sessionStorage.key(at));
    for (const key of keys) if (key?.startsWith(TAB)) sessionStorage.removeItem(key);
  } catch {
    // Forbidden.
  }
}
